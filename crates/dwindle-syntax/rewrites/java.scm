; How a Java text can be rewritten. See docs/languages.md for what the captures mean.

; An expression by a literal.
((expression) @from (#set! rule "literal") (#set! to "0") (#set! to "null") (#set! to "\"\""))

; A type by a short one.
((_type) @from (#set! rule "type") (#set! to "int") (#set! to "var") (#set! to "Object"))

; A variable or a field by its value.
((local_variable_declaration type: (_) . declarator: (variable_declarator name: (identifier) @name value: (_) @value) .) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))
((local_variable_declaration (variable_declarator) . (variable_declarator name: (identifier) @name value: (_) @value) @from)
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))
((local_variable_declaration type: (_) . (variable_declarator name: (identifier) @name value: (_) @value) @from . (variable_declarator))
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))
((field_declaration declarator: (variable_declarator name: (identifier) @name value: (_) @value)) @from
  (#set! rule "variable") (#set! as "field_access") (#set! use "{value}") (#set! use "0"))
((field_declaration declarator: (variable_declarator name: (identifier) @name)) @from
  (#set! rule "variable") (#set! as "field_access") (#set! use "0") (#set! use "null"))

; A parameter with its arguments.
((method_declaration name: (identifier) @of parameters: (formal_parameters (formal_parameter name: (identifier) @name) @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "null"))
((constructor_declaration name: (identifier) @of parameters: (formal_parameters (formal_parameter name: (identifier) @name) @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "null"))
((method_invocation name: (identifier) @of arguments: (argument_list (_) @slot)) (#set! rule "parameter"))
((object_creation_expression type: [(type_identifier) @of (generic_type (type_identifier) @of)] arguments: (argument_list (_) @slot))
  (#set! rule "parameter"))

; A type for which something is generic, with its arguments.
((class_declaration name: (identifier) @of type_parameters: (type_parameters (type_parameter (type_identifier) @name) @slot) @list) @scope
  (#set! rule "generic") (#set! use "Object"))
((interface_declaration name: (identifier) @of type_parameters: (type_parameters (type_parameter (type_identifier) @name) @slot) @list) @scope
  (#set! rule "generic") (#set! use "Object"))
((method_declaration type_parameters: (type_parameters (type_parameter (type_identifier) @name) @slot) @list name: (identifier) @of) @scope
  (#set! rule "generic") (#set! use "Object"))
((generic_type (type_identifier) @of (type_arguments (_) @slot) @list) (#set! rule "generic"))

; What a method gives.
((method_declaration type: (_) @from body: (block (return_statement) @also .)) (#set! rule "result") (#set! to "void"))
((method_declaration type: (_) @from) (#set! rule "result") (#set! to "void"))
((method_declaration type: (_) @from name: (identifier) @of) (#set! rule "result") (#set! together) (#set! to "void"))
((block (return_statement (_)) @from)
  (#set! rule "result") (#set! together) (#set! within "method_declaration lambda_expression"))
((if_statement (return_statement (_) @from))
  (#set! rule "result") (#set! together) (#set! within "method_declaration lambda_expression"))

; A call by what the method gives.
((method_declaration name: (identifier) @of
    body: (block . [(return_statement (_) @value) (expression_statement (_) @value)] .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((method_declaration name: (identifier) @of body: (block . (_)+ @before . (return_statement (_) @value) .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((method_invocation name: (identifier) @of) @call (#set! rule "inline"))

; A function by its only expression.
((lambda_expression body: (block . [(return_statement (_) @to) (expression_statement (_) @to)] .) @from) (#set! rule "body"))

; A label with the jumps to it.
((labeled_statement . (identifier) @of @from . ":" @from) (#set! rule "label") (#set! together))
((break_statement (identifier) @of @from) (#set! rule "label") (#set! together))
((continue_statement (identifier) @of @from) (#set! rule "label") (#set! together))
