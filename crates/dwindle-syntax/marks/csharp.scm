; What a C# text declares. See docs/languages.md for what the captures mean.

(compilation_unit (_) @item)
(declaration_list (_) @item)
(enum_member_declaration_list (_) @item)
(block (_) @item)
(namespace_declaration body: (declaration_list)) @open
(namespace_declaration name: (_) @scope body: (declaration_list))
[(comment) (preproc_region) (preproc_endregion) (preproc_pragma) (preproc_nullable)] @noise

(using_directive (_) @special)
(class_declaration name: (identifier) @name)
(interface_declaration name: (identifier) @name)
(struct_declaration name: (identifier) @name)
(record_declaration name: (identifier) @name)
(enum_declaration name: (identifier) @name)
(delegate_declaration name: (identifier) @name)
; Of several methods of one name in a class all are there or none, since it is not known which is meant.
(method_declaration name: (identifier) @sole)
; Without a constructor the class has another one.
(constructor_declaration name: (identifier) @sole @field)
(property_declaration name: (identifier) @name)
(event_declaration name: (identifier) @name)
(enum_member_declaration name: (identifier) @name)
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name)))
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name)))
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @name)))

; What may be there because of something that its class is derived from stays with that.
(method_declaration (modifier "override") name: (identifier) @field)
(property_declaration (modifier "override") name: (identifier) @field)
(method_declaration (explicit_interface_specifier) name: (identifier) @field)
(property_declaration (explicit_interface_specifier) name: (identifier) @field)
(class_declaration (base_list) body: (declaration_list (method_declaration (modifier "public") name: (identifier) @field)))
(class_declaration (base_list) body: (declaration_list (property_declaration (modifier "public") name: (identifier) @field)))

((method_declaration returns: (predefined_type) @_what body: (block) @part) (#eq? @_what "void") (#set! instead "{}") (#set! local))
(method_declaration body: (block) @part (#set! instead "{throw null;}") (#set! local))
(constructor_declaration body: (block) @part (#set! instead "{}") (#set! local))
(class_declaration (base_list)? @part body: (declaration_list) @part (#set! instead "{}"))
(interface_declaration (base_list)? @part body: (declaration_list) @part (#set! instead "{}"))
(struct_declaration (base_list)? @part body: (declaration_list) @part (#set! instead "{}"))
