
; What the parameters of JavaScript are.
((function_declaration name: (identifier) @of parameters: (formal_parameters
    [(identifier) @name (assignment_pattern left: (identifier) @name)] @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "null"))
((method_definition name: (property_identifier) @of parameters: (formal_parameters
    [(identifier) @name (assignment_pattern left: (identifier) @name)] @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "null"))
((variable_declarator name: (identifier) @of value: (arrow_function parameters: (formal_parameters
    [(identifier) @name (assignment_pattern left: (identifier) @name)] @slot))) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "null"))
((class_declaration name: (identifier) @of body: (class_body (method_definition name: (property_identifier) @_constructor
    parameters: (formal_parameters [(identifier) @name (assignment_pattern left: (identifier) @name)] @slot)) @scope))
  (#eq? @_constructor "constructor") (#set! rule "parameter") (#set! use "0") (#set! use "null"))

; A field of a class by its value.
((field_definition property: (property_identifier) @name value: (_) @value) @from
  (#set! rule "variable") (#set! as "member_expression") (#set! use "{value}") (#set! use "({value})"))
