; How an SQL text can be rewritten. See docs/languages.md for what the captures mean.

; A column of a table with its values.
((create_table (object_reference name: (identifier) @of) (column_definitions (column_definition) @slot))
  (#set! rule "column"))
((insert (object_reference name: (identifier) @of) (list (_) @slot)) (#set! rule "column") (#set! argument))
((insert (object_reference name: (identifier) @of) (select (select_expression (term) @slot)))
  (#set! rule "column") (#set! argument))

; The same with all that names it.
((create_table (object_reference name: (identifier) @of)
    (column_definitions (column_definition name: (identifier) @name) @slot))
  (#set! rule "used-column") (#set! use "0") (#set! use "NULL"))
((insert (object_reference name: (identifier) @of) (list (_) @slot)) (#set! rule "used-column") (#set! argument))
((insert (object_reference name: (identifier) @of) (select (select_expression (term) @slot)))
  (#set! rule "used-column") (#set! argument))

; An expression by a literal.
([(field) (invocation) (binary_expression) (unary_expression) (parenthesized_expression) (between_expression) (subquery)
    (case) (cast) (window_function) (exists) (literal)] @from
  (#set! rule "literal") (#set! to "0") (#set! to "NULL") (#set! to "''"))

; A type by a short one.
((column_definition type: (_) @from) (#set! rule "type") (#set! to "int") (#set! to "text"))
