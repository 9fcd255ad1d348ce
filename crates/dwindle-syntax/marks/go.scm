; What a Go text declares. See docs/languages.md for what the captures mean.

(source_file (_) @item)
(import_spec_list (import_spec) @item)
(statement_list (_) @item)
(comment) @noise

(import_spec path: (_) @name)
(import_spec name: (package_identifier) @name)
(function_declaration name: (identifier) @name)
(method_declaration name: (field_identifier) @name)
(type_spec name: (type_identifier) @name)
(type_alias name: (type_identifier) @name)
(const_spec name: (identifier) @name)
(var_spec name: (identifier) @name)
(short_var_declaration left: (expression_list (identifier) @name))

(function_declaration result: (_) body: (block) @part (#set! instead "{panic(0)}") (#set! whole))
(method_declaration result: (_) body: (block) @part (#set! instead "{panic(0)}") (#set! whole))
(function_declaration !result body: (block) @part (#set! instead "{}") (#set! whole))
(method_declaration !result body: (block) @part (#set! instead "{}") (#set! whole))
