; What a Java text declares. See docs/languages.md for what the captures mean.

(program (_) @item)
(class_body (_) @item)
(interface_body (_) @item)
(enum_body_declarations (_) @item)
[(line_comment) (block_comment)] @noise

(import_declaration (scoped_identifier name: (identifier) @name))
(class_declaration name: (identifier) @name)
(interface_declaration name: (identifier) @name)
(enum_declaration name: (identifier) @name)
(record_declaration name: (identifier) @name)
(annotation_type_declaration name: (identifier) @name)
(method_declaration name: (identifier) @name)
(constructor_declaration name: (identifier) @name)
(field_declaration declarator: (variable_declarator name: (identifier) @name))
(constant_declaration declarator: (variable_declarator name: (identifier) @name))

(method_declaration type: (void_type) body: (block) @part (#set! instead "{}"))
(method_declaration body: (block) @part (#set! instead "{throw null;}"))
(constructor_declaration body: (constructor_body) @late (#set! instead "{}"))
(class_body (static_initializer) @part)
