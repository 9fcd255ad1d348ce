; What LLVM IR declares. See docs/languages.md for what the captures mean.

(module (_) @item)
(function_body (instruction) @item)

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
(instruction . (local_var) @name)
(fn_define (function_header (argument_list (argument (value (var (local_var) @local))))))

(fn_define (function_body) @part (#set! instead "{unreachable}") (#set! local))

; What a program does not need to be one: comments, places in a source text, attributes, alignments.
(comment) @noise
(metadata_attachment) @noise
(metadata_refs) @noise
(function_header (attribute [(attribute_name) (string) (attr_ref)]) @noise)
(instruction_call (attribute) @noise)
(instruction_invoke (attribute) @noise)
(param_or_return_attrs) @noise
(unnamed_addr) @noise
(linkage (dso_local)) @noise
(linkage (visibility)) @noise
; Without its linkage a function stays though nothing calls it, so that what calls it can go.
(linkage (linkage_aux ["private" "internal" "weak" "weak_odr" "linkonce" "linkonce_odr"])) @late_noise
("," @noise . "align" @noise . (number) @noise)
("," @noise . (alignment) @noise)
("," @noise . (attribute (alignment)) @noise)
