; How a module in the text format of WebAssembly can be rewritten. The nodes are those of s-expressions. See docs/languages.md
; for what the captures mean.

; A value goes with what takes it and gives another, or takes it away.
((list (symbol) @from @push . (_) @from . (symbol) @from @takes)
  (#match? @push "^([if](32|64)[.]const|(local|global)[.]get)$")
  (#match? @takes "^([if](32|64)[.](add|sub|mul|div|rem|and|or|xor|shl|shr|rot|eq|ne|lt|gt|le|ge|min|max|copysign)(_[su]|l|r)?|drop)$")
  (#set! rule "operand"))
((list (symbol) @from @push . (_) @from . (symbol) @from @takes . (_) @from)
  (#match? @push "^([if](32|64)[.]const|(local|global)[.]get)$") (#match? @takes "^((local|global)[.]set|br_if)$")
  (#set! rule "operand"))
((list (symbol) @from @push . (_) @from . (symbol) @from @second . (_) @from . (symbol) @from @takes)
  (#match? @push "^([if](32|64)[.]const|(local|global)[.]get)$")
  (#match? @second "^([if](32|64)[.]const|(local|global)[.]get)$")
  (#match? @takes "^[if](32|64)[.]store(8|16|32)?$") (#set! rule "operand"))
((list (symbol) @from @push . (_) @from . (symbol) @from @second . (_) @from . (symbol) @from @takes . (symbol) @from @argument)
  (#match? @push "^([if](32|64)[.]const|(local|global)[.]get)$")
  (#match? @second "^([if](32|64)[.]const|(local|global)[.]get)$")
  (#match? @takes "^[if](32|64)[.]store(8|16|32)?$") (#match? @argument "^(offset|align)=") (#set! rule "operand"))

; Behind what is never reached, every instruction finds its values.
((list (symbol) @from @push . (_) @from . (symbol) @from @second . (_) @from)
  (#match? @push "^([if](32|64)[.]const|(local|global)[.]get)$")
  (#match? @second "^([if](32|64)[.]const|(local|global)[.]get)$")
  (#set! rule "unreachable") (#set! to "unreachable"))
