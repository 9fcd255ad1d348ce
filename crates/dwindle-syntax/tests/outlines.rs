//! What queries mark in the sample of each language that has one: all that is marked can go, as far as the syntax tells.

mod c;
mod closed;
mod llvm;
mod others;

use std::sync::Arc;

use dwindle::outline::{Mark, Marked, Outline};
use dwindle::space::{DeclarationSpace, Space, text_of};
use dwindle::tree::Parse;
use dwindle::{Config, Text};
use dwindle_syntax::language::Language;

use crate::languages::sample;

/// What is marked in a program.
fn marks(language: &str, source: &str) -> Vec<Marked> {
    let text = Text::new(source.as_bytes()).expect("a short text");
    Language::by_name(language).expect("a language").parser().marks(&text)
}

/// What of a program has this mark.
fn with<'s>(mark: &Mark, source: &'s str, marks: &[Marked]) -> Vec<&'s str> {
    marks.iter().filter(|marked| marked.mark == *mark).map(|marked| &source[marked.span.clone()]).collect()
}

/// What is left of a program without each of its items, and what uses it.
fn without_each(language: &str, source: &str) -> Vec<String> {
    let text = Text::new(source.as_bytes()).expect("a short text");
    let outline = Arc::new(Outline::new(text, marks(language, source)).expect("items"));
    let space = Arc::new(DeclarationSpace::of(outline, true));
    let without = |unit: u32| {
        let left = text_of(&*space, &space.full().minus(&Config::of_units([unit]))).expect("a text");
        String::from_utf8(left.bytes().to_vec()).expect("ASCII")
    };
    space.full().units().map(without).collect()
}

#[test]
fn all_that_is_marked_can_go_by_the_syntax() {
    let mut marked = Vec::new();
    for language in Language::all() {
        let (parser, text) = (language.parser(), sample(language));
        let marks = parser.marks(&text);
        if marks.is_empty() {
            continue;
        }
        let names = marks.iter().filter(|marked| matches!(marked.mark, Mark::Name | Mark::Sole)).count();
        let parts = marks.iter().filter(|marked| matches!(marked.mark, Mark::Part { .. })).count();
        assert!(names >= 5 && parts >= 1, "{}: {names} names, {parts} parts", language.name());
        let outline = Arc::new(Outline::new(text.clone(), marks).expect("items"));
        let errors = parser.errors(&text);
        for with_users in [false, true] {
            let space = Arc::new(DeclarationSpace::of(Arc::clone(&outline), with_users));
            for unit in space.full().units() {
                let config = space.full().minus(&Config::of_units([unit]));
                let left = text_of(&*space, &config).expect("a text");
                let shown = String::from_utf8_lossy(left.bytes());
                assert!(parser.errors(&left) <= errors, "{}, without unit {unit}:\n{shown}", language.name());
                assert_eq!(
                    left.id(),
                    space.id(&config),
                    "{}, without unit {unit}:\n{shown}",
                    language.name()
                );
                assert_eq!(left.bytes().len() as u64, space.size(&config));
            }
        }
        marked.push(language.name());
    }
    marked.retain(|name| *name != "ocaml");
    let all = "c cpp rust python javascript typescript tsx java go lua ruby wgsl solidity r glsl zig llvm mlir php csharp kotlin haskell perl \
        smtlib verilog";
    assert_eq!(marked.join(" "), all, "and `ocaml` where that is built");
}

