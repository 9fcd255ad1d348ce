; Sums of two vectors; a pass of opt replaces a comparison of vectors by a single true.
target datalayout = "e-m:e-p270:32:32-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@rows = internal constant [4 x i32] [i32 2, i32 3, i32 5, i32 7]
@seen = internal global i32 0

declare void @llvm.assume(i1)
declare i32 @read(i8*, i32)

define internal i32 @clamp(i32 %value) {
entry:
  %low = icmp slt i32 %value, 0
  br i1 %low, label %below, label %above

below:
  ret i32 0

above:
  %high = icmp sgt i32 %value, 255
  %result = select i1 %high, i32 255, i32 %value
  ret i32 %result
}

define <2 x i8> @choose(<2 x i8> %a, <2 x i8> %b, i32 %count) {
entry:
  %some = icmp ugt i32 %count, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <2 x i8> [ %a, %entry ], [ %more, %loop ]
  %more = add <2 x i8> %sum, %b
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %loop, label %check

check:
  %same = icmp uge <2 x i8> %more, %more
  %swapped = shufflevector <2 x i1> %same, <2 x i1> %same, <2 x i32> <i32 1, i32 0>
  %picked = select <2 x i1> %swapped, <2 x i8> %more, <2 x i8> %a
  br label %done

done:
  %result = phi <2 x i8> [ %a, %entry ], [ %picked, %check ]
  ret <2 x i8> %result
}

define i32 @main(i32 %argc, i8** %argv) {
entry:
  %first = load i8*, i8** %argv
  %got = call i32 @read(i8* %first, i32 %argc)
  %kept = call i32 @clamp(i32 %got)
  %row = getelementptr [4 x i32], [4 x i32]* @rows, i32 0, i32 2
  %by = load i32, i32* %row
  %product = mul nsw i32 %kept, %by
  store i32 %product, i32* @seen
  %low = trunc i32 %product to i8
  %a = insertelement <2 x i8> undef, i8 %low, i32 0
  %b = insertelement <2 x i8> %a, i8 1, i32 1
  %c = call <2 x i8> @choose(<2 x i8> %b, <2 x i8> %b, i32 %argc)
  %d = extractelement <2 x i8> %c, i32 0
  %e = zext i8 %d to i32
  ret i32 %e
}
