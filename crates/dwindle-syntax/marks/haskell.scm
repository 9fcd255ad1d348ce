; What a Haskell text declares. See docs/languages.md for what the captures mean.

(haskell (header) @item @open)
(exports [(export) (module_export)] @item)
(imports (_) @item)
(import_list (import_name) @item)
(declarations (_) @item)
(class_declarations (_) @item)
(instance_declarations (_) @item)
(local_binds (_) @item)
[(comment) (haddock)] @noise

(import_name [variable: (_) type: (_) operator: (_)] @name)
; Of what a signature and equations say of a function all is there or nothing.
(signature name: (_) @sole)
(signature names: (binding_list name: (_) @sole))
(function name: (_) @sole)
(bind name: (_) @sole)
(data_type name: (_) @name)
(data_constructor (prefix name: (_) @sole @field))
(data_constructor (record name: (_) @sole @field))
(field name: (field_name (_) @sole @field))
(newtype_constructor name: (_) @sole @field)
(newtype name: (_) @name)
(type_synomym name: (_) @name)
(class name: (_) @name)
; A class has these whether or not they are defined.
(instance_declarations (function name: (_) @field))
(instance_declarations (bind name: (_) @field))

; What stands behind `where` is known in its function only.
(function (match)+ @part (local_binds)? @part (#set! instead "= undefined") (#set! local))
(bind (match)+ @part (local_binds)? @part (#set! instead "= undefined") (#set! local))
(data_type (deriving) @part)