#[test]
fn extensions_that_the_parser_cannot_read_do_not_hide_what_stands_around_them() {
    let source =
        b"extern template class A<int>;\nnamespace std __attribute__ ((__visibility__ (\"default\")))\n{\n  \
        __extension__ template<class T> struct A {};\n  extern \"C\" __typeof(f) g;\n  \
        inline __attribute__((__always_inline__)) void h() {}\n  \
        template<class T> T i(T t) requires (sizeof(T) == 1) && __is_trivially_copyable(T)\n{ return t; }\n  \
        template<class T> struct j<T, decltype(operator<(T(), T()))> {};\n  \
        template<class R, class C> struct k<R (C::*)(R, C) const volatile &, true> {};\n  \
        template<class R, class C> struct l<const R C::*, false> {};\n  \
        struct n { auto o(T& t) -> decltype(t.o(), void(), true) { return true; } auto p(T& t) -> decltype(t.p(), void()); };\n  \
        inline __complex__ double m(m_t* a, int (m_t::*b)()) { return (a->*b)(); }\n  \
        template<class T> struct q : T { using typename T::r; auto s(T t, typename T::u * = 0) { return typename T::v(t); } };\n  \
        template<class F, class... A> struct w<F(A......)> { __decltype(F()) x; };\n  \
        template<class T, class P = const T*> struct y { typedef int z<T>::*ya; P (::n::q<P>::*yb)(P) const; int : 3; };\n  \
        template<class T> typename if_c<T::rows>=3, void>::type za(T t);\n  \
        bool yc(m_t a) { return a.operator==(a) && __real__ a.operator()(0); }\n}\n";
    let text = Text::new(source.to_vec()).expect("a short text");
    let parser = Language::by_name("cpp").expect("a language").parser();
    assert_eq!(parser.errors(&text), 0);
    let tree = parser.parse(&text).expect("a tree");
    assert_eq!(tree.text().bytes(), source);
    let marks = parser.marks(&text);
    let is_name = |name: &&[u8]| {
        marks.iter().any(|m| matches!(m.mark, Mark::Name | Mark::Special) && &source[m.span.clone()] == *name)
    };
    assert!(
        [
            &b"A"[..],
            b"g",
            b"h",
            b"i",
            b"j",
            b"k",
            b"l",
            b"m",
            b"n",
            b"o",
            b"p",
            b"q",
            b"s",
            b"w",
            b"y",
            b"ya",
            b"yc",
            b"za"
        ]
        .iter()
        .all(is_name),
        "{marks:?}"
    );
}

#[test]
fn names_of_pointers_to_functions_and_of_members_of_types_declared_with_them_are_marked() {
    let source = "typedef void (*callback)(int);\nint (*chosen)(int) = 0;\nstruct s { struct t { int i; } u; int v; };\n";
    let marks = marks("cpp", source);
    let mut names = with(&Mark::Name, source, &marks);
    names.dedup();
    assert_eq!(names, ["callback", "chosen", "s", "t", "u"]);
    let left = without_each("cpp", source);
    assert!(left.iter().all(|left| left.contains("u;") == left.contains("struct t")), "{left:#?}");
}

#[test]
fn what_a_body_declares_is_known_in_it_only_and_a_using_there_declares_nothing() {
    let source = "namespace a { struct T {}; }\nint n;\nvoid f() {\n  using a::T;\n  T t;\n  int n = 1;\n  n++;\n}\nint g() { return n; }\n";
    let left = without_each("cpp", source);
    let with_body = "void f() {\n  using a::T;\n  T t;\n}";
    assert!(left.iter().any(|left| left.contains(with_body) && left.contains("return n")), "{left:#?}");
    assert!(left.iter().any(|left| !left.contains("struct T") && !left.contains("using")), "{left:#?}");
}

#[test]
fn what_a_variable_begins_with_and_how_long_an_array_is_are_uses() {
    let source = "int x = a;\nint b[N] = {};\nT &r = z;\nauto [p, q] = w;\nint **c;\nint d[M];\nvoid f(int (&e)[K]);\n";
    let marks = marks("cpp", source);
    let mut names = with(&Mark::Name, source, &marks);
    names.dedup();
    assert_eq!(names, ["x", "b", "r", "p", "q", "c", "d", "f"]);
    go_together("int a = 1;\nvoid f() { int x = a; f(); }\n", &[("int a = 1;", ""), ("int x = a;", "")]);
}

