; What a PHP text declares. See docs/languages.md for what the captures mean.

(program (statement) @item)
(compound_statement (_) @item)
(colon_block (_) @item)
(declaration_list (_) @item)
(enum_declaration_list (_) @item)
(namespace_definition body: (compound_statement)) @open
(comment) @noise

(class_declaration name: (name) @name)
(interface_declaration name: (name) @name)
(trait_declaration name: (name) @name)
(enum_declaration name: (name) @name)
(function_definition name: (name) @name)
(method_declaration name: (name) @name)
(enum_case name: (name) @name)
(const_element . (name) @name)
; A property is declared with a sign, and used with one or without.
(property_element name: (variable_name) @name)
(property_element name: (variable_name (name) @name))
(static_variable_declaration name: (variable_name) @name)
(expression_statement (assignment_expression left: (variable_name) @name))
(namespace_use_clause !alias [(name) (qualified_name)] @name)
(namespace_use_clause alias: (name) @name)

(function_definition body: (compound_statement) @part (#set! instead "{}") (#set! local))
(method_declaration body: (compound_statement) @part (#set! instead "{}") (#set! local))
(class_declaration (base_clause)? @part (class_interface_clause)? @part body: (declaration_list) @part (#set! instead "{}"))
