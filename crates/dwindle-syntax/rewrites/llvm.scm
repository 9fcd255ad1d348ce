; How LLVM IR can be rewritten. See docs/languages.md for what the captures mean.

; A function by its declaration.
((fn_define (function_header (type) @type (global_var) @function (argument_list) @arguments)) @from
  (#set! rule "declaration") (#set! to "declare {type} {function}{arguments}"))

; An instruction goes, and a constant or an operand stands in all places of its value.
((instruction . (local_var) @name) @from
  (#set! rule "variable") (#set! within "fn_define") (#set! use "zeroinitializer"))
((instruction . [(instruction_store) (instruction_call) (instruction_fence)]) @from (#set! rule "variable"))
((instruction . (local_var) @name) @from
  (#set! rule "constant") (#set! within "fn_define") (#set! use "0") (#set! use "null"))
((instruction . (local_var) @name (_ (type_and_value (value) @value))) @from
  (#set! rule "operand") (#set! within "fn_define") (#set! use "{value}"))
((instruction . (local_var) @name (_ (value) @value)) @from
  (#set! rule "operand") (#set! within "fn_define") (#set! use "{value}"))

; A jump that depends on nothing.
((instruction_br . (type_and_value) . (type_and_value) @label . (type_and_value) . ) @from
  (#set! rule "branch") (#set! to "br {label}"))
((instruction_br . (type_and_value) . (type_and_value) . (type_and_value) @label . ) @from
  (#set! rule "branch") (#set! to "br {label}"))
((instruction_switch . (type_and_value) . (type_and_value) @label) @from
  (#set! rule "branch") (#set! to "br {label}"))

; The end of a function in the place of a jump or a result.
([(instruction_br) (instruction_switch) (instruction_ret) (instruction_invoke) (instruction_resume)] @from
  (#set! rule "end") (#set! to "unreachable") (#set! to "ret void"))

; A block without the jump to it and its label, or as a whole.
((function_body (instruction (instruction_br)) @from . (label) @from) (#set! rule "block"))
((function_body (label) @from . (instruction)+ @from . (label)) (#set! rule "block"))
((function_body (label) @from . (instruction)+ @from .) (#set! rule "block"))

; A constant in the place of a value.
((value) @from (#set! rule "literal") (#set! to "0") (#set! to "null") (#set! to "undef"))

; A parameter with its arguments.
((fn_define (function_header (global_var) @of (argument_list (argument (value (var (local_var) @name))) @slot))) @scope
  (#set! rule "parameter") (#set! use "undef") (#set! use "0") (#set! use "null"))
((fn_define (function_header (global_var) @of (argument_list (argument) @slot))) (#set! rule "parameter"))
((declare (function_header (global_var) @of (argument_list (argument) @slot))) (#set! rule "parameter"))
((instruction_call (value (var (global_var) @of)) (argument_list (argument) @slot)) (#set! rule "parameter") (#set! argument))

; What a function gives, with all values that it returns.
((fn_define (function_header (type) @from (global_var) @of)) (#set! rule "result") (#set! together) (#set! to "void"))
((declare (function_header (type) @from (global_var) @of)) (#set! rule "result") (#set! together) (#set! to "void"))
((fn_define (function_header (global_var) @of) (function_body (instruction (instruction_ret (type_and_value) @from))))
  (#set! rule "result") (#set! together) (#set! to "void"))
((instruction_call (type) @from (value (var (global_var) @of))) (#set! rule "result") (#set! together) (#set! to "void"))
((instruction (local_var) @from "=" @from (instruction_call (value (var (global_var) @of))))
  (#set! rule "result") (#set! together))

; A type by a short one.
((type) @from (#set! rule "type") (#set! to "i1") (#set! to "i8") (#set! to "ptr"))
