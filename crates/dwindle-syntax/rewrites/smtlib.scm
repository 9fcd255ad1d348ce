; How an SMT-LIB script can be rewritten. The nodes are those of s-expressions. See docs/languages.md for what the captures mean.

; A `let` by its body, with the value in all places of the variable.
((list "(" @from . (symbol) @let . (list . (list . (symbol) @name . (_) @value .) .) @from . (_) . ")" @also) @scope
  (#eq? @let "let") (#set! rule "variable") (#set! use "{value}"))
((list . (symbol) @let . (list (list . (symbol) @name . (_) @value .) @from) . (_) .) @scope
  (#eq? @let "let") (#set! rule "variable") (#set! use "{value}"))

; A name by what it is defined as.
((list . (symbol) @define . (symbol) @name . (list) @none . (_) . (_) @value .) @from
  (#any-of? @define "define-fun" "define-fun-rec") (#eq? @none "()") (#set! rule "variable") (#set! use "{value}"))
((list . (symbol) @define . (symbol) @name . (_) . (_) @value .) @from
  (#eq? @define "define-const") (#set! rule "variable") (#set! use "{value}"))
((list . (symbol) @define . (symbol) @name . (list) @none . (_) @value .) @from
  (#eq? @define "define-sort") (#eq? @none "()") (#set! rule "variable") (#set! use "{value}"))

; A sort by a short one.
((list . (symbol) @declare . (symbol) @name . (_)? .) @from
  (#eq? @declare "declare-sort") (#set! rule "variable") (#set! use "Int") (#set! use "Bool"))

; A name by what it is said to be equal to.
((list . (symbol) @declare . (symbol) @name) @definition
  (#any-of? @declare "declare-fun" "declare-const") (#set! rule "unused"))
((list . (symbol) @assert . (list . (symbol) @equal . (symbol) @name . (_) @value .) .) @from
  (#eq? @assert "assert") (#eq? @equal "=") (#set! rule "variable") (#set! use "{value}"))
((list . (symbol) @assert . (list . (symbol) @equal . (_) @value . (symbol) @name .) .) @from
  (#eq? @assert "assert") (#eq? @equal "=") (#set! rule "variable") (#set! use "{value}"))

((list . (symbol) @assert . (list . (symbol) @and (list . (symbol) @equal . (symbol) @name . (_) @value .) @from) .)
  (#eq? @assert "assert") (#eq? @and "and") (#eq? @equal "=") (#set! rule "variable") (#set! use "{value}"))
((list . (symbol) @assert . (list . (symbol) @and (list . (symbol) @equal . (_) @value . (symbol) @name .) @from) .)
  (#eq? @assert "assert") (#eq? @and "and") (#eq? @equal "=") (#set! rule "variable") (#set! use "{value}"))

; A name by a constant.
((list . (symbol) @declare . (symbol) @name . (list) @none . (_) .) @from
  (#eq? @declare "declare-fun") (#eq? @none "()")
  (#set! rule "constant") (#set! use "0") (#set! use "true") (#set! use "false"))
((list . (symbol) @declare . (symbol) @name . (_) .) @from
  (#eq? @declare "declare-const") (#set! rule "constant") (#set! use "0") (#set! use "true") (#set! use "false"))

; A parameter with its arguments.
((list . (symbol) @define . (symbol) @of . (list (list . (symbol) @name . (_) .) @slot) . (_) . (_) .) @scope
  (#any-of? @define "define-fun" "define-fun-rec") (#set! rule "parameter") (#set! use "0") (#set! use "true"))
((list . (symbol) @declare . (symbol) @of . (list (_) @slot) . (_) .)
  (#eq? @declare "declare-fun") (#set! rule "parameter"))
; A part of what makes values of a data type, with its arguments.
((list . (symbol) @declare . (symbol) . (list (list . (symbol) @of (list . (symbol) . (_) .) @slot)) .)
  (#eq? @declare "declare-datatype") (#set! rule "parameter"))
((list . (symbol) @declare . (list) . (list (list (list . (symbol) @of (list . (symbol) . (_) .) @slot))) .)
  (#eq? @declare "declare-datatypes") (#set! rule "parameter"))
((list . (symbol) @of (_) @slot) (#set! rule "parameter") (#set! argument))

; A data type goes from among others, at most three; one alone is declared in a shorter way.
((list . (symbol) @declare . (list . (_) @from . (_)) . (list . (_) @also . (_)) .)
  (#eq? @declare "declare-datatypes") (#set! rule "datatype"))
((list . (symbol) @declare . (list (_) . (_) @from .) . (list (_) . (_) @also .) .)
  (#eq? @declare "declare-datatypes") (#set! rule "datatype"))
((list . (symbol) @declare . (list . (_) . (_) @from . (_) .) . (list . (_) . (_) @also . (_) .) .)
  (#eq? @declare "declare-datatypes") (#set! rule "datatype"))
((list . (symbol) @declare . (list . (list . (symbol) @name . (_) .) .) . (list . (list) @type .) .) @from
  (#eq? @declare "declare-datatypes") (#set! rule "datatype") (#set! to "(declare-datatype {name} {type})"))

; A call by what the function gives.
((list . (symbol) @define . (symbol) @of . (list) . (_) . (_) @value .) @from
  (#eq? @define "define-fun") (#set! rule "inline") (#set! to "{value}"))
((list . (symbol) @of) @call (#set! rule "inline"))
