; What a Ruby text declares. See docs/languages.md for what the captures mean.

(program (_) @item)
(body_statement (_) @item)
(then (_) @item)
(else (_) @item)
(do (_) @item)
(comment) @noise

(class name: (_) @name)
(module name: (_) @name)
(method name: (_) @name)
(singleton_method name: (_) @name)
(alias name: (_) @name)
(assignment left: [(identifier) (constant) (instance_variable) (class_variable) (global_variable)] @name)

(method body: (body_statement) @part (#set! instead "") (#set! local))
(singleton_method body: (body_statement) @part (#set! instead "") (#set! local))
(class (superclass)? @part body: (body_statement) @part (#set! instead ""))
(module body: (body_statement) @part (#set! instead ""))
