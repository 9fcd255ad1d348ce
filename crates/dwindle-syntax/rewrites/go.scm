; How a Go text can be rewritten. See docs/languages.md for what the captures mean.

; An expression by a literal.
((_expression) @from (#set! rule "literal") (#set! to "0") (#set! to "nil") (#set! to "\"\""))

; A type by a short one.
([(generic_type) (qualified_type) (pointer_type) (struct_type) (interface_type) (array_type) (slice_type) (map_type)
    (channel_type) (function_type) (type_identifier)] @from (#set! rule "type") (#set! to "int") (#set! to "any"))

; A variable, a constant or a type by its value.
((short_var_declaration left: (expression_list . (identifier) @name .) right: (expression_list . (_) @value .)) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))
((var_declaration (var_spec name: (identifier) @name value: (expression_list . (_) @value .))) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "({value})"))
((const_declaration (const_spec name: (identifier) @name value: (expression_list . (_) @value .))) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "0"))
((var_declaration (var_spec name: (identifier) @name)) @from (#set! rule "variable") (#set! use "0"))
((type_declaration (type_spec name: (type_identifier) @name type: (_) @value)) @from
  (#set! rule "variable") (#set! use "{value}") (#set! use "int"))

; A parameter with its arguments.
((function_declaration name: (identifier) @of parameters: (parameter_list (parameter_declaration name: (identifier) @name) @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "nil"))
((method_declaration name: (field_identifier) @of parameters: (parameter_list (parameter_declaration name: (identifier) @name) @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "nil"))
((call_expression function: [(identifier) @of (selector_expression field: (field_identifier) @of)] arguments: (argument_list (_) @slot))
  (#set! rule "parameter"))

; What a function gives.
((function_declaration result: (_) @from body: (block (statement_list (return_statement) @also .))) (#set! rule "result"))
((function_declaration result: (_) @from body: (block (statement_list (return_statement (expression_list) @also) .)))
  (#set! rule "result"))
((method_declaration result: (_) @from body: (block (statement_list (return_statement) @also .))) (#set! rule "result"))

; A call by what the function gives.
((function_declaration name: (identifier) @of
    body: (block (statement_list . [(return_statement (expression_list . (_) @value .)) (expression_statement (_) @value)] .))) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((function_declaration name: (identifier) @of
    body: (block (statement_list . (_)+ @before . (return_statement (expression_list . (_) @value .)) .))) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((call_expression function: (identifier) @of) @call (#set! rule "inline"))

; A field with its values.
((field_declaration name: (field_identifier) @of) @slot (#set! rule "field") (#set! together))
((keyed_element key: (literal_element (identifier) @of)) @slot (#set! rule "field") (#set! together))

; An import with all that uses it.
((import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @of)) @slot
  (#set! rule "import") (#set! together))
((expression_statement (call_expression function: (selector_expression operand: (identifier) @of))) @slot
  (#set! rule "import") (#set! together))
((call_expression function: (selector_expression operand: (identifier) @of)) @from
  (#set! rule "import") (#set! together) (#set! to "nil"))
((qualified_type package: (package_identifier) @of) @from (#set! rule "import") (#set! together) (#set! to "any"))
((selector_expression operand: (identifier) @of) @from (#set! rule "import") (#set! together) (#set! to "nil"))

; An import, or another name, with the declarations that use it.
((import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @of)) @slot
  (#set! rule "users") (#set! together))
((_ [(identifier) (package_identifier)] @of @slot) (#set! rule "users") (#set! together)
  (#set! around "function_declaration method_declaration type_declaration var_declaration const_declaration"))
