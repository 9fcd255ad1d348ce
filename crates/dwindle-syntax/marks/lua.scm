; What a Lua text declares. See docs/languages.md for what the captures mean.

(chunk (_) @item)
(block (_) @item)
(comment) @noise

(function_declaration name: (identifier) @name)
(function_declaration name: (dot_index_expression field: (identifier) @name))
(function_declaration name: (method_index_expression method: (identifier) @name))
(assignment_statement (variable_list name: (identifier) @name))
(assignment_statement (variable_list name: (dot_index_expression field: (identifier) @name)))
(variable_declaration (variable_list name: (identifier) @name))

(function_declaration body: (block) @part (#set! instead "") (#set! local))
(function_definition body: (block) @part (#set! instead "") (#set! local))
