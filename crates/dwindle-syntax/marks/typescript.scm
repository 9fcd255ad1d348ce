; What a TypeScript text declares besides what stands in ecmascript.scm.

(interface_body (_) @item)
(class_declaration name: (type_identifier) @name)
(abstract_class_declaration name: (type_identifier) @name)
(interface_declaration name: (type_identifier) @name)
; A type and a value may have one name.
(type_alias_declaration name: (type_identifier) @sole)
(program [(lexical_declaration (variable_declarator name: (identifier) @sole))
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @sole)))])
(enum_declaration name: (identifier) @name)
(interface_body (method_signature name: (property_identifier) @name))
(object_type (method_signature name: (property_identifier) @name))
(public_field_definition name: (property_identifier) @name)
(property_signature name: (property_identifier) @name)

(program [(export_statement (internal_module)) (expression_statement (internal_module))] @open)
(internal_module name: (identifier) @scope)

(class_declaration body: (class_body) @part (#set! instead "{}"))
(abstract_class_declaration body: (class_body) @part (#set! instead "{}"))
; Without a constructor the class has another one, and an interface asks for what stands in it.
(class_body (method_definition name: (property_identifier) @field (#eq? @field "constructor")))
(class_declaration (class_heritage (implements_clause)) body: (class_body (_ name: (property_identifier) @field)))
; Signatures go together with the function.
(function_signature name: (identifier) @sole)
(function_declaration name: (identifier) @sole)
(class_body (method_signature name: (property_identifier) @sole))
(class_body (method_definition name: (property_identifier) @sole))

; What says of which type its value is has to return one, and what it assigns may be asked for.
(function_declaration !return_type body: (statement_block) @part (#set! instead "{}") (#set! whole))
(generator_function_declaration body: (statement_block) @part (#set! instead "{}") (#set! whole))
(function_declaration return_type: (_) body: (statement_block) @part (#set! instead "{throw 0}") (#set! whole))
(function_expression body: (statement_block) @part (#set! instead "{throw 0}") (#set! whole))
(arrow_function body: (statement_block) @part (#set! instead "{throw 0}") (#set! whole))
(method_definition return_type: (_) body: (statement_block) @part (#set! instead "{throw 0}") (#set! whole))
; What signatures that stand before it promise is not known.
((method_definition name: (property_identifier) @_name !return_type body: (statement_block) @part)
  (#not-eq? @_name "constructor") (#set! instead "{return null as any}") (#set! whole))
((method_definition name: (property_identifier) @_name body: (statement_block . (_) @_first) @part)
  (#eq? @_name "constructor") (#not-match? @_first "^super\\b") (#set! instead "{throw 0}") (#set! whole))
