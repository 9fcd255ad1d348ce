//! What goes together in Java, Go, TypeScript and Rust, so that what is left of a program compiles.

use dwindle::outline::Mark;

use super::{go_together_in, marks, with};

#[test]
fn a_java_class_goes_with_a_constructor_that_it_is_made_by() {
    let source = "class P {}\nclass A { final int n; A(P p) { n = 10 * 20; } }\nclass B { int b; A a = new A(null); }\n";
    let users = [("class A { final int n; A(P p) { n = 10 * 20; } }", ""), ("A a = new A(null);", "")];
    go_together_in("java", source, &[&[("class P {}", "")], &users[..]].concat());
    go_together_in("java", source, &[("{ n = 10 * 20; }", "{throw null;}")]);
}

#[test]
fn methods_of_one_name_in_a_java_class_go_together_and_what_a_base_may_need_stays() {
    let source = "class Q {}\nclass C { int e(int[] a) { return 1; } int e(Q q) { return 2; } int u() { return e(null); } }\n\
        class D implements Runnable { public void run() {} void off() {} }\n";
    let all = [("int e(int[] a) { return 1; }", ""), ("int e(Q q) { return 2; }", "")];
    let body = [("{ return e(null); }", "{throw null;}")];
    go_together_in("java", source, &[&[("class Q {}", "")], &all[..], &body].concat());
    assert!(with(&Mark::Field, source, &marks("java", source)).contains(&"run"));
}

#[test]
fn what_a_java_program_calls_by_its_class_is_that_of_the_class() {
    let source = "import p.D.G;\nclass D { int a; static class G { int d; } }\nclass E { int b; static class G { int e; } }\n\
        class F { D.G g; E.G h; }\n";
    go_together_in(
        "java",
        source,
        &[("import p.D.G;", ""), ("static class G { int d; }", ""), ("D.G g;", "")],
    );
    go_together_in("java", source, &[("static class G { int e; }", ""), ("E.G h;", "")]);
}

#[test]
fn a_function_goes_on_without_what_it_needs_as_a_whole_where_a_language_wants_all_of_it() {
    let go = "package a\n\nfunc b() int { return 1 }\n\nfunc c() int {\n\td := b()\n\te := 2\n\tif e > 3 {\n\t\te = 4\n\t}\n\treturn d\n}\n";
    let body = go.split_at(go.find("{\n\td").expect("a body")).1.trim_end();
    go_together_in("go", go, &[("func b() int { return 1 }", ""), (body, "{panic(0)}")]);
    go_together_in("go", go, &[("e := 2", ""), ("if e > 3 {\n\t\te = 4\n\t}", "")]);
    let typescript = "interface D { coerce: boolean }\nclass B {\n  static create = (params: D): B => {\n    return new B(params?.coerce);\n  };\n}\n";
    let body = "{\n    return new B(params?.coerce);\n  }";
    go_together_in("typescript", typescript, &[("coerce: boolean", ""), (body, "{throw 0}")]);
}

#[test]
fn what_a_rust_module_takes_from_others_goes_with_that_and_what_implements_a_trait_as_a_whole() {
    let source = "mod a { pub struct B; pub struct C; pub mod d { pub struct E; } }\n\
        mod f { use crate::{a::{self, C, d::{E}}, a::B}; fn g(b: B) {} fn h(c: C) {} fn i(j: a::B) {} }\n\
        mod k { use super::a::d::E; struct L; impl From<E> for L { fn from(e: E) -> L { L } } impl Drop for L { fn drop(&mut self) {} } }\n";
    go_together_in(
        "rust",
        source,
        &[("pub struct B;", ""), ("a::B}", "}"), ("fn g(b: B) {}", ""), ("fn i(j: a::B) {}", "")],
    );
    let users = [
        ("d::{E}", "d::{}"),
        ("use super::a::d::E;", ""),
        ("impl From<E> for L { fn from(e: E) -> L { L } }", ""),
    ];
    go_together_in(
        "rust",
        source,
        &[&[("pub mod d { pub struct E; }", "pub mod d { }")], &users[..]].concat(),
    );
}
