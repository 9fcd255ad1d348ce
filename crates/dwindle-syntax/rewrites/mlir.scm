; How MLIR can be rewritten. See docs/languages.md for what the captures mean.

; An operation goes, and what it works on, or a parameter, stands in all places of its value.
((operation . (op_result (value_use) @name) . "=" . (custom_operation (value_use) @value)) @from
  (#set! rule "operand") (#set! within "func_operation") (#set! use "{value}"))
((func_operation (func_arg_list (value_use) @value)
    (region (_ (operation . (op_result (value_use) @name) . "=") @from))) @scope
  (#set! rule "operand") (#set! use "{value}"))

; A jump that depends on nothing.
((custom_operation . (custom_op_name) @jump (successor) @label) @from
  (#eq? @jump "llvm.cond_br") (#set! rule "branch") (#set! to "llvm.br {label}"))
((custom_operation . (custom_op_name) @jump (successor) @label) @from
  (#eq? @jump "cf.cond_br") (#set! rule "branch") (#set! to "cf.br {label}"))

; The end of a function in the place of a jump or a result.
((operation . (custom_operation . (custom_op_name) @jump)) @from
  (#match? @jump "^(llvm[.](br|cond_br|switch|return)|cf[.](br|cond_br|switch)|(func[.])?return)$")
  (#set! rule "end") (#set! to "llvm.unreachable"))

; A block without the jump to it and its label.
((region (entry_block (operation (custom_operation (successor))) @from .) . (block . (block_label) @from)) (#set! rule "block"))
((region (block (operation (custom_operation (successor))) @from .) . (block . (block_label) @from)) (#set! rule "block"))
