
; The first element by what the pointer points to.
((subscript_expression argument: (identifier) @to index: (number_literal)) @from (#set! rule "first") (#set! to "*{to}"))
