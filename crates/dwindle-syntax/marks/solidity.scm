; What a Solidity text declares. See docs/languages.md for what the captures mean.

(source_file (_) @item)
(contract_body (_) @item)
(function_body (_) @item)
(block_statement (_) @item)
(comment) @noise

(import_directive import_name: (identifier) @name)
(contract_declaration name: (identifier) @name)
(interface_declaration name: (identifier) @name)
(library_declaration name: (identifier) @name)
(struct_declaration name: (identifier) @name)
(enum_declaration name: (identifier) @name)
(error_declaration name: (identifier) @name)
(event_definition name: (identifier) @name)
(modifier_definition name: (identifier) @name)
(user_defined_type_definition name: (identifier) @name)
(constant_variable_declaration name: (identifier) @name)
(state_variable_declaration name: (identifier) @name)
(function_definition name: (identifier) @sole)
(variable_declaration_statement (variable_declaration name: (identifier) @name))
; What is overridden is declared elsewhere.
(function_definition name: (identifier) @field (override_specifier))

(function_definition body: (function_body) @part (#set! instead "{}") (#set! local))
(constructor_definition body: (function_body) @part (#set! instead "{}") (#set! local))
