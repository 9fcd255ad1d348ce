; What a JavaScript text declares besides what stands in ecmascript.scm.

(class_declaration name: (identifier) @name)
(field_definition property: (property_identifier) @name)

(function_declaration body: (statement_block) @part (#set! instead "{}") (#set! local))
(generator_function_declaration body: (statement_block) @part (#set! instead "{}") (#set! local))
(function_expression body: (statement_block) @part (#set! instead "{}") (#set! local))
(arrow_function body: (statement_block) @part (#set! instead "{}") (#set! local))
(method_definition body: (statement_block) @part (#set! instead "{}") (#set! local))
