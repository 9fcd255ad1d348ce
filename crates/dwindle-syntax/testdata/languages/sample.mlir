// A depot.
module {
  func.func @twice(%x: i32, %m: memref<4xi32>) -> i32 {
    %c = arith.constant 2 : i32
    %y = arith.muli %x, %c : i32
    %zero = arith.constant 0 : index
    %four = arith.constant 4 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %four step %one {
      memref.store %y, %m[%i] : memref<4xi32>
    }
    %b = arith.cmpi slt, %x, %y : i32
    cf.cond_br %b, ^then(%x : i32), ^end(%y : i32)
  ^then(%a: i32):
    %s = arith.addi %a, %c : i32
    cf.br ^end(%s : i32)
  ^end(%r: i32):
    return %r : i32
  }
  func.func private @other(tensor<?x4xf32>) -> (f32, i1)
}
%r:2 = "dialect.op"(%a, %b) {flag} : (i32, f32) -> (i32, vector<4xf32>)
