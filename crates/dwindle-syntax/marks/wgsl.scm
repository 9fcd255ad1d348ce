; What a WGSL text declares. See docs/languages.md for what the captures mean.

(source_file (_) @item)
(compound_statement (_) @item)
[(line_comment) (block_comment)] @noise

(function_declaration name: (identifier) @name)
(struct_declaration name: (identifier) @name)
(type_alias_declaration . (identifier) @name)
(global_constant_declaration ["let" "override"] . [(identifier) @name (variable_identifier_declaration name: (identifier) @name)])
(variable_statement "let" . [(identifier) @name (variable_identifier_declaration name: (identifier) @name)])
(variable_declaration . (variable_qualifier)? . [(identifier) @name (variable_identifier_declaration name: (identifier) @name)])

(function_declaration body: (compound_statement) @part (#set! instead "{}") (#set! local))
