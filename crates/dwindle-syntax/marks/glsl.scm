; What a GLSL text declares. See docs/languages.md for what the captures mean.

(translation_unit (_) @item)
(compound_statement (_) @item)
(field_declaration_list (_) @item)
(comment) @noise

(function_definition declarator: (function_declarator declarator: (identifier) @name))
(declaration declarator: (function_declarator declarator: (identifier) @name))
(declaration declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
(declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))
(struct_specifier name: (type_identifier) @name body: (_))
(field_declaration declarator: [(field_identifier) @sole @field (array_declarator declarator: (field_identifier) @sole @field)])
(preproc_def name: (identifier) @name)
(preproc_function_def name: (identifier) @name)

(function_definition body: (compound_statement) @part (#set! instead "{}") (#set! local))
