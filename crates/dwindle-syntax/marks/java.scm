; What a Java text declares. See docs/languages.md for what the captures mean.

(program (_) @item)
(class_body (_) @item)
(interface_body (_) @item)
(enum_body_declarations (_) @item)
[(line_comment) (block_comment)] @noise

; What is imported may be declared in this text.
(import_declaration (scoped_identifier name: (identifier) @special))
(class_declaration name: (identifier) @name)
(interface_declaration name: (identifier) @name)
(enum_declaration name: (identifier) @name)
(record_declaration name: (identifier) @name)
(annotation_type_declaration name: (identifier) @name)
; Of several methods of one name in a class all are there or none, since it is not known which is meant.
(method_declaration name: (identifier) @sole)
; Without a constructor the class has another one.
(constructor_declaration name: (identifier) @sole @field)
(field_declaration declarator: (variable_declarator name: (identifier) @name))
(constant_declaration declarator: (variable_declarator name: (identifier) @name))

; What may be there because of something that its class is derived from stays with that.
((method_declaration (modifiers (marker_annotation name: (identifier) @_what)) name: (identifier) @field) (#eq? @_what "Override"))
(class_declaration [(superclass) (super_interfaces)]
  body: (class_body (method_declaration (modifiers "public") name: (identifier) @field)))
(enum_declaration interfaces: (super_interfaces) body: (enum_body (enum_body_declarations
  (method_declaration (modifiers "public") name: (identifier) @field))))
(object_creation_expression (class_body (method_declaration name: (identifier) @field)))
(enum_constant body: (class_body (method_declaration name: (identifier) @field)))

; Of several methods those are meant whose types are there.
(formal_parameters (formal_parameter type: [(type_identifier) @domain (generic_type (type_identifier) @domain)
  (array_type element: (type_identifier) @domain)]))

(method_declaration type: (void_type) body: (block) @part (#set! instead "{}") (#set! local))
(method_declaration body: (block) @part (#set! instead "{throw null;}") (#set! local))
; Where nothing goes on, fields need no value.
((constructor_body . (_) @_first) @late (#not-match? @_first "^(super|this)\\b") (#set! instead "{throw null;}") (#set! local))
(constructor_body . (explicit_constructor_invocation) . (_) @late (_)* @late (#set! instead "throw null;") (#set! local))
(class_body (static_initializer) @part)
(class_declaration (superclass)? @part (super_interfaces)? @part body: (class_body) @part (#set! instead "{}"))
(interface_declaration (extends_interfaces)? @part body: (interface_body) @part (#set! instead "{}"))
