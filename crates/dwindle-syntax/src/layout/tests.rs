//! Layouts of small programs.

use std::collections::BTreeSet;

use dwindle::Text;

use super::{layouts, tokens};
use crate::language::{Language, built};

fn all(language: &str, text: &str) -> Vec<String> {
    let language = built(language);
    let all = layouts(language, &Text::new(text.as_bytes()).unwrap());
    all.map(|layout| String::from_utf8(layout).unwrap()).collect()
}

/// Checks the best layout of a text; nothing is left to do in that layout.
fn check(language: &str, text: &str, lines: &[&str]) {
    let expected = lines.join("\n") + "\n";
    assert_eq!(all(language, text).first().map(String::as_str), Some(expected.as_str()), "{text}");
    assert_eq!(all(language, &expected).iter().find(|layout| layout.len() > expected.len()), None);
}

#[test]
fn statements_have_lines_and_directives_keep_theirs() {
    check(
        "c",
        "#include <x.h>\n#define F(x) x\nstruct S{int a,b;};int\nmain(int c,char**v){struct S s={1,2};if(c>1)return \
         f(\"a,b\",c);else{g(v->w);}for(int i=0;i<3;i++)s.a+=i;switch(c){case 1:g();break;default:return(int)2;}}",
        &[
            "#include <x.h>",
            "#define F(x) x",
            "struct S {",
            "  int a, b;",
            "};",
            "int main(int c, char **v) {",
            "  struct S s = {1, 2};",
            "  if (c > 1) return f(\"a,b\", c); else {",
            "    g(v->w);",
            "  }",
            "  for (int i = 0; i < 3; i++) s.a += i;",
            "  switch (c) {",
            "    case 1: g(); break;",
            "    default: return (int)2;",
            "  }",
            "}",
        ],
    );
    check(
        "cpp",
        "namespace n{int a;\n#pragma pop\n#if X\nint b;\n#endif\n}",
        &["namespace n {", "  int a;", "#pragma pop", "#if X", "  int b;", "#endif", "}"],
    );
    check("c", "int a; // no\nint b;//end", &["int a;", "// no", "int b;", "//end"]);
    check(
        "cpp",
        "template<class T>struct A:B<T>{A(int x):y{x}{}T&f(const T&t){return*t;}};A<int>a;",
        &[
            "template<class T> struct A : B<T> {",
            "  A(int x): y {x} {}",
            "  T &f(const T &t) {",
            "    return *t;",
            "  }",
            "};",
            "A<int> a;",
        ],
    );
    check(
        "rust",
        "use a::{b,c};fn main()->(){let x:i32=1;match x{1=>{},_=>f(x)}if x>1{g()}else{vec![1,2]}}",
        &[
            "use a::{b, c};",
            "fn main() -> () {",
            "  let x: i32 = 1;",
            "  match x {",
            "    1 => {},",
            "    _ => f(x)",
            "  }",
            "  if x > 1 {",
            "    g()",
            "  } else {",
            "    vec![1,2]",
            "  }",
            "}",
        ],
    );
    check(
        "javascript",
        "let x={a:1,b(){return 2}};if(x)y();else z=>{w(`a${ b }`)}",
        &[
            "let x = {",
            "  a: 1,",
            "  b() {",
            "    return 2",
            "  }",
            "};",
            "if (x) y(); else z => {",
            "  w(`a${ b }`)",
            "}",
        ],
    );
}

#[test]
fn a_list_with_commas_is_broken_where_it_is_long() {
    let (long, longer) = ("c".repeat(30), "d".repeat(40));
    check(
        "json",
        &format!("{{\"a\":[1,2,{{\"b\":null}}],\"{long}\":\"{longer}\"}}"),
        &["{", "  \"a\": [1, 2, {\"b\": null}],", &format!("  \"{long}\": \"{longer}\""), "}"],
    );
}

#[test]
fn where_indentation_is_syntax_each_level_has_four_blanks() {
    check(
        "python",
        "class A:\n def f(s):\n  x=[1,\n2]\n  if x:\n      y='''a\n b'''\n",
        &[
            "class A:",
            "    def f(s):",
            "        x=[1,",
            "            2]",
            "        if x:",
            "            y='''a",
            " b'''",
        ],
    );
}

#[test]
fn markup_is_indented_and_rules_have_lines() {
    check("html", "<p class=a>x<b>y</b><br></p>", &["<p class=a>", "  x", "  <b>y</b>", "  <br>", "</p>"]);
    check("css", "a:hover{b:c d;e:f}", &["a:hover {", "  b: c d;", "  e: f", "}"]);
}

