; What an R text declares. See docs/languages.md for what the captures mean.

(program (_) @item)
(braced_expression (_) @item)
(comment) @noise

(binary_operator lhs: (identifier) @name operator: ["<-" "<<-" "="])

(function_definition body: (braced_expression) @part (#set! instead "{}") (#set! local))