#[test]
fn what_uses_a_field_goes_with_it_and_a_field_that_nothing_uses_stays() {
    let source = "struct A { int *p, q; T &r; void f() { p++; } void g() { f(); } };\n";
    let marks = marks("cpp", source);
    assert_eq!(with(&Mark::Field, source, &marks), ["p", "q", "r"]);
    go_together(source, &[("int *p, q;", ""), ("{ p++; }", ";")]);
    go_together(source, &[("void f() { p++; }", ""), ("{ f(); }", ";")]);
}

#[test]
fn a_member_after_a_sign_is_not_a_variable_of_its_name() {
    let source = "struct A { int n(); };\nnamespace s { int m(); }\nint f(A a) { int n = a.n(); return n; }\nint g() { int m = s::m(); return m; }\n";
    go_together(source, &[("{ int n(); };", "{};"), ("{ int n = a.n(); return n; }", ";")]);
    go_together(source, &[("namespace s { int m(); }", ""), ("{ int m = s::m(); return m; }", ";")]);
}

#[test]
fn members_of_a_class_within_a_function_are_known_outside_of_it() {
    let source = "template <class H> void f(H h) { h.on(); }\nvoid g() { struct H { H(int) {} void on() {} }; f(H(1)); }\n";
    go_together(source, &[("void on() {}", ""), ("{ h.on(); }", ";")]);
    go_together(source, &[("H(int) {}", "")]);
}

#[test]
fn what_an_attribute_names_does_not_go_without_it() {
    let source = "void close(int *);\nint *open() __attribute__ ((__malloc__ (close, 1)));\n";
    go_together(source, &[("void close(int *);", ""), ("__attribute__ ((__malloc__ (close, 1)))", "")]);
}

#[test]
fn a_loop_is_not_unused_since_nothing_else_uses_its_variable() {
    let source =
        "int n;\nvoid f() {\n  for (int i = 0; i < n; ++i) {}\n  if (int k = n) {}\n  int unused;\n}\n";
    for language in ["c", "cpp"] {
        let locals = with(&Mark::Local, source, &marks(language, source));
        assert!(locals.contains(&"i") && !locals.contains(&"unused"), "{language}: {locals:?}");
    }
}

#[test]
fn what_a_body_declares_stays_with_it_though_nothing_uses_it() {
    let source = "int n;\nvoid f() {\n  int unused;\n  int *p = &n, q[3];\n  int **r;\n}\n";
    for language in ["c", "cpp"] {
        let marks = marks(language, source);
        let mut fields = with(&Mark::Field, source, &marks);
        fields.dedup();
        assert_eq!(fields, ["unused", "p", "q", "r"], "{language}");
    }
    let references = "void g() { int &a = n; const int &b(n); }\n";
    assert_eq!(with(&Mark::Field, references, &marks("cpp", references)), ["a"]);
}

#[test]
fn a_parameter_is_known_after_it_only() {
    let source = "struct p {};\ntemplate <class U> is<p, U> f(U p, int a[p]);\nint g(int p, q<p> r);\n";
    go_together(source, &[("struct p {};", ""), ("template <class U> is<p, U> f(U p, int a[p]);", "")]);
}

#[test]
fn operators_and_destructors_of_a_class_go_with_what_defines_them_outside_of_it() {
    let source = "struct A { A &operator=(int); ~A(); };\nstruct B { B &operator=(B); template <class T> B &operator=(T); };\n\
        A &A::operator=(int) { return *this; }\nA::~A() {}\nA operator+(A, A);\n";
    let expected = ["operator=", "~A", "operator=", "operator="];
    assert_eq!(with(&Mark::Field, source, &marks("cpp", source)), expected);
    let definition = ("A &A::operator=(int) { return *this; }", "");
    go_together(source, &[("A &operator=(int);", ""), definition]);
    go_together(source, &[("~A();", ""), ("A::~A() {}", "")]);
    go_together(source, &[("B &operator=(B);", "")]);
    go_together(source, &[("A operator+(A, A);", "")]);
}

#[test]
fn a_using_of_an_operator_defines_no_name() {
    let source = "namespace n { bool operator==(A, A); struct b; }\nusing n::operator==;\nusing n::b;\n";
    let marks = marks("cpp", source);
    let mut names = with(&Mark::Name, source, &marks);
    names.dedup();
    assert_eq!(names, ["n", "b", "n::b"]);
}

