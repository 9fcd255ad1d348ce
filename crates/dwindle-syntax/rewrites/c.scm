; How a C text can be rewritten. See docs/languages.md for what the captures mean.

; An expression by a literal.
((expression) @from (#set! rule "literal") (#set! to "0") (#set! to "1"))

; A type by a short one.
((type_specifier) @from (#set! rule "type") (#set! to "int") (#set! to "char"))

; A function or variable by one of numbers: its type and its value at once.
((function_definition type: (_) declarator: (_) @what body: (compound_statement (return_statement (_)))) @from
  (#set! rule "value") (#set! to "int {what}{return 0;}"))
((function_definition (type_qualifier) @kept type: (_) declarator: (_) @what
    body: (compound_statement (return_statement (_)))) @from
  (#set! rule "value") (#set! to "{kept} int {what}{return 0;}"))
((declaration type: (_) declarator: (init_declarator declarator: (_) @what value: (_))) @from
  (#set! rule "value") (#set! to "int {what}=0;"))
((declaration (type_qualifier) @kept type: (_) declarator: (init_declarator declarator: (_) @what value: (_))) @from
  (#set! rule "value") (#set! to "{kept} int {what}=0;"))

; A variable, a field or a constant by a literal or its value.
((declaration declarator: (identifier) @name) @from (#set! rule "variable") (#set! use "0") (#set! use "1"))
((declaration type: (_) . declarator: (init_declarator declarator: (identifier) @name value: (_) @value) .) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})") (#set! use "0"))
((declaration declarator: (_) . declarator: (init_declarator declarator: (identifier) @name value: (_) @value) @from)
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})") (#set! use "0"))
((declaration type: (_) . declarator: (init_declarator declarator: (identifier) @name value: (_) @value) @from . declarator: (_))
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})") (#set! use "0"))
((declaration declarator: (init_declarator declarator: (_ declarator: (identifier) @name) value: (_) @value)) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})") (#set! use "0"))
((enumerator name: (identifier) @name) @from (#set! rule "variable") (#set! use "0") (#set! use "1"))
((preproc_def name: (identifier) @name value: (_) @value) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "0"))
((type_definition type: (_) @type declarator: (type_identifier) @name) @from
  (#set! rule "variable") (#set! use "{type}") (#set! use "int"))

; A parameter with its arguments.
((function_definition declarator: (function_declarator declarator: (identifier) @of
    parameters: (parameter_list (parameter_declaration declarator: (identifier) @name) @slot))) @scope
  (#set! rule "parameter") (#set! use "0"))
((function_definition declarator: (function_declarator declarator: (identifier) @of
    parameters: (parameter_list (parameter_declaration declarator: (_ declarator: (identifier) @name)) @slot))) @scope
  (#set! rule "parameter") (#set! use "0"))
((function_declarator declarator: (identifier) @of parameters: (parameter_list (_) @slot)) (#set! rule "parameter"))
((call_expression function: (identifier) @of arguments: (argument_list (_) @slot)) (#set! rule "parameter"))

; A call by what the function gives.
((function_definition declarator: (function_declarator declarator: (identifier) @of)
    body: (compound_statement . [(return_statement (_) @value) (expression_statement (_) @value)] .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((function_definition declarator: (function_declarator declarator: (identifier) @of)
    body: (compound_statement . (_)+ @before . (return_statement (_) @value) .)) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((call_expression function: (identifier) @of) @call (#set! rule "inline"))
((preproc_function_def name: (identifier) @of value: (_) @value) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))

; One level of indirection less: an array, a pointer, a structure.
((array_declarator declarator: (identifier) @of @to) @from (#set! rule "indirection") (#set! together))
((pointer_declarator declarator: (identifier) @of @to) @from (#set! rule "indirection") (#set! together))
((subscript_expression argument: (identifier) @of @to) @from (#set! rule "indirection") (#set! together))
((pointer_expression argument: (identifier) @of @to) @from (#set! rule "indirection") (#set! together))
((field_expression argument: (identifier) @of @to) @from (#set! rule "indirection") (#set! together))
((declaration type: (struct_specifier body: (field_declaration_list . (field_declaration type: (_) @type))) @from
    declarator: (identifier) @of) (#set! rule "indirection") (#set! together) (#set! to "{type}"))
((declaration type: (struct_specifier !body) @from declarator: (identifier) @of)
  (#set! rule "indirection") (#set! together) (#set! to "int"))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @to) @from
  (#set! rule "first") (#set! to "*{to}"))

; A declared function and the one defined next to it by one, of the type of the first; two variables by the first.
((declaration type: (_) @type declarator: (function_declarator declarator: (identifier) @name)) @from
  . (function_definition type: (_) @from declarator: (function_declarator declarator: (identifier) @into))
  (#set! rule "merge") (#set! to "{type}") (#set! use "{into}"))
((declaration declarator: [(identifier) @into (init_declarator declarator: (identifier) @into)])
  . (declaration declarator: (identifier) @name) @from
  (#set! rule "merge") (#set! use "{into}"))
