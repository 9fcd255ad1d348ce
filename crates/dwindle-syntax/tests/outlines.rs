//! What queries mark in the sample of each language that has one: all that is marked can go, as far as the syntax tells.

use std::path::Path;
use std::sync::Arc;

use dwindle::outline::{Mark, Marked, Outline};
use dwindle::space::{DeclarationSpace, Space, text_of};
use dwindle::tree::Parse;
use dwindle::{Config, Text};
use dwindle_syntax::language::Language;

/// The sample of a language.
fn sample(language: Language) -> Text {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/languages");
    let files = language.endings().iter().map(|ending| folder.join(format!("sample.{ending}")));
    let file = files.into_iter().find(|file| file.exists()).expect("every language has a sample");
    Text::new(std::fs::read(file).expect("a readable sample")).expect("a short text")
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
        let names = marks.iter().filter(|marked| marked.mark == Mark::Name).count();
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
    let all = [
        "c",
        "cpp",
        "rust",
        "python",
        "javascript",
        "typescript",
        "tsx",
        "java",
        "go",
        "llvm",
        "mlir",
        "smtlib",
        "verilog",
    ];
    let built: Vec<&str> = all.into_iter().filter(|name| Language::by_name(name).is_ok()).collect();
    assert_eq!(marked, built);
}

#[cfg(feature = "cpp")]
#[test]
fn extensions_that_the_parser_cannot_read_do_not_hide_what_stands_around_them() {
    let source =
        b"extern template class A<int>;\nnamespace std __attribute__ ((__visibility__ (\"default\")))\n{\n  \
        __extension__ template<class T> struct A {};\n  extern \"C\" __typeof(f) g;\n  \
        inline __attribute__((__always_inline__)) void h() {}\n  \
        template<class T> T i(T t) requires (sizeof(T) == 1) && __is_trivially_copyable(T)\n{ return t; }\n  \
        template<class T> struct j<T, decltype(operator<(T(), T()))> {};\n}\n";
    let text = Text::new(source.to_vec()).expect("a short text");
    let parser = Language::by_name("cpp").expect("a language").parser();
    assert_eq!(parser.errors(&text), 0);
    let tree = parser.parse(&text).expect("a tree");
    assert_eq!(tree.text().bytes(), source);
    let marks = parser.marks(&text);
    let is_name =
        |name: &&[u8]| marks.iter().any(|m| m.mark == Mark::Name && &source[m.span.clone()] == *name);
    assert!([&b"A"[..], b"g", b"h", b"i", b"j"].iter().all(is_name), "{marks:?}");
}

#[cfg(feature = "cpp")]
#[test]
fn what_a_body_declares_is_known_in_it_only_and_a_using_there_declares_nothing() {
    let source = "namespace a { struct T {}; }\nint n;\nvoid f() {\n  using a::T;\n  T t;\n  int n = 1;\n  n++;\n}\nint g() { return n; }\n";
    let text = Text::new(source.as_bytes().to_vec()).expect("a short text");
    let marks = Language::by_name("cpp").expect("a language").parser().marks(&text);
    let outline = Arc::new(Outline::new(text, marks).expect("items"));
    let space = Arc::new(DeclarationSpace::of(outline, true));
    let without = |unit: u32| {
        let left = text_of(&*space, &space.full().minus(&Config::of_units([unit]))).expect("a text");
        String::from_utf8(left.bytes().to_vec()).expect("ASCII")
    };
    let left: Vec<String> = space.full().units().map(without).collect();
    let with_body = "void f() {\n  using a::T;\n  T t;\n}";
    assert!(left.iter().any(|left| left.contains(with_body) && left.contains("return n")), "{left:#?}");
    assert!(left.iter().any(|left| !left.contains("struct T") && !left.contains("using")), "{left:#?}");
}

#[cfg(feature = "cpp")]
#[test]
fn a_loop_is_not_unused_since_nothing_else_uses_its_variable() {
    let source =
        "int n;\nvoid f() {\n  for (int i = 0; i < n; ++i) {}\n  if (int k = n) {}\n  int unused;\n}\n";
    for language in ["c", "cpp"] {
        let text = Text::new(source.as_bytes().to_vec()).expect("a short text");
        let marks = Language::by_name(language).expect("a language").parser().marks(&text);
        let word = |at: &std::ops::Range<usize>| &source[at.clone()];
        let locals: Vec<&str> =
            marks.iter().filter(|m| m.mark == Mark::Local).map(|m| word(&m.span)).collect();
        assert!(locals.contains(&"i") && !locals.contains(&"unused"), "{language}: {locals:?}");
    }
}

