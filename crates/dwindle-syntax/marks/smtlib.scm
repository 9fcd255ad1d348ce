; What an SMT-LIB script declares. The nodes are those of s-expressions. See docs/languages.md for what the captures mean.

(program (list) @item)
(comment) @noise

((list . (symbol) @declare . (symbol) @name) (#match? @declare "^(declare|define)-"))

((list . (symbol) @assert . (_) @part .) (#eq? @assert "assert") (#set! instead "true"))

; What is pushed and popped, with at most one command in between: neither can go alone.
((list . (symbol) @push) @item . (list)? @item . (list . (symbol) @pop . (_)? .) @item (#eq? @push "push") (#eq? @pop "pop"))
