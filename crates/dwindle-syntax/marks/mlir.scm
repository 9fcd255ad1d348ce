; What MLIR declares. See docs/languages.md for what the captures mean.

(operation) @item

; Names with their signs: `@f` is no `%f`.
[(symbol_ref_id) (value_use) (caret_id)] @word

(operation (op_result (value_use) @name))
(func_operation (symbol_ref_id) @name)
(func_operation (func_arg_list (value_use) @local))
(module_operation (symbol_ref_id) @name)
; Other operations that define a symbol have it right after their name; those that use one have brackets after it.
((custom_operation . (custom_op_name) @operation . (symbol_ref_id) @name . (attribute)) (#not-match? @operation "call"))
((custom_operation . (custom_op_name) @operation . (symbol_ref_id) @name . (region)) (#not-match? @operation "call"))
((custom_operation . (custom_op_name) @operation (symbol_ref_id) @name) (#match? @operation "[.]global$"))

(func_operation (region) @part (#set! local))

; What a program does not need to be one: comments, places in a source text, attributes.
(comment) @noise
(trailing_location) @noise
(func_operation "attributes" @noise . (dictionary_attribute) @noise)
(custom_operation (attribute (dictionary_attribute)) @noise)
