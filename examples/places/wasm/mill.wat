;; Grinds numbers: one of the exports divides by what may be nothing.
(module
  (memory (export "memory") 1)
  (global $turns (mut i32) (i32.const 0))
  (table 3 funcref)
  (elem (i32.const 0) $double $half $rest)
  (type $step (func (param i32) (result i32)))
  (data (i32.const 16) "\03\01\04\01\05\09\02\06")
  (func $double (type $step) (i32.shl (local.get 0) (i32.const 1)))
  (func $half (type $step) (i32.shr_u (local.get 0) (i32.const 1)))
  (func $rest (type $step)
    (i32.rem_u (i32.const 100) (i32.load8_u (i32.add (i32.const 16) (local.get 0)))))
  (func $grind (param $from i32) (param $to i32) (result i32)
    (local $sum i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (global.set $turns (i32.add (global.get $turns) (i32.const 1)))
        (local.set $sum
          (i32.add (local.get $sum)
            (call_indirect (type $step)
              (local.get $from)
              (i32.rem_u (local.get $from) (i32.const 3)))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $next)))
    (local.get $sum))
  (func (export "coarse") (result i32) (call $grind (i32.const 0) (i32.const 5)))
  (func (export "turns") (result i32) (global.get $turns))
  (func (export "fine") (result i32) (call $grind (i32.const 0) (i32.const 12))))
