; What a Perl text declares. See docs/languages.md for what the captures mean.

; A text that begins later, as `<<A` says, is none of these.
(source_file [(expression_statement) (subroutine_declaration_statement) (method_declaration_statement) (use_statement) (use_version_statement)
  (package_statement) (class_statement) (phaser_statement) (conditional_statement) (loop_statement) (for_statement)
  (cstyle_for_statement) (block_statement) (try_statement) (defer_statement) (statement_label)] @item)
(block [(expression_statement) (subroutine_declaration_statement) (method_declaration_statement) (use_statement) (use_version_statement)
  (package_statement) (class_statement) (phaser_statement) (conditional_statement) (loop_statement) (for_statement)
  (cstyle_for_statement) (block_statement) (try_statement) (defer_statement) (statement_label)] @item)
[(comment) (pod)] @noise

(subroutine_declaration_statement name: (bareword) @name)
(method_declaration_statement name: (bareword) @name)
; An array is named with another sign than its elements.
(variable_declaration variable: (scalar) @name)
(variable_declaration variable: [(array (varname) @name) (hash (varname) @name)])
(variable_declaration variables: (scalar) @name)
(variable_declaration variables: [(array (varname) @name) (hash (varname) @name)])
(expression_statement (assignment_expression left: (scalar) @name))

(subroutine_declaration_statement body: (block) @part (#set! instead "{}") (#set! local))
(method_declaration_statement body: (block) @part (#set! instead "{}") (#set! local))
(anonymous_subroutine_expression body: (block) @part (#set! instead "{}") (#set! local))
