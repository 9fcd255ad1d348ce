; How a Python text can be rewritten. See docs/languages.md for what the captures mean.

; An expression by a literal.
((expression) @from (#set! rule "literal") (#set! to "0") (#set! to "[]") (#set! to "''") (#set! to "None"))

; A variable by its value.
((expression_statement (assignment left: (identifier) @name right: (_) @value)) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})") (#set! to ""))

; A field by its value.
((expression_statement (assignment left: (attribute attribute: (identifier) @name) right: (_) @value)) @from
  (#set! rule "variable") (#set! as "attribute") (#set! use "{value}") (#set! use "({value})") (#set! to "") (#set! to "0"))

; A parameter with its arguments.
((function_definition name: (identifier) @of parameters: (parameters
    [(identifier) @name (default_parameter name: (identifier) @name) (typed_parameter (identifier) @name)] @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "[]"))
((call function: [(identifier) @of (attribute attribute: (identifier) @of)] arguments: (argument_list (_) @slot))
  (#set! rule "parameter"))

; A call by what the function gives.
((function_definition name: (identifier) @of
    body: (block . [(return_statement (_) @value) (expression_statement (_) @value)] .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((call function: (identifier) @of) @call (#set! rule "inline"))
((call function: (attribute object: (_) @first attribute: (identifier) @of)) @call (#set! rule "inline"))
