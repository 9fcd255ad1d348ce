//! What LLVM IR declares, and what goes together in it.

use dwindle::outline::Mark;

use crate::dialects::errors;

use super::{go_together_in, marks, with};

#[test]
fn names_of_llvm_ir_have_their_signs_and_what_only_describes_a_program_is_noise() {
    let source = "declare void @g.h(i32 noundef) #0\ndefine void @f(i32 %x) !dbg !1 {\n  %y = load i32, ptr @v, align 4, !dbg !2\n  \
        call void @g.h(i32 %y), !dbg !2\n  ret void\n}\n@v = internal global i32 1, align 4\nattributes #0 = { nounwind }\n!1 = !{}\n!2 = !{!1}\n";
    let marks = marks("llvm", source);
    let all = |mark: Mark| with(&mark, source, &marks);
    assert_eq!(all(Mark::Name), ["@g.h", "@f", "%y", "@v", "#0", "!1", "!2"]);
    let attributes = ["#0", "!dbg !1", ", !dbg !2", ", !dbg !2"];
    assert_eq!(all(Mark::Noise { late: false, has_names: true }), attributes);
    assert_eq!(all(Mark::Noise { late: false, has_names: false }), ["noundef", ", align 4", ", align 4"]);
    assert_eq!(all(Mark::Noise { late: true, has_names: false }), ["internal"]);
}

#[test]
fn a_body_goes_with_what_a_block_of_it_ends_with() {
    let source = "declare void @a()\ndeclare i32 @b()\ndefine void @c() {\n  %d = call i32 @b()\n  %e = icmp eq i32 %d, 0\n  invoke void @a()\n  \
        to label %f unwind label %f\nf:\n  ret void\n}\n";
    let body = source.split_at(source.find("{\n").expect("a body")).1.trim_end();
    go_together_in("llvm", source, &[("declare void @a()", ""), (body, "{unreachable}")]);
    go_together_in(
        "llvm",
        source,
        &[("declare i32 @b()", ""), ("%d = call i32 @b()", ""), ("%e = icmp eq i32 %d, 0", "")],
    );
}

#[test]
fn what_a_program_can_do_without_goes_with_what_it_names() {
    let source = "@a = global i32 0, comdat, !dbg !0\ndefine void @b(ptr %c) comdat !dbg !1 {\n  \
        call void @llvm.dbg.declare(metadata ptr %c, metadata !1, metadata !2), !dbg !2\n  ret void\n}\n!0 = !{!1}\n!1 = !{}\n";
    go_together_in("llvm", source, &[(", !dbg !0", ""), ("!0 = !{!1}", "")]);
    let call = "call void @llvm.dbg.declare(metadata ptr %c, metadata !1, metadata !2), !dbg !2";
    let users = [("comdat !dbg !1 {", "comdat {"), (call, ""), (", !dbg !0", ""), ("!0 = !{!1}", "")];
    go_together_in("llvm", source, &[&users[..], &[("!1 = !{}", "")]].concat());
    let attributes =
        with(&Mark::Noise { late: false, has_names: true }, source, &marks("llvm", source)).concat();
    assert_eq!(attributes.matches("comdat").count(), 2, "each is that of the name before it: {attributes}");
}

#[test]
fn an_atomic_access_stays_aligned() {
    let source = "define void @a(ptr %b) {\n  %c = load atomic i8, ptr %b acquire, align 1\n  \
        store atomic i8 %c, ptr %b seq_cst, align 2\n  store i8 %c, ptr %b, align 4\n  ret void\n}\n";
    let marks = marks("llvm", source);
    assert_eq!(with(&Mark::Noise { late: false, has_names: false }, source, &marks), [", align 4"]);
}

#[test]
fn what_later_versions_added_hides_nothing_and_records_of_debug_information_go_with_what_they_name() {
    let source = "declare void @a(ptr noundef captures(none) range(i64 0, 5) dead_on_return)\ndefine i32 @range(ptr %b) {\n  \
        %c = getelementptr inbounds nuw i8, ptr %b, i64 1\n    #dbg_value(ptr %c, !1, !DIExpression(DW_OP_deref), !2)\n  \
        %d = icmp samesign ult i32 1, 2\n  %e = icmp eq <2 x i8> <i8 1, i8 2>, splat (i8 3)\n  %f = trunc nuw nsw i64 7 to i32\n  \
        %g = zext nneg i8 1 to i32\n  %h = or disjoint i32 %g, %f\n  ret i32 %h\n}\n!1 = !{}\n!2 = !{}\n";
    assert_eq!(errors("llvm", source), 0);
    let marks = marks("llvm", source);
    let late = [
        "nuw",
        "nuw nsw",
        "samesign",
        "nneg",
        "disjoint",
        "captures(none)",
        "range(i64 0, 5)",
        "dead_on_return",
    ];
    assert_eq!(with(&Mark::Noise { late: true, has_names: true }, source, &marks), late);
    let record = "#dbg_value(ptr %c, !1, !DIExpression(DW_OP_deref), !2)";
    go_together_in("llvm", source, &[("!1 = !{}", ""), (record, "")]);
    go_together_in(
        "llvm",
        source,
        &[("%c = getelementptr inbounds nuw i8, ptr %b, i64 1", ""), (record, "")],
    );
}
