; How a C++ text can be rewritten beyond what C can.

((subscript_expression argument: (identifier) @to indices: (subscript_argument_list . (number_literal) .)) @from
  (#set! rule "first") (#set! to "*{to}"))

; A field, or a variable of a class.
((field_declaration declarator: (field_identifier) @name) @from (#set! rule "variable") (#set! use "0"))
((alias_declaration name: (type_identifier) @name type: (_) @type) @from
  (#set! rule "variable") (#set! use "{type}") (#set! use "int"))

; A variable of a class by one of its functions.
((declaration type: [(class_specifier body: (field_declaration_list (field_declaration type: (_) @type
        declarator: (function_declarator parameters: (_) @parameters))))
      (struct_specifier body: (field_declaration_list (field_declaration type: (_) @type
        declarator: (function_declarator parameters: (_) @parameters))))] @from declarator: (identifier) @of @from)
  (#set! rule "indirection") (#set! together) (#set! to "{type} {of}{parameters}"))

; A parameter of a function with a class or a template, with its arguments.
((function_definition declarator: (function_declarator declarator: [(field_identifier) (qualified_identifier name: (identifier))] @of
    parameters: (parameter_list (parameter_declaration declarator: (identifier) @name) @slot))) @scope
  (#set! rule "parameter") (#set! use "0"))
((function_declarator declarator: (field_identifier) @of parameters: (parameter_list (_) @slot)) (#set! rule "parameter"))
((function_declarator declarator: (qualified_identifier name: (identifier) @of) parameters: (parameter_list (_) @slot))
  (#set! rule "parameter"))
((call_expression function: (field_expression field: (field_identifier) @of) arguments: (argument_list (_) @slot))
  (#set! rule "parameter"))
((call_expression function: (qualified_identifier name: (identifier) @of) arguments: (argument_list (_) @slot))
  (#set! rule "parameter"))
((call_expression function: (template_function name: (identifier) @of) arguments: (argument_list (_) @slot))
  (#set! rule "parameter"))
((declaration type: (type_identifier) @of declarator: (init_declarator value: (argument_list (_) @slot)))
  (#set! rule "parameter"))
((field_initializer (field_identifier) @of (argument_list (_) @slot)) (#set! rule "parameter"))

; A parameter of a template with its arguments.
((template_declaration "template" @list parameters: (template_parameter_list
      (type_parameter_declaration (type_identifier) @name) @slot) @list
    [(class_specifier name: (type_identifier) @of) (struct_specifier name: (type_identifier) @of)
     (alias_declaration name: (type_identifier) @of)
     (function_definition declarator: (function_declarator declarator: (identifier) @of))
     (function_definition declarator: (_ (function_declarator declarator: (identifier) @of)))
     (declaration declarator: (function_declarator declarator: (identifier) @of))]) @scope
  (#set! rule "template") (#set! use "int"))
((template_declaration "template" @list parameters: (template_parameter_list
      (parameter_declaration declarator: (identifier) @name) @slot) @list
    [(class_specifier name: (type_identifier) @of) (struct_specifier name: (type_identifier) @of)
     (alias_declaration name: (type_identifier) @of)
     (function_definition declarator: (function_declarator declarator: (identifier) @of))
     (function_definition declarator: (_ (function_declarator declarator: (identifier) @of)))]) @scope
  (#set! rule "template") (#set! use "1"))
((template_declaration "template" @list parameters: (template_parameter_list (_) @slot) @list
    [(class_specifier name: (type_identifier) @of) (struct_specifier name: (type_identifier) @of)
     (alias_declaration name: (type_identifier) @of)
     (function_definition declarator: (function_declarator declarator: (identifier) @of))
     (function_definition declarator: (_ (function_declarator declarator: (identifier) @of)))])
  (#set! rule "template"))
((template_type name: (type_identifier) @of arguments: (template_argument_list (_) @slot) @list) (#set! rule "template"))
((template_function name: (identifier) @of arguments: (template_argument_list (_) @slot) @list) (#set! rule "template"))

; A parameter of a specialization goes with the last argument that it stands in.
((template_declaration parameters: (template_parameter_list (type_parameter_declaration (type_identifier) @name) @definition)
    [(class_specifier name: (template_type)) (struct_specifier name: (template_type))]) @scope
  (#set! rule "template"))
((template_declaration parameters: (template_parameter_list (parameter_declaration declarator: (identifier) @name) @definition)
    [(class_specifier name: (template_type)) (struct_specifier name: (template_type))]) @scope
  (#set! rule "template"))

; A class without members by its base.
((class_specifier name: (type_identifier) @name (base_class_clause (type_identifier) @to)) @from
  (#set! rule "base") (#set! to "") (#set! use "{to}"))
((struct_specifier name: (type_identifier) @name (base_class_clause (type_identifier) @to)) @from
  (#set! rule "base") (#set! to "") (#set! use "{to}"))

; What is in a namespace or a class stands outside of it.
((namespace_definition "namespace" @from name: (_) @of @from body: (declaration_list "{" @from "}" @also))
  (#set! rule "members") (#set! together))
((class_specifier "class" @from name: (_) @of @from body: (field_declaration_list "{" @from "}" @also) )
  (#set! rule "members") (#set! together))
((struct_specifier "struct" @from name: (_) @of @from body: (field_declaration_list "{" @from "}" @also) )
  (#set! rule "members") (#set! together))
((qualified_identifier scope: (_) @of @from "::" @from) (#set! rule "members") (#set! together))

; A namespace with nothing in it.
((namespace_definition body: (declaration_list . "{" . "}")) @from (#set! rule "empty"))
((linkage_specification body: (declaration_list . "{" . "}")) @from (#set! rule "empty"))

; Two parts of a namespace next to each other by one.
((namespace_definition name: (_) @first body: (declaration_list "}" @also))
  . (namespace_definition "namespace" @from name: (_) @second @from body: (declaration_list "{" @from))
  (#eq? @first @second) (#set! rule "merge") (#set! to ""))
