;; A depot.
(module $depot
  (type $binary (func (param i32 i32) (result i32)))
  (import "env" "log" (func $log (param i32)))
  (memory $m (export "memory") 1 2)
  (table $t 2 funcref)
  (global $count (mut i32) (i32.const 0))
  (global $limit f64 (f64.const 1.5e3))
  (elem (i32.const 0) $twice $plain)
  (data (i32.const 16) "text\00")
  (func $twice (export "twice") (param $x i32) (param $y i32) (result i32)
    (local $sum i32) (local f32)
    (local.set $sum (i32.add (local.get $x) (i32.mul (local.get $y) (i32.const 2))))
    (block $out (result i32)
      (loop $again
        (br_if $again (i32.lt_s (local.tee $sum (i32.const -1)) (i32.const 10)))
        (br 1))
      (i32.load offset=4 align=4 (i32.const 0)))
    (if (result i32) (i32.eqz (local.get $sum))
      (then (call $log (i32.const 0x1f)) (i32.const 1))
      (else (unreachable)))
    i32.add
  )
  (func $plain (type $binary)
    block $b
      local.get 0
      if
        nop
      else
        local.get 1
        br_table 0 1 0
      end
    end
    (; an indirect call ;)
    i32.const 1
    i32.const 2
    i32.const 0
    call_indirect (type $binary)
    ref.null func
    drop
    f32.const nan
    drop
  )
  (export "plain" (func $plain))
  (start 0)
)
(assert_return (invoke "twice" (i32.const 1) (i32.const 2)) (i32.const 5))
