; The first element by what the pointer points to.
((subscript_expression argument: (identifier) @to index: (number_literal)) @from (#set! rule "first") (#set! to "*{to}"))

; A function without types, whose first variable is its parameter; its parameter goes outside of it.
((function_definition type: (primitive_type) @also @type
    declarator: (function_declarator declarator: (_) @function parameters: (parameter_list "(" . ")")) @from
    body: (compound_statement . (declaration declarator: (identifier) @variable) @also)) (#eq? @type "int")
  (#set! rule "local") (#set! to "{function}({variable})"))
((function_definition type: (primitive_type) @also @type
    declarator: (function_declarator declarator: (_) @function parameters: (parameter_list . (_) @parameter .)) @from
    body: (compound_statement . (declaration declarator: (identifier) @variable) @also)) (#eq? @type "int")
  (#set! rule "local") (#set! to "{parameter};{function}({variable})"))
