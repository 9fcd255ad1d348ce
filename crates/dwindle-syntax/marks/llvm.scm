; What LLVM IR declares. See docs/languages.md for what the captures mean.

(module (_) @item)
(function_body (instruction) @item)
(comment) @noise

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
