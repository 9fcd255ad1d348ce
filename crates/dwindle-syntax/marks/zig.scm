; What a Zig text declares. See docs/languages.md for what the captures mean.

(source_file (_) @item)
; In containers of all kinds.
[(function_declaration) (variable_declaration) (test_declaration) (comptime_declaration) (using_namespace_declaration)] @item
(block (_) @item)
(comment) @noise

(function_declaration name: (identifier) @name)
(variable_declaration . (identifier) @name)

; A function has to use its parameters, and all variables have to be used.
((function_declaration (parameters) @_none body: (block) @part) (#match? @_none "^\\(\\s*\\)$") (#set! instead "{unreachable;}") (#set! whole))
(test_declaration (block) @part (#set! instead "{}") (#set! whole))