#[test]
fn what_uses_a_template_goes_with_the_declaration_that_says_what_its_arguments_are_by_default() {
    let defaults = "template <class T, class U = int> struct a;";
    let definition = "template <class T, class U> struct a { U u; };";
    let source = format!(
        "namespace n {{ struct a {{}}; a *e; }}\n{defaults}\n{definition}\na<int> *b;\ntemplate <class T> struct c;\ntemplate <class T> struct c {{}};\nc<int> d;\n"
    );
    let users = [(definition, ""), ("a<int> *b;", "")];
    go_together(&source, &[&[(defaults, "")], &users[..]].concat());
    go_together(&source, &[(definition, "")]);
    go_together(&source, &[("template <class T> struct c;", "")]);
}

#[test]
fn a_class_that_has_only_what_it_inherits_goes_with_that_and_one_with_members_loses_them() {
    let source =
        "struct a { int value; };\nstruct b : a {};\nstruct c : a { int own; };\nint d = b::value;\nc e;\n";
    let users = [("struct b : a {};", ""), (": a { int own; }", "{}"), ("int d = b::value;", "")];
    go_together(source, &[&[("struct a { int value; };", "")], &users[..]].concat());
}

#[test]
fn a_class_in_another_goes_with_what_defines_it_outside_of_that() {
    let source = "struct a { class b; struct c; };\nstruct d { struct b {}; };\nclass a::b { int e; };\n";
    assert_eq!(with(&Mark::Special, source, &marks("cpp", source)), ["b"]);
    go_together(source, &[("class b;", ""), ("class a::b { int e; };", "")]);
}

/// As [`go_together_in`], of a C++ program.
fn go_together(source: &str, going: &[(&str, &str)]) {
    go_together_in("cpp", source, going);
}

/// Whether one unit of a program goes with these others; each stands in it once, with what is left of it.
fn go_together_in(language: &str, source: &str, going: &[(&str, &str)]) {
    let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let without = |text: String, (part, left): &(&str, &str)| {
        assert_eq!(text.matches(part).count(), 1, "{part}");
        text.replace(part, left)
    };
    let expected = going.iter().fold(source.to_owned(), without);
    let left = without_each(language, source);
    assert!(left.iter().any(|left| words(left) == words(&expected)), "{expected}\n{left:#?}");
}

#[test]
fn what_uses_a_member_of_its_class_goes_with_it_though_other_classes_have_members_of_that_name() {
    let source = "struct A { A(); typedef int r; r f(); };\nstruct B { typedef long r; r g(); };\n\
        struct C : A { r h(); int i() { return this->f(); } int j(D d) { return d.f(); } };\nint C::k() { r l; }\n\
        struct D { int f(); };\n";
    go_together(source, &[("A();", "")]);
    go_together(source, &[("r f();", ""), ("{ return this->f(); }", ";")]);
    let users = [("r f();", ""), ("r h();", ""), ("{ return this->f(); }", ";"), ("r l;", "")];
    go_together(source, &[&[("typedef int r;", "")], &users[..]].concat());
    go_together(source, &[&[("{ A(); typedef int r; r f(); };", "{};")], &users[1..]].concat());
    go_together(source, &[("{ typedef long r; r g(); };", "{};")]);
}

#[test]
fn what_a_namespace_defines_goes_with_what_means_that() {
    let source = "namespace a { struct r {}; namespace detail { struct q {}; } inline namespace v {} }\n\
        namespace a { namespace v { struct i {}; } }\n\
        namespace b { struct r { int b; }; namespace detail { struct q { int b; }; } struct i { int b; }; using a::r; }\n\
        namespace a { r f(); detail::q g(); i h(); v::i m(); b::r k(); ::b::i l(); }\n";
    let marks = marks("cpp", source);
    assert_eq!(with(&Mark::Scope, source, &marks), ["a", "detail", "v", "a", "v", "b", "detail", "a"]);
    assert_eq!(with(&Mark::Inline, source, &marks), ["v"]);
    go_together(source, &[("struct r {};", ""), ("using a::r;", ""), ("r f();", "")]);
    go_together(source, &[("namespace detail { struct q {}; }", ""), ("detail::q g();", "")]);
    go_together(source, &[("struct i {};", ""), ("i h();", ""), ("v::i m();", "")]);
    go_together(source, &[("struct i { int b; };", ""), ("::b::i l();", "")]);
}

