; What a C text declares. See docs/languages.md for what the captures mean.

(translation_unit (_) @item)
(compound_statement (_) @item)
(case_statement [(expression_statement) (declaration) (if_statement) (for_statement) (while_statement) (do_statement)
  (switch_statement) (compound_statement) (return_statement) (break_statement) (goto_statement) (labeled_statement)] @item)
(comment) @noise
((preproc_call) @noise (#match? @noise "^# [0-9]"))
((preproc_call) @noise (#match? @noise "^#line "))
(linkage_specification body: (declaration_list (_) @item)) @open
(preproc_ifdef [(declaration) (function_definition) (type_definition) (struct_specifier) (union_specifier)
  (enum_specifier) (preproc_def) (preproc_function_def) (preproc_include)] @item) @open

; A name without what it stands for is of no use to most of what uses it.
(struct_specifier name: (type_identifier) @sole body: (_))
(union_specifier name: (type_identifier) @sole body: (_))
; Of which structure a field is that something uses is not known, so all of its name go together.
(field_declaration_list (field_declaration) @item)
(field_declaration type: (_ name: (_) body: (_)) declarator: (field_identifier) @name @sole)
(field_declaration type: (_ !name body: (_)) declarator: (field_identifier) @field @sole)
(field_declaration type: (_ !body) declarator: [(field_identifier) @field @sole
  (pointer_declarator declarator: (field_identifier) @field @sole) (array_declarator declarator: (field_identifier) @field @sole)
  (function_declarator declarator: (parenthesized_declarator (_ declarator: (field_identifier) @field @sole)))])
(type_definition type: [(struct_specifier !body) (union_specifier !body)] declarator: (type_identifier) @sole)
(translation_unit (_ name: (type_identifier) @name))
(enum_specifier name: (type_identifier) @name)
(enumerator name: (identifier) @name)
(type_definition declarator: [(type_identifier) (primitive_type)] @name)
(type_definition declarator: (_ declarator: (type_identifier) @name))
(type_definition declarator: (_ declarator: (_ declarator: (type_identifier) @name)))
(type_definition declarator: (_ (_ declarator: (type_identifier) @name)))
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (type_identifier) @name)))
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name))))
(type_definition declarator: (_ declarator: (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))))
(type_definition declarator: (_ declarator:
  (function_declarator declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)))))
(function_declarator declarator: (identifier) @name)
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name)))
(function_definition declarator: (_ declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name))))
(declaration declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name)))
(declaration declarator: (_ declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name))))
(declaration declarator: (function_declarator declarator: (parenthesized_declarator (_ declarator: (identifier) @name))))
(declaration declarator: (_ declarator:
  (function_declarator declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))))
(labeled_statement label: (statement_identifier) @name)
(declaration declarator: (identifier) @name)
(declaration declarator: (_ declarator: (identifier) @name))
(declaration declarator: (_ declarator: (_ declarator: (identifier) @name)))
(declaration declarator: (_ declarator: (_ declarator: (_ declarator: (identifier) @name))))
; In a body what is declared stays, used or not: what it is made of may be what matters.
(compound_statement [(declaration declarator: (identifier) @field) (declaration declarator: (_ declarator: (identifier) @field))
  (declaration declarator: (_ declarator: (_ declarator: (identifier) @field)))
  (declaration declarator: (function_declarator declarator: (parenthesized_declarator (_ declarator: (identifier) @field))))
  (declaration declarator: (_ declarator: (function_declarator declarator: (parenthesized_declarator (_ declarator: (identifier) @field)))))])
(preproc_def name: (identifier) @name)
(preproc_function_def name: (identifier) @name)

; Parameters.
(parameter_declaration declarator: (identifier) @local)
(parameter_declaration declarator: (_ declarator: (identifier) @local))
(parameter_declaration declarator: (_ declarator: (_ declarator: (identifier) @local)))

(function_definition body: (compound_statement) @part (#set! instead ";") (#set! local))

; What a loop or a condition declares is known in that statement only.
(for_statement initializer: (declaration declarator: (identifier) @local))
(for_statement initializer: (declaration declarator: (_ declarator: (identifier) @local)))
(for_statement initializer: (declaration declarator: (init_declarator declarator: (_ declarator: (identifier) @local))))
