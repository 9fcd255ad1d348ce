; How a Go text can be rewritten. See docs/languages.md for what the captures mean.

; What goes with the last of its uses, since Go allows no import and no variable without one.
((import_spec_list (import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @name)) @definition)
  (#set! rule "unused"))
((import_declaration (import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @name))) @definition
  (#set! rule "unused"))
((short_var_declaration left: (expression_list . (identifier) @name .)) @definition
  (#set! rule "unused") (#set! within "function_declaration method_declaration"))
((short_var_declaration left: (expression_list (identifier) @name @definition (_)))
  (#set! rule "unused") (#set! within "function_declaration method_declaration") (#set! to "_"))
((short_var_declaration left: (expression_list (_) (identifier) @name @definition))
  (#set! rule "unused") (#set! within "function_declaration method_declaration") (#set! to "_"))
((var_declaration (var_spec . name: (identifier) @name . type: (_))) @definition
  (#set! rule "unused") (#set! within "function_declaration method_declaration"))
((var_declaration (var_spec . name: (identifier) @name . value: (_))) @definition
  (#set! rule "unused") (#set! within "function_declaration method_declaration"))
((range_clause left: (expression_list (identifier) @name @definition))
  (#set! rule "unused") (#set! within "function_declaration method_declaration") (#set! to "_"))

; A statement or a declaration with what nothing uses without it.
((statement_list (_) @from) (#set! rule "unused") (#set! unused))
((source_file (_) @from) (#set! rule "unused") (#set! unused))

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
((function_declaration name: (identifier) @of parameters: (parameter_list
    (parameter_declaration . name: (identifier) @name . type: (_)) @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "nil"))
((method_declaration name: (field_identifier) @of parameters: (parameter_list
    (parameter_declaration . name: (identifier) @name . type: (_)) @slot)) @scope
  (#set! rule "parameter") (#set! use "0") (#set! use "nil"))
((function_declaration name: (identifier) @of parameters: (parameter_list (parameter_declaration !name) @slot))
  (#set! rule "parameter"))
((method_declaration name: (field_identifier) @of parameters: (parameter_list (parameter_declaration !name) @slot))
  (#set! rule "parameter"))
((function_declaration name: (identifier) @of parameters: (parameter_list (variadic_parameter_declaration) @slot))
  (#set! rule "parameter"))
((function_declaration name: (identifier) @of parameters: (parameter_list
    (parameter_declaration name: (identifier) @name @slot name: (identifier)))) @scope
  (#set! rule "parameter") (#set! in "parameter_list") (#set! use "0") (#set! use "nil"))
((function_declaration name: (identifier) @of parameters: (parameter_list
    (parameter_declaration name: (identifier) name: (identifier) @name @slot))) @scope
  (#set! rule "parameter") (#set! in "parameter_list") (#set! use "0") (#set! use "nil"))
((method_declaration name: (field_identifier) @of parameters: (parameter_list
    (parameter_declaration name: (identifier) @name @slot name: (identifier)))) @scope
  (#set! rule "parameter") (#set! in "parameter_list") (#set! use "0") (#set! use "nil"))
((method_declaration name: (field_identifier) @of parameters: (parameter_list
    (parameter_declaration name: (identifier) name: (identifier) @name @slot))) @scope
  (#set! rule "parameter") (#set! in "parameter_list") (#set! use "0") (#set! use "nil"))
((call_expression function: [(identifier) @of (selector_expression field: (field_identifier) @of)] arguments: (argument_list (_) @slot))
  (#set! rule "parameter"))

; What a function gives, with all values that it returns.
((function_declaration name: (identifier) @of result: (_) @from) (#set! rule "result") (#set! together))
((method_declaration name: (field_identifier) @of result: (_) @from) (#set! rule "result") (#set! together))
((return_statement (expression_list) @from) (#set! rule "result") (#set! together)
  (#set! within "function_declaration method_declaration func_literal"))

; One of several results, with what it is returned and assigned to.
((function_declaration name: (identifier) @of result: (parameter_list (parameter_declaration) @slot)) (#set! rule "results"))
((method_declaration name: (field_identifier) @of result: (parameter_list (parameter_declaration) @slot)) (#set! rule "results"))
((return_statement (expression_list (_) @slot)) (#set! rule "results")
  (#set! within "function_declaration method_declaration func_literal"))
((short_var_declaration left: (expression_list (identifier) @name @slot)
    right: (expression_list . (call_expression function: [(identifier) @of (selector_expression field: (field_identifier) @of)]) .))
  (#set! rule "results") (#set! within "function_declaration method_declaration func_literal") (#set! use "0") (#set! use "nil"))
((assignment_statement left: (expression_list (_) @slot)
    right: (expression_list . (call_expression function: [(identifier) @of (selector_expression field: (field_identifier) @of)]) .))
  (#set! rule "results"))

; A function without its receiver.
((method_declaration receiver: (parameter_list (parameter_declaration name: (identifier) @name)) @slot @list
    name: (field_identifier) @of) @scope
  (#set! rule "members") (#set! use "nil") (#set! use "\"\""))
((method_declaration receiver: (parameter_list (parameter_declaration !name)) @slot @list name: (field_identifier) @of)
  (#set! rule "members"))
((selector_expression operand: (_) @slot @list "." @list field: (field_identifier) @of) (#set! rule "members"))

; A label with the jumps to it.
((labeled_statement label: (label_name) @of @from ":" @from) (#set! rule "label") (#set! together))
((break_statement (label_name) @of @from) (#set! rule "label") (#set! together))
((continue_statement (label_name) @of @from) (#set! rule "label") (#set! together))

; A call by what the function gives.
((function_declaration name: (identifier) @of
    body: (block (statement_list . [(return_statement (expression_list . (_) @value .)) (expression_statement (_) @value)] .))) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((function_declaration name: (identifier) @of
    body: (block (statement_list . (_)+ @before . (return_statement (expression_list . (_) @value .)) .))) @from
  (#set! rule "inline") (#set! to "{value}") (#set! to "({value})"))
((function_declaration name: (identifier) @of result: (_) @result
    body: (block (statement_list . (return_statement (expression_list . (_) @value .)) .))) @from
  (#set! rule "inline") (#set! to "({result})({value})"))
((call_expression function: (identifier) @of) @call (#set! rule "inline"))

; A field with its values.
((field_declaration name: (field_identifier) @of) @slot (#set! rule "field") (#set! together))
((keyed_element key: (literal_element (identifier) @of)) @slot (#set! rule "field") (#set! together))

; An import with all that uses it.
((import_spec_list (import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @of)) @slot)
  (#set! rule "import") (#set! together))
((import_declaration (import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @of))) @slot
  (#set! rule "import") (#set! together))
((expression_statement (call_expression function: (selector_expression operand: (identifier) @of))) @slot
  (#set! rule "import") (#set! together))
((call_expression function: (selector_expression operand: (identifier) @of)) @from
  (#set! rule "import") (#set! together) (#set! to "nil"))
((qualified_type package: (package_identifier) @of) @from (#set! rule "import") (#set! together) (#set! to "any"))
((selector_expression operand: (identifier) @of) @from (#set! rule "import") (#set! together) (#set! to "nil"))

; An import, or another name, with the declarations that use it.
((import_spec_list (import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @of)) @slot)
  (#set! rule "users") (#set! together))
((import_declaration (import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @of))) @slot
  (#set! rule "users") (#set! together))
((_ [(identifier) (package_identifier)] @of @slot) (#set! rule "users") (#set! together)
  (#set! around "function_declaration method_declaration type_declaration var_declaration const_declaration"))

; A list of one import without its brackets.
((import_spec_list . (import_spec) @to .) @from (#set! rule "list"))