#[test]
fn a_specialization_goes_with_what_it_is_one_of_and_with_all_of_that_before_it() {
    let source = "template <class T> struct a;\ntemplate <> struct a<int> { a<char> *b; };\nnamespace n { struct a {}; }\n";
    go_together(
        source,
        &[("template <class T> struct a;", ""), ("template <> struct a<int> { a<char> *b; };", "")],
    );
    let again = format!("{source}template <class T> struct a {{ T c; }};\nint d(a<long> e);\n");
    go_together(
        &again,
        &[("template <class T> struct a;", ""), ("template <> struct a<int> { a<char> *b; };", "")],
    );
}

#[test]
fn a_function_of_a_template_that_is_defined_again_goes_with_it() {
    let source = "template <class T> T f(T t);\ntemplate <> int f(int t) { return t; }\nint f(char *);\n";
    assert_eq!(with(&Mark::Special, source, &marks("cpp", source)), ["f"]);
    go_together(
        source,
        &[("template <class T> T f(T t);", ""), ("template <> int f(int t) { return t; }", "")],
    );
}

#[test]
fn what_the_language_uses_by_itself_is_marked() {
    let source = "task f(list &all) {\n  for (auto x : all) co_await x;\n  auto [a, b] = g({1});\n  a <=> b;\n  h({});\n}\n";
    let marks = marks("cpp", source);
    let implied = |m: &Marked| match m.mark {
        Mark::Implied { names } => names.split(' ').next().map(|name| (name, &source[m.span.clone()])),
        _ => None,
    };
    let found: Vec<_> = marks.iter().filter_map(implied).collect();
    assert_eq!(found.iter().filter(|(name, _)| *name == "initializer_list").count(), 1, "{found:?}");
    for name in ["coroutine_traits", "begin", "tuple_size", "strong_ordering"] {
        assert!(found.iter().any(|(implied, _)| *implied == name), "{name}: {found:?}");
    }
}

#[test]
fn the_types_that_functions_and_specializations_apply_to_are_marked() {
    let source = "struct A {};\nvoid f(const A &a, B<C> b = 0);\ntemplate <class T> struct hash<A, enable_if_t<is_same<T, D>::value>> {};\n";
    let marks = marks("cpp", source);
    let mut domains = with(&Mark::Domain, source, &marks);
    domains.sort_unstable();
    assert_eq!(domains, ["A", "A", "B"]);
}

#[test]
fn a_push_and_its_pop_are_one_item_with_the_command_between_them() {
    let source = "(assert p)(push 1)(check-sat)(pop 1)(push)(pop)";
    let marks = marks("smtlib", source);
    let items = with(&Mark::Item, source, &marks);
    for pair in ["(push 1)(check-sat)(pop 1)", "(push)(pop)"] {
        assert!(items.contains(&pair), "{pair} in {items:?}");
    }
}

#[test]
fn a_wire_goes_with_what_uses_it_and_wires_of_other_modules_stay() {
    let source = "module a(x);\n  input x;\n  wire n;\n  assign n = x;\nendmodule\nmodule b(y);\n  input y;\n  \
        wire n;\n  a u(.x(n));\nendmodule\n";
    let left = without_each("verilog", source);
    let has = |text: &str, part: &str| text.contains(part);
    assert!(
        left.iter()
            .any(|left| !has(left, "assign") && !has(left, "input x;\n  wire n") && has(left, "a u(.x(n))")),
        "{left:#?}"
    );
    assert!(left.iter().any(|left| !has(left, "a u") && has(left, "assign n = x")), "{left:#?}");
}
