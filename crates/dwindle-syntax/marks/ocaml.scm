; What an OCaml text declares. See docs/languages.md for what the captures mean.

(compilation_unit (_) @item)
(structure (_) @item)
(signature (_) @item)
(comment) @noise

(let_binding pattern: (value_name) @name)
(let_binding pattern: (value_pattern) @name)
(external (value_name) @name)
(value_specification (value_name) @name)
(type_binding name: (type_constructor) @name)
(variant_declaration (constructor_declaration (constructor_name) @name @field))
(field_declaration (field_name) @name @field)
(exception_definition (constructor_declaration (constructor_name) @name))
(module_binding (module_name) @name)
(module_type_definition (module_type_name) @name)
(class_binding (class_name) @name)

(value_definition (let_binding body: (_) @part) (#set! instead "assert false") (#set! local))
