; The first element by what the pointer points to.
((subscript_expression argument: (identifier) @to index: (number_literal)) @from (#set! rule "first") (#set! to "*{to}"))

; A function without types, whose first variable is its parameter; its parameter goes outside of it.
((function_definition type: (primitive_type) @also
    declarator: (function_declarator declarator: (_) @function parameters: (parameter_list "(" . ")")) @from
    body: (compound_statement . (declaration declarator: (identifier) @variable) @also))
  (#set! rule "local") (#set! to "{function}({variable})"))
((function_definition type: (primitive_type) @also
    declarator: (function_declarator declarator: (_) @function parameters: (parameter_list . (_) @parameter .)) @from
    body: (compound_statement . (declaration declarator: (identifier) @variable) @also))
  (#set! rule "local") (#set! to "{parameter};{function}({variable})"))

; A function without a type; after the rule before, which goes by it.
(function_definition type: (primitive_type) @from (#set! rule "untyped"))
(declaration type: (primitive_type) @from . declarator: (function_declarator) (#set! rule "untyped"))
