
; The first element by what the pointer points to.
((subscript_expression argument: (identifier) @to index: (number_literal)) @from (#set! rule "first") (#set! to "*{to}"))

; A variable of a function without types, which the parser takes for a call, as its parameter; its parameter outside of it.
([(ERROR (call_expression function: (identifier) @function arguments: (argument_list "(" . ")")) @from)
    (expression_statement (call_expression function: (identifier) @function arguments: (argument_list "(" . ")")) @from)]
  . (compound_statement (declaration declarator: (identifier) @variable) @also)
  (#set! rule "local") (#set! to "{function}({variable})"))
([(ERROR (call_expression function: (identifier) @function arguments: (argument_list . (_) @parameter .)) @from)
    (expression_statement (call_expression function: (identifier) @function arguments: (argument_list . (_) @parameter .)) @from)]
  . (compound_statement (declaration declarator: (identifier) @variable) @also)
  (#set! rule "local") (#set! to "{parameter};{function}({variable})"))
