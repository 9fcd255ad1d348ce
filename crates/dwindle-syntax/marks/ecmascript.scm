; What JavaScript and TypeScript texts declare alike. See docs/languages.md for what the captures mean.

(program (_) @item)
(statement_block (_) @item)
(class_body (_) @item)
(comment) @noise
(function_declaration name: (identifier) @name)
(generator_function_declaration name: (identifier) @name)
(variable_declarator name: (identifier) @name)
(import_specifier !alias name: (identifier) @name)
(import_specifier alias: (identifier) @name)
(import_clause (identifier) @name)
(namespace_import (identifier) @name)
(class_body (method_definition name: (property_identifier) @name))
