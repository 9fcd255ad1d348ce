; What LLVM IR declares. See docs/languages.md for what the captures mean.

(module (_) @item)
; A block has to end as it does, so with what its last instruction uses the whole body goes.
((function_body (instruction) @item) (#not-match? @item
  "^(%\\S+ *= *)?(br|switch|indirectbr|invoke|callbr|ret|resume|unreachable|cleanupret|catchret|catchswitch)\\b"))

; Names with their signs: `@f` is no `%f`, `!1` is no number, and `declare` is no `@llvm.dbg.declare`.
[(global_var) (local_var) (metadata_ref) (attr_ref) (comdat_ref)] @word

(global_type . (local_var) @name)
(global_global . (global_var) @name)
(alias . (global_var) @name)
(ifunc . (global_var) @name)
(comdat . (comdat_ref) @name)
(global_metadata . (metadata_ref) @name)
(unnamed_attr_grp (attr_ref) @name)
(declare (function_header (global_var) @name))
(fn_define (function_header (global_var) @name))
((instruction . (local_var) @name) @_all (#not-match? @_all "^%\\S+ *= *(invoke|callbr|catchswitch)\\b"))
(fn_define (function_header (argument_list (argument (value (var (local_var) @local))))))

(fn_define (function_body) @part (#set! instead "{unreachable}") (#set! local))

; What a program does not need to be one: comments, places in a source text, attributes, alignments.
(comment) @noise
(metadata_attachment) @attribute
(metadata_refs) @attribute
(function_header (attribute [(attribute_name) (string) (attr_ref)]) @attribute)
((instruction (instruction_call (value (var (global_var) @_called)))) @attribute
  (#match? @_called "^@llvm[.](dbg|lifetime)[.]"))
(instruction_call (attribute) @attribute)
(instruction_invoke (attribute) @attribute)
(param_or_return_attrs) @noise
; Without brackets it means the one of the name of what it stands at.
(function_header (attribute "comdat") @attribute)
(global_global "," @attribute . (attribute "comdat") @attribute)
(unnamed_addr) @noise
(linkage (dso_local)) @noise
(linkage (visibility)) @noise
; Without its linkage a function stays though nothing calls it, so that what calls it can go.
(linkage (linkage_aux ["private" "internal" "weak" "weak_odr" "linkonce" "linkonce_odr"])) @late_noise
; An atomic access has to say how it is aligned.
((_) @_before . "," @noise . "align" @noise . (number) @noise (#not-eq? @_before "seq_cst")
  (#not-match? @_before "^(unordered|monotonic|acquire|release)$"))
("," @noise . (alignment) @noise)
("," @noise . (attribute (alignment)) @noise)
