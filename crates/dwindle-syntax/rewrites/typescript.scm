
; What the parameters of TypeScript are.
((function_declaration name: (identifier) @of parameters: (formal_parameters
    [(required_parameter pattern: (identifier) @name) (optional_parameter pattern: (identifier) @name)] @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "null"))
((method_definition name: (property_identifier) @of parameters: (formal_parameters
    [(required_parameter pattern: (identifier) @name) (optional_parameter pattern: (identifier) @name)] @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "null"))
((variable_declarator name: (identifier) @of value: (arrow_function parameters: (formal_parameters
    [(required_parameter pattern: (identifier) @name) (optional_parameter pattern: (identifier) @name)] @slot))) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "null"))
((class_declaration name: (type_identifier) @of body: (class_body (method_definition name: (property_identifier) @_constructor
    parameters: (formal_parameters
      [(required_parameter pattern: (identifier) @name) (optional_parameter pattern: (identifier) @name)] @slot)) @scope))
  (#eq? @_constructor "constructor") (#set! rule "parameter") (#set! use "0") (#set! use "null"))

; A type by a short one.
((type_annotation (_) @from) (#set! rule "type") (#set! to "any") (#set! to "never"))
((type_arguments (_) @from) (#set! rule "type") (#set! to "any"))

; A type for which something is generic, with its arguments.
((_ name: (_) @of type_parameters: (type_parameters (type_parameter name: (type_identifier) @name) @slot) @list) @scope
  (#set! rule "generic") (#set! use "any"))
((generic_type name: (type_identifier) @of type_arguments: (type_arguments (_) @slot) @list) (#set! rule "generic"))
((call_expression function: (identifier) @of type_arguments: (type_arguments (_) @slot) @list) (#set! rule "generic"))

; A type by what it stands for.
((type_alias_declaration name: (type_identifier) @name value: (_) @value) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "any"))

; A field of a class, or one of the values of an enumeration, by its value.
((public_field_definition name: (property_identifier) @name value: (_) @value) @from
  (#set! rule "variable") (#set! as "member_expression") (#set! use "{value}") (#set! use "({value})"))
((enum_assignment name: (property_identifier) @name value: (_) @value) @from
  (#set! rule "variable") (#set! as "member_expression") (#set! use "{value}"))
((enum_body (property_identifier) @name @from)
  (#set! rule "variable") (#set! as "member_expression") (#set! use "0"))
