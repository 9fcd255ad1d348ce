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
(method_definition name: (property_identifier) @name)
(function_declaration body: (statement_block) @part (#set! instead "{}") (#set! local))
(generator_function_declaration body: (statement_block) @part (#set! instead "{}") (#set! local))
(function_expression body: (statement_block) @part (#set! instead "{}") (#set! local))
(arrow_function body: (statement_block) @part (#set! instead "{}") (#set! local))
(method_definition body: (statement_block) @part (#set! instead "{}") (#set! local))
