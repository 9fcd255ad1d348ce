; The control flow of LLVM IR. See docs/languages.md for what the captures mean.

((function_body) @body (#set! value "zeroinitializer"))
(function_body (label) @label)

((instruction (instruction_br (type_and_value (value (var (local_var) @target))))) @jump
  (#set! to "br label {target}") (#set! end "unreachable"))
((instruction (instruction_switch (type_and_value (value (var (local_var) @target))))) @jump
  (#set! to "br label {target}") (#set! end "unreachable"))
((instruction (instruction_invoke "to" (type_and_value (value (var (local_var) @target))) . "unwind")) @jump
  (#set! to "br label {target}") (#set! end "unreachable"))
((instruction (instruction_invoke "unwind" . (type_and_value (value (var (local_var) @needed))))) @jump)

((instruction (instruction_phi (value) @value . (local_var) @from)) @merge (#set! incoming "[ {value}, {from} ]"))

(instruction . (local_var) @name) @given
