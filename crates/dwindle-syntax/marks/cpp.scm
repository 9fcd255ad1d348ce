; What a C++ text declares. See docs/languages.md for what the captures mean.

(translation_unit (_) @item)
(declaration_list (_) @item)
(compound_statement (_) @item)
(field_declaration_list [(field_declaration) (function_definition) (declaration) (template_declaration) (type_definition)
  (alias_declaration) (using_declaration) (friend_declaration) (static_assert_declaration)] @item)
(field_declaration_list (access_specifier) @item . ":" @item)
(comment) @noise
((preproc_call) @noise (#match? @noise "^# [0-9]"))
((preproc_call) @noise (#match? @noise "^#line "))

(namespace_definition body: (declaration_list (_))) @open
(namespace_definition name: (_) @name)
(namespace_definition name: (_) @scope)
; What is in an inline namespace is as good as outside.
((namespace_definition name: (namespace_identifier) @inline) @_how (#match? @_how "^inline"))
(linkage_specification body: (declaration_list)) @open
(preproc_ifdef [(declaration) (function_definition) (template_declaration) (type_definition) (class_specifier)
  (struct_specifier) (enum_specifier) (namespace_definition) (linkage_specification) (preproc_def)
  (preproc_function_def) (preproc_include)] @item) @open

; Types, and what only announces them.
(class_specifier name: (type_identifier) @name body: (_))
(struct_specifier name: (type_identifier) @name body: (_))
(union_specifier name: (type_identifier) @name body: (_))
; A specialization.
(class_specifier name: (template_type name: (type_identifier) @special))
(struct_specifier name: (template_type name: (type_identifier) @special))
(class_specifier name: (qualified_identifier name: [(type_identifier) @special (template_type name: (type_identifier) @special)])
  body: (_))
(struct_specifier name: (qualified_identifier name: [(type_identifier) @special (template_type name: (type_identifier) @special)])
  body: (_))
(translation_unit (_ name: (type_identifier) @name))
(declaration_list (_ name: (type_identifier) @name))
(field_declaration_list (_ name: (type_identifier) @name))
(field_declaration_list (field_declaration type: (_ name: (type_identifier) @name) !declarator))
(template_declaration [(class_specifier name: (type_identifier) @name) (struct_specifier name: (type_identifier) @name)
  (union_specifier name: (type_identifier) @name)])
; Only one says what is given by default.
(template_declaration parameters: (template_parameter_list [(optional_type_parameter_declaration) (optional_parameter_declaration)])
  [(class_specifier name: (type_identifier) @sole) (struct_specifier name: (type_identifier) @sole)])
(enum_specifier name: (type_identifier) @name)
(enumerator name: (identifier) @name)
(alias_declaration name: (type_identifier) @name)
(type_definition declarator: [(type_identifier) (primitive_type)] @name)
(type_definition declarator: (_ declarator: (type_identifier) @name))
(type_definition declarator: (_ declarator: (_ declarator: (type_identifier) @name)))
(type_definition declarator: (_ (_ declarator: (type_identifier) @name)))
(type_definition declarator: (_ (_ (_ declarator: (type_identifier) @name))))
(type_definition declarator: (_ (_ (reference_declarator (type_identifier) @name))))
(concept_definition name: (identifier) @name)

; Functions and variables. Those with a `::` in their names are declared elsewhere.
(function_declarator declarator: [(identifier) (field_identifier)] @name)
(function_declarator declarator: (template_function name: (identifier) @special))
(template_declaration parameters: (template_parameter_list . "<" . ">")
  (function_definition declarator: (function_declarator declarator: (identifier) @special)))
(declaration declarator: (identifier) @name)
(declaration declarator: (_ declarator: (identifier) @name))
(declaration declarator: [(reference_declarator (identifier) @name) (structured_binding_declarator (identifier) @name)])
(declaration declarator: (init_declarator
  declarator: [(reference_declarator (identifier) @name) (structured_binding_declarator (identifier) @name)]))
(declaration declarator: (_ declarator: (_ declarator: (identifier) @name)))
; In a body what is declared stays, used or not: what it is made of may be what matters.
(compound_statement [(declaration declarator: (identifier) @field) (declaration declarator: (_ declarator: (identifier) @field))
  (declaration declarator: (_ declarator: (_ declarator: (identifier) @field)))
  (declaration declarator: (reference_declarator (identifier) @field))
  (declaration declarator: (init_declarator declarator: (reference_declarator (identifier) @field)))])
(declaration declarator: (_ (_ (_ declarator: (identifier) @name))))
(declaration declarator: (init_declarator declarator: (_ (_ (_ declarator: (identifier) @name)))))
; A member of a type that is declared with it; others stay with their class.
(field_declaration type: (_ name: (_) body: (_)) declarator: (field_identifier) @name)
(field_declaration type: (_ !body) declarator: [(field_identifier) @field (pointer_declarator declarator: (field_identifier) @field)
  (array_declarator declarator: (field_identifier) @field) (reference_declarator (field_identifier) @field)
  (function_declarator declarator: (parenthesized_declarator (_ declarator: (field_identifier) @field)))])
; So do its operators and its destructor, which may be defined outside of it. Elsewhere operators have no names.
(field_declaration_list [(_ declarator: (function_declarator declarator: [(operator_name) (destructor_name)] @field @word))
  (_ declarator: (_ (function_declarator declarator: (operator_name) @field @word)))
  (template_declaration (_ declarator: (function_declarator declarator: (operator_name) @field @word)))
  (template_declaration (_ declarator: (_ (function_declarator declarator: (operator_name) @field @word))))])
(function_declarator declarator: (qualified_identifier name: [(operator_name) (destructor_name)] @word))
(function_declarator declarator: (qualified_identifier name: (qualified_identifier name: [(operator_name) (destructor_name)] @word)))
; Within a function, a `using` only uses.
([(translation_unit (using_declaration (qualified_identifier) @name)) (declaration_list (using_declaration (qualified_identifier) @name))
  (field_declaration_list (using_declaration (qualified_identifier) @name))] (#not-match? @name "\\boperator\\W"))
(namespace_alias_definition name: (_) @name)
(preproc_def name: (identifier) @name)
(preproc_function_def name: (identifier) @name)

; Parameters.
(type_parameter_declaration (type_identifier) @local)
(optional_type_parameter_declaration name: (type_identifier) @local)
(variadic_type_parameter_declaration (type_identifier) @local)
(parameter_declaration declarator: (identifier) @local)
(parameter_declaration declarator: (_ declarator: (identifier) @local))
(parameter_declaration declarator: (reference_declarator (identifier) @local))
(optional_parameter_declaration declarator: (identifier) @local)
(variadic_parameter_declaration declarator: (_ (identifier) @local))

; What functions and specializations apply to: of several with one name those are meant whose types are there. What the type of
; a parameter is worked out from is only mentioned.
(function_declarator parameters: (parameter_list (_ type: [(type_identifier) @domain (template_type name: (_) @domain)
  (qualified_identifier name: (template_type name: (_) @domain)) (qualified_identifier scope: (namespace_identifier) @domain)])))
; What only a condition of a specialization names is looked up for all that it may apply to.
((class_specifier name: (template_type arguments: (template_argument_list (type_descriptor) @domain)))
  (#not-match? @domain "able_if|void_t|decltype|::type\\b"))
((struct_specifier name: (template_type arguments: (template_argument_list (type_descriptor) @domain)))
  (#not-match? @domain "able_if|void_t|decltype|::type\\b"))

; What the language uses by itself.
([(co_await_expression) (co_yield_statement) (co_return_statement)] @implied
  (#set! names "coroutine_traits coroutine_handle from_address promise_type get_return_object unhandled_exception return_void"))
([(co_await_expression) (co_yield_statement) (co_return_statement)] @implied
  (#set! names "initial_suspend final_suspend return_value yield_value await_transform await_ready await_suspend await_resume"))
((for_range_loop) @implied (#set! names "begin end"))
((initializer_list . (_)) @implied (#set! names "initializer_list"))
((structured_binding_declarator) @implied (#set! names "tuple_size tuple_element get"))
((binary_expression operator: "<=>") @implied (#set! names "strong_ordering weak_ordering partial_ordering"))

; What a declaration can do without: bodies, last where something is worked out with them at compile time, and assertions.
(function_definition (field_initializer_list)? @part body: (compound_statement) @part (#set! instead ";") (#set! local))
((function_definition (type_qualifier) @_how (field_initializer_list)? @late body: (compound_statement) @late)
  (#match? @_how "^const(expr|eval)$") (#set! instead ";") (#set! local))
(function_definition type: (placeholder_type_specifier) body: (compound_statement) @late (#set! instead ";") (#set! local))
(static_assert_declaration) @part
(class_specifier (base_class_clause)? @part body: (_) @part (#set! instead "{}"))
(struct_specifier (base_class_clause)? @part body: (_) @part (#set! instead "{}"))

; What is declared in its class.
(function_definition declarator: (function_declarator declarator: (qualified_identifier))) @definition
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier)))) @definition
(template_declaration (function_definition declarator: (function_declarator declarator: (qualified_identifier)))) @definition
(template_declaration
  (function_definition declarator: (_ (function_declarator declarator: (qualified_identifier))))) @definition
(template_declaration (template_declaration
  (function_definition declarator: (function_declarator declarator: (qualified_identifier))))) @definition
(template_declaration (template_declaration
  (function_definition declarator: (_ (function_declarator declarator: (qualified_identifier)))))) @definition
[(declaration declarator: (qualified_identifier)) (declaration declarator: (init_declarator declarator: (qualified_identifier)))
  (template_declaration (declaration declarator: (qualified_identifier)))
  (template_declaration (declaration declarator: (init_declarator declarator: (qualified_identifier))))] @definition

; What a loop or a condition declares is known in that statement only.
(for_statement initializer: (declaration declarator: (identifier) @local))
(for_statement initializer: (declaration declarator: (_ declarator: (identifier) @local)))
(for_statement initializer: (declaration declarator: (init_declarator declarator: (_ declarator: (identifier) @local))))
(condition_clause value: (declaration declarator: (identifier) @local))
(condition_clause value: (declaration declarator: (_ declarator: (identifier) @local)))
(init_statement (declaration declarator: (identifier) @local))
(init_statement (declaration declarator: (_ declarator: (identifier) @local)))
