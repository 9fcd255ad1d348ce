; What a Rust text declares. See docs/languages.md for what the captures mean.

(source_file (_) @item)
(mod_item body: (declaration_list (_) @item))
(foreign_mod_item body: (declaration_list (_) @item))
; A trait and what implements it have the same members, so none goes alone.
(impl_item !trait body: (declaration_list (_) @item))
(mod_item body: (declaration_list)) @open
(mod_item name: (identifier) @scope body: (declaration_list))
(foreign_mod_item) @open
(attribute_item) @prefix
[(line_comment) (block_comment)] @noise

(mod_item name: (identifier) @name body: (declaration_list . "{" . "}"))
(source_file (function_item name: (identifier) @name))
(mod_item body: (declaration_list (function_item name: (identifier) @name)))
(impl_item !trait body: (declaration_list (function_item name: (identifier) @name)))
(impl_item !trait body: (declaration_list (const_item name: (identifier) @name)))
(foreign_mod_item body: (declaration_list (function_signature_item name: (identifier) @name)))
(block (function_item name: (identifier) @name))
(struct_item name: (type_identifier) @name)
(enum_item name: (type_identifier) @name)
(union_item name: (type_identifier) @name)
(trait_item name: (type_identifier) @name)
(source_file (type_item name: (type_identifier) @name))
(mod_item body: (declaration_list (type_item name: (type_identifier) @name)))
(source_file (const_item name: (identifier) @name))
(mod_item body: (declaration_list (const_item name: (identifier) @name)))
(static_item name: (identifier) @name)
(macro_definition name: (identifier) @name)
(use_declaration argument: [(identifier) (scoped_identifier)] @name)
(use_declaration argument: [(scoped_use_list) (use_list)]) @open
(use_list (_) @item)
(use_list (scoped_use_list) @open)
(use_list [(identifier) (scoped_identifier)] @name)
(use_as_clause alias: (identifier) @name)
(scoped_use_list path: [(identifier) (scoped_identifier)] @name list: (use_list (self)))
(extern_crate_declaration name: (identifier) @name)

(function_item body: (block) @part (#set! instead "{loop{}}") (#set! local))
((function_item (function_modifiers) @_how body: (block) @late) (#match? @_how "const") (#set! instead "{loop{}}") (#set! local))
