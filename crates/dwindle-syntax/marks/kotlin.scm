; What a Kotlin text declares. See docs/languages.md for what the captures mean.

(source_file (_) @item)
(class_body (_) @item)
(enum_class_body (_) @item)
(block (_) @item)
[(line_comment) (block_comment)] @noise

(import (qualified_identifier) @special)
(class_declaration name: (identifier) @name)
(object_declaration name: (identifier) @name)
(function_declaration name: (identifier) @sole)
(property_declaration (variable_declaration (identifier) @name))
(enum_entry (identifier) @name)

; What may be there because of something that its class is derived from stays with that.
(function_declaration (modifiers (member_modifier "override")) name: (identifier) @field)
(property_declaration (modifiers (member_modifier "override")) (variable_declaration (identifier) @field))

(function_declaration (function_body (block)) @part (#set! instead "{throw null!!}") (#set! local))
(class_declaration (class_body) @part (#set! instead "{}"))
(object_declaration (class_body) @part (#set! instead "{}"))
