; How a Rust text can be rewritten. See docs/languages.md for what the captures mean.

; An expression by a literal.
((_expression) @from (#set! rule "literal") (#set! to "0") (#set! to "()") (#set! to "loop{}"))

; A type by a short one.
((_type) @from (#set! rule "type") (#set! to "u8") (#set! to "()"))

; A variable or a constant by its value.
((let_declaration pattern: (identifier) @name value: (_) @value) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))
((const_item name: (identifier) @name value: (_) @value) @from (#set! rule "variable") (#set! use "{value}") (#set! use "0"))
((static_item name: (identifier) @name value: (_) @value) @from (#set! rule "variable") (#set! use "{value}") (#set! use "0"))
((type_item name: (type_identifier) @name type: (_) @value) @from (#set! rule "variable") (#set! use "{value}"))

; A parameter with its arguments.
((function_item name: (identifier) @of parameters: (parameters (parameter pattern: (identifier) @name) @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "()"))
((function_item name: (identifier) @of parameters: (parameters (parameter) @slot)) (#set! rule "parameter"))
((function_signature_item name: (identifier) @of parameters: (parameters (parameter) @slot)) (#set! rule "parameter"))
((call_expression function: [(identifier) @of (scoped_identifier name: (identifier) @of)
    (field_expression field: (field_identifier) @of)] arguments: (arguments (_) @slot)) (#set! rule "parameter"))

; A lifetime, a type or a constant for which something is generic, with its arguments.
((struct_item name: (type_identifier) @of type_parameters: (type_parameters
    [(lifetime_parameter name: (lifetime) @name) (type_parameter name: (type_identifier) @name) (const_parameter name: (identifier) @name)]
    @slot) @list) @scope
  (#set! rule "generic") (#set! use "") (#set! use "u8") (#set! use "'static"))
((enum_item name: (type_identifier) @of type_parameters: (type_parameters
    [(lifetime_parameter name: (lifetime) @name) (type_parameter name: (type_identifier) @name) (const_parameter name: (identifier) @name)]
    @slot) @list) @scope
  (#set! rule "generic") (#set! use "") (#set! use "u8") (#set! use "'static"))
((trait_item name: (type_identifier) @of type_parameters: (type_parameters
    [(lifetime_parameter name: (lifetime) @name) (type_parameter name: (type_identifier) @name) (const_parameter name: (identifier) @name)]
    @slot) @list) @scope
  (#set! rule "generic") (#set! use "") (#set! use "u8") (#set! use "'static"))
((type_item name: (type_identifier) @of type_parameters: (type_parameters
    [(lifetime_parameter name: (lifetime) @name) (type_parameter name: (type_identifier) @name) (const_parameter name: (identifier) @name)]
    @slot) @list) @scope
  (#set! rule "generic") (#set! use "") (#set! use "u8") (#set! use "'static"))
((function_item name: (identifier) @of type_parameters: (type_parameters
    [(lifetime_parameter name: (lifetime) @name) (type_parameter name: (type_identifier) @name) (const_parameter name: (identifier) @name)]
    @slot) @list) @scope
  (#set! rule "generic") (#set! use "") (#set! use "u8") (#set! use "'static"))
((impl_item type_parameters: (type_parameters
    [(lifetime_parameter name: (lifetime) @name) (type_parameter name: (type_identifier) @name) (const_parameter name: (identifier) @name)]
    @slot) @list type: (generic_type type: (type_identifier) @of)) @scope
  (#set! rule "generic") (#set! use "") (#set! use "u8") (#set! use "'static"))
((generic_type type: (type_identifier) @of type_arguments: (type_arguments (_) @slot) @list) (#set! rule "generic"))
((generic_function function: (identifier) @of "::" @list type_arguments: (type_arguments (_) @slot) @list)
  (#set! rule "generic"))

; What a function gives.
((function_item "->" @from return_type: (_) @from body: (block (_expression) @also .)) (#set! rule "result"))
((function_item "->" @from return_type: (_) @from) (#set! rule "result"))

; A call by what the function gives.
((function_item name: (identifier) @of body: (block . (_expression) @value .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((function_item name: (identifier) @of body: (block . (_)+ @before . (_expression) @value .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((call_expression function: (identifier) @of) @call (#set! rule "inline"))

; A field with its values.
((field_declaration name: (field_identifier) @of) @slot (#set! rule "field") (#set! together))
((field_initializer field: (field_identifier) @of) @slot (#set! rule "field") (#set! together))
((shorthand_field_initializer (identifier) @of) @slot (#set! rule "field") (#set! together))
((field_pattern name: (_) @of) @slot (#set! rule "field") (#set! together))

; What is in a module stands outside of it.
((mod_item "mod" @from name: (identifier) @of @from body: (declaration_list "{" @from "}" @also))
  (#set! rule "members") (#set! together))
((scoped_identifier path: (_) @of @from "::" @from) (#set! rule "members") (#set! together))
((scoped_type_identifier path: (_) @of @from "::" @from) (#set! rule "members") (#set! together))

; A list of one import without its brackets.
((use_list . (_) @to .) @from (#set! rule "list"))

; A label with the jumps to it.
((_ (label (identifier) @of) @from . ":" @from) (#set! rule "label") (#set! together))
((break_expression (label (identifier) @of) @from) (#set! rule "label") (#set! together))
((continue_expression (label (identifier) @of) @from) (#set! rule "label") (#set! together))