#[test]
fn simpler_layouts_come_after_and_none_is_there_twice() {
    let layouts = all("c", "int a,b;void\nf(){g(a,b);}");
    assert_eq!(
        layouts,
        [
            "int a, b;\nvoid f() {\n  g(a, b);\n}\n",
            "int a,b;\nvoid\nf(){\n  g(a,b);\n}\n",
            "int a,b;\nvoid\nf(){g(a,b);}",
        ]
    );
    assert_eq!(all("c", "int a;\n"), [""; 0]);
    assert_eq!(all("yaml", "a: b"), [""; 0]);
}

#[test]
fn broken_and_deep_texts_are_no_trouble() {
    for text in ["", "\n", "}{", "int f( {", "a\0b", "#", "#if 1\n", "\"", "int a;@@ $ int b;"] {
        for language in Language::all() {
            drop(all(language.name(), text));
        }
    }
    let deep = "(".repeat(20_000) + &")".repeat(20_000);
    drop((all("c", &deep), all("json", &"[".repeat(20_000))));
    assert_eq!(all("json", &format!("[{}1]", "[1],".repeat(20_000)))[0].lines().count(), 20_003);
}

#[test]
fn a_literal_is_one_token() {
    let text = Text::new(b"f(\"a b\", 'c'); // d".to_vec()).unwrap();
    assert_eq!(tokens(built("c"), &text), Some(8));
}

/// What a text becomes when what it opens is closed.
fn completed(language: &str, text: &str) -> Option<String> {
    let all = super::completions(built(language), &Text::new(text.as_bytes()).unwrap());
    all.into_iter().next().map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn what_a_text_opens_is_closed_in_any_language() {
    let cases = [
        ("cpp", "struct A{}a{a==a", "struct A{}a{a==a};"),
        ("c", "int f(int a){return g(a[1", "int f(int a){return g(a[1]);}"),
        ("c", "a(){int d;}", "int a(){int d;}"),
        ("java", "class A{void f(){g(1", "class A{void f(){g(1);}}"),
        ("javascript", "f(function(){return[1", "f(function(){return[1]})"),
        ("python", "def f():\n  print((1,[2", "def f():\n  print((1,[2]))"),
        ("sql", "SELECT f(1", "SELECT f(1)"),
        ("json", "{\"a\":[1,{\"b\":2", "{\"a\":[1,{\"b\":2}]}"),
        ("xml", "<a><b c=\"1\"><d/>", "<a><b c=\"1\"><d/></b></a>"),
        ("smt2", "(assert(=> a(not b", "(assert(=> a(not b)))"),
        ("rust", "fn f(){g([1", "fn f(){g([1])}"),
        ("go", "package p;func f(){g([]int{1", "package p;func f(){g([]int{1})}"),
    ];
    for (language, text, expected) in cases {
        assert_eq!(completed(language, text).as_deref(), Some(expected), "{language}");
    }
    assert_eq!(completed("cpp", "struct A{}a{a==a};"), None, "nothing is open");
}

#[test]
fn tokens_are_counted_where_the_parser_makes_no_sense_of_the_text() {
    let count = |text: &str| tokens(built("cpp"), &Text::new(text.as_bytes()).unwrap());
    assert_eq!(count("struct A{}a{a==a"), Some(9));
    assert_eq!(count("struct A{}a{a==a};"), Some(11));
}

#[test]
fn the_samples_of_all_languages_count_as_texts_that_parse() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/languages");
    let mut read = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        if let Some(language) = Language::of_file(&path, &bytes) {
            let text = Text::new(bytes).unwrap();
            assert!(super::parses(language, &text), "{}", path.display());
            read.insert(language.name());
        }
    }
    assert_eq!(
        read,
        Language::all().map(Language::name).collect(),
        "each language of the build has a sample"
    );
}

#[test]
fn of_a_long_text_the_beginning_says_whether_it_parses_also_where_it_is_one_line() {
    let (sound, broken) = ("{\"a\":[1,2]},".repeat(30_000), "{\"a\":1:2},".repeat(30_000));
    for line in ["", "\n"] {
        let parses = |beginning: &str, end: &str| {
            let text = Text::new(format!("[{beginning}{line}{end}{{}}]").into_bytes()).unwrap();
            super::parses(built("json"), &text)
        };
        assert!(parses(&sound, &broken), "what stands behind 256 KiB is not looked at");
        assert!(!parses(&broken, &sound));
    }
}
