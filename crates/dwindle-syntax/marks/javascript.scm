; What a JavaScript text declares besides what stands in ecmascript.scm.

(class_declaration name: (identifier) @name)
(field_definition property: (property_identifier) @name)