#[cfg(feature = "cpp")]
#[test]
fn what_the_language_uses_by_itself_is_marked() {
    let source =
        "task f(list &all) {\n  for (auto x : all) co_await x;\n  auto [a, b] = g();\n  a <=> b;\n}\n";
    let text = Text::new(source.as_bytes().to_vec()).expect("a short text");
    let marks = Language::by_name("cpp").expect("a language").parser().marks(&text);
    let implied = |m: &Marked| match m.mark {
        Mark::Implied { names } => names.split(' ').next().map(|name| (name, &source[m.span.clone()])),
        _ => None,
    };
    let found: Vec<_> = marks.iter().filter_map(implied).collect();
    for name in ["coroutine_traits", "begin", "tuple_size", "strong_ordering"] {
        assert!(found.iter().any(|(implied, _)| *implied == name), "{name}: {found:?}");
    }
}

#[cfg(feature = "cpp")]
#[test]
fn the_types_that_functions_and_specializations_apply_to_are_marked() {
    let source = "struct A {};\nvoid f(const A &a, B<C> b = 0);\ntemplate <> struct hash<A> {};\n";
    let text = Text::new(source.as_bytes().to_vec()).expect("a short text");
    let marks = Language::by_name("cpp").expect("a language").parser().marks(&text);
    let domains = marks.iter().filter(|m| m.mark == Mark::Domain).map(|m| &source[m.span.clone()]);
    let mut domains: Vec<&str> = domains.collect();
    domains.sort_unstable();
    assert_eq!(domains, ["<A>", "A", "B"]);
}

#[cfg(feature = "llvm")]
#[test]
fn names_of_llvm_ir_have_their_signs_and_what_only_describes_a_program_is_noise() {
    let source = b"declare void @g.h(i32 noundef) #0\ndefine void @f(i32 %x) !dbg !1 {\n  %y = load i32, ptr @v, align 4, !dbg !2\n  \
        call void @g.h(i32 %y), !dbg !2\n  ret void\n}\n@v = internal global i32 1, align 4\nattributes #0 = { nounwind }\n!1 = !{}\n!2 = !{!1}\n";
    let text = Text::new(source.to_vec()).expect("a short text");
    let marks = Language::by_name("llvm").expect("a language").parser().marks(&text);
    let all = |mark: Mark| {
        let spans =
            marks.iter().filter(|marked| marked.mark == mark).map(|marked| &source[marked.span.clone()]);
        spans.map(String::from_utf8_lossy).collect::<Vec<_>>()
    };
    assert_eq!(all(Mark::Name), ["@g.h", "@f", "%y", "@v", "#0", "!1", "!2"]);
    let noise = ["noundef", "#0", "!dbg !1", ", align 4", ", !dbg !2", ", !dbg !2", ", align 4"];
    assert_eq!(all(Mark::Noise { late: false }), noise);
    assert_eq!(all(Mark::Noise { late: true }), ["internal"]);
}

#[cfg(feature = "smtlib")]
#[test]
fn a_push_and_its_pop_are_one_item_with_the_command_between_them() {
    let source = b"(assert p)(push 1)(check-sat)(pop 1)(push)(pop)";
    let text = Text::new(source.to_vec()).expect("a short text");
    let marks = Language::by_name("smtlib").expect("a language").parser().marks(&text);
    let items = marks.iter().filter(|marked| marked.mark == Mark::Item);
    let items: Vec<_> = items.map(|marked| String::from_utf8_lossy(&source[marked.span.clone()])).collect();
    for pair in ["(push 1)(check-sat)(pop 1)", "(push)(pop)"] {
        assert!(items.iter().any(|item| item == pair), "{pair} in {items:?}");
    }
}

#[cfg(feature = "verilog")]
#[test]
fn a_wire_goes_with_what_uses_it_and_wires_of_other_modules_stay() {
    let source = "module a(x);\n  input x;\n  wire n;\n  assign n = x;\nendmodule\nmodule b(y);\n  input y;\n  \
        wire n;\n  a u(.x(n));\nendmodule\n";
    let text = Text::new(source.as_bytes().to_vec()).expect("a short text");
    let marks = Language::by_name("verilog").expect("a language").parser().marks(&text);
    let outline = Arc::new(Outline::new(text, marks).expect("items"));
    let space = Arc::new(DeclarationSpace::of(outline, true));
    let without = |unit: u32| {
        let left = text_of(&*space, &space.full().minus(&Config::of_units([unit]))).expect("a text");
        String::from_utf8(left.bytes().to_vec()).expect("ASCII")
    };
    let left: Vec<String> = space.full().units().map(without).collect();
    let has = |text: &str, part: &str| text.contains(part);
    assert!(
        left.iter()
            .any(|left| !has(left, "assign") && !has(left, "input x;\n  wire n") && has(left, "a u(.x(n))")),
        "{left:#?}"
    );
    assert!(left.iter().any(|left| !has(left, "a u") && has(left, "assign n = x")), "{left:#?}");
}
