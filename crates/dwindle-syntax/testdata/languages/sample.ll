; A depot.
source_filename = "depot.c"
target datalayout = "e-m:e-i64:64"
target triple = "x86_64-unknown-linux-gnu"

%struct.item = type { i32, ptr, [4 x i8] }

@limit = dso_local global i32 10, align 4
@text = private unnamed_addr constant [3 x i8] c"ab\00", align 1
@items = external global [2 x %struct.item]

declare i32 @printf(ptr nocapture readonly, ...) #1

define dso_local i32 @twice(i32 noundef %x, ptr %p) #0 {
entry:
  %y = alloca i32, align 4
  store i32 %x, ptr %y, align 4
  %0 = load i32, ptr %y, align 4
  %sum = add nsw i32 %0, %x
  %cmp = icmp sgt i32 %sum, 100
  br i1 %cmp, label %then, label %else

then:
  %at = getelementptr inbounds %struct.item, ptr %p, i64 1, i32 2
  %call = call i32 (ptr, ...) @printf(ptr @text, i32 %sum)
  br label %end

else:
  %f = sitofp i32 %sum to double
  %g = fmul double %f, 1.500000e+00
  switch i32 %sum, label %end [
    i32 1, label %then
    i32 2, label %end
  ]

end:
  %r = phi i32 [ %sum, %else ], [ %call, %then ], [ 0, %else ]
  %s = select i1 %cmp, i32 %r, i32 -1
  %v = insertelement <2 x i32> undef, i32 %s, i32 0
  ret i32 %s
}

define void @none() {
  unreachable
}

attributes #0 = { nounwind "frame-pointer"="all" }
attributes #1 = { nounwind }
!llvm.ident = !{!0}
!0 = !{!"a compiler", i32 1}
