; What a TypeScript text declares besides what stands in ecmascript.scm.

(interface_body (_) @item)
(function_signature name: (identifier) @name)
(class_declaration name: (type_identifier) @name)
(abstract_class_declaration name: (type_identifier) @name)
(interface_declaration name: (type_identifier) @name)
(type_alias_declaration name: (type_identifier) @name)
(enum_declaration name: (identifier) @name)
(method_signature name: (property_identifier) @name)
(public_field_definition name: (property_identifier) @name)
(property_signature name: (property_identifier) @name)
