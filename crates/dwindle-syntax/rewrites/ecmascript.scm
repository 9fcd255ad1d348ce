; How a JavaScript or TypeScript text can be rewritten. See docs/languages.md for what the captures mean.

; An expression by a literal.
((expression) @from (#set! rule "literal") (#set! to "0") (#set! to "[]") (#set! to "''") (#set! to "null"))

; A variable by its value: the declaration goes where it has no other, and the declarator where it has.
((_ . (variable_declarator name: (identifier) @name value: (_) @value) .) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))
((_ (variable_declarator) . (variable_declarator name: (identifier) @name value: (_) @value) @from)
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))
((_ . (variable_declarator name: (identifier) @name value: (_) @value) @from . (variable_declarator))
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))

; A field by its value.
((expression_statement (assignment_expression left: (member_expression property: (property_identifier) @name) right: (_) @value)) @from
  (#set! rule "variable") (#set! as "member_expression") (#set! use "{value}") (#set! use "({value})"))

; A parameter with its arguments.
((call_expression function: [(identifier) @of (member_expression property: (property_identifier) @of)]
    arguments: (arguments (_) @slot)) (#set! rule "parameter"))
((new_expression constructor: (identifier) @of arguments: (arguments (_) @slot)) (#set! rule "parameter"))

; A call by what the function gives.
((function_declaration name: (identifier) @of
    body: (statement_block . [(return_statement (_) @value) (expression_statement (_) @value)] .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})") (#set! missing "undefined"))
((lexical_declaration (variable_declarator name: (identifier) @of value: (arrow_function body: (expression) @value))) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})") (#set! missing "undefined"))
((function_declaration name: (identifier) @of
    body: (statement_block . (_)+ @before . [(return_statement (_) @value) (expression_statement (_) @value)] .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})") (#set! missing "undefined"))
((call_expression function: (identifier) @of) @call (#set! rule "inline"))

; A function by its only expression.
((arrow_function body: (statement_block . [(return_statement (_) @to) (expression_statement (_) @to)] .) @from) (#set! rule "body"))

; A label with the jumps to it.
((labeled_statement label: (_) @of @from ":" @from) (#set! rule "label") (#set! together))
((break_statement label: (_) @of @from) (#set! rule "label") (#set! together))
((continue_statement label: (_) @of @from) (#set! rule "label") (#set! together))
