; What a Python text declares. See docs/languages.md for what the captures mean.

(module (_) @item)
(function_definition body: (block (_) @item))
(class_definition body: (block (_) @item))
(comment) @noise

(function_definition name: (identifier) @name)
(class_definition name: (identifier) @name)
(expression_statement (assignment left: (identifier) @name))
(import_statement name: (dotted_name) @name)
(import_statement name: (aliased_import alias: (identifier) @name))
(import_from_statement name: (dotted_name) @name)
(import_from_statement name: (aliased_import alias: (identifier) @name))

(function_definition body: (block) @part (#set! instead "pass") (#set! local))
(class_definition body: (block) @part (#set! instead "pass"))
