; What an SMT-LIB script declares. The nodes are those of s-expressions. See docs/languages.md for what the captures mean.

(program (list) @item)
(comment) @noise

((list . (symbol) @declare . (symbol) @name) (#match? @declare "^(declare|define)-"))

((list . (symbol) @assert . (_) @part .) (#eq? @assert "assert") (#set! instead "true"))
