//! What the rules of languages make of programs: of the sample of each language, and rule by rule.

use std::sync::Arc;

use dwindle::rewrite::Rewrite;
use dwindle::space::{RewriteSpace, Space, text_of};
use dwindle::tree::Parse;
use dwindle::{Config, Text};
use dwindle_syntax::language::Language;

use crate::languages::{built, sample};

/// The text after this rewrite.
fn made(text: &Text, rewrite: Rewrite) -> Text {
    let space = Arc::new(RewriteSpace::new(text.clone(), [rewrite]));
    let made = text_of(&*space, &Config::empty()).expect("a text");
    assert_eq!(made.id(), space.id(&Config::empty()));
    assert_eq!(made.bytes().len() as u64, space.size(&Config::empty()));
    made
}

#[test]
fn every_rewrite_makes_the_sample_shorter_and_few_break_its_syntax() {
    let mut with_rules = Vec::new();
    for language in Language::all() {
        let (parser, text) = (language.parser(), sample(language));
        let rewrites = parser.rewrites(&text);
        if rewrites.is_empty() {
            continue;
        }
        let (all, errors, mut broken) = (rewrites.len(), parser.errors(&text), 0);
        for rewrite in rewrites {
            let made = made(&text, rewrite.clone());
            assert!(made.bytes().len() < text.bytes().len(), "{}: {rewrite:?}", language.name());
            broken += usize::from(parser.errors(&made) > errors);
        }
        assert!(broken * 8 <= all, "{}: {broken} of {all} break the syntax", language.name());
        with_rules.push(language.name());
    }
    let all = "c cpp rust python javascript typescript tsx java go xml sql llvm mlir smtlib wat";
    assert_eq!(with_rules.join(" "), all);
}

/// A language, a rule, a program and one of the texts that the rule makes of it.
const RULES: &[(&str, &str, &str, &str)] = &[
    ("cpp", "value", "const d<char>&g(){return \"\";}", "const int &g(){return 0;}"),
    ("c", "value", "struct s { int a; }; struct s b = { 1 };", "struct s { int a; }; int b=0;"),
    ("xml", "empty", "<a><b c=\"d\"></b></a>", "<a><b c=\"d\"/></a>"),
    (
        "sql",
        "column",
        "CREATE TABLE a(b int, c text);INSERT INTO a VALUES(1, 'x'), (2, 'y');INSERT INTO a SELECT 3, d FROM e;",
        "CREATE TABLE a(c text);INSERT INTO a VALUES('x'), ('y');INSERT INTO a SELECT d FROM e;",
    ),
    (
        "sql",
        "used-column",
        "CREATE TABLE a(b int, count int);SELECT count / b FROM a;",
        "CREATE TABLE a(b int);SELECT 0 / b FROM a;",
    ),
    ("sql", "literal", "SELECT sum(total / days) FROM a;", "SELECT sum(0 / days) FROM a;"),
    ("sql", "type", "CREATE TABLE a(b numeric(8, 2));", "CREATE TABLE a(b int);"),
    ("smtlib", "variable", "(assert (let ((?x_0 (+ a 1))) (< ?x_0 2)))", "(assert (< (+ a 1) 2))"),
    ("smtlib", "variable", "(define-fun |a b| () Int 3)\n(assert (= |a b| 2))", "\n(assert (= 3 2))"),
    (
        "smtlib",
        "variable",
        "(declare-const a Int)\n(assert (= a 1))\n(assert (< a 2))",
        "\n\n(assert (< 1 2))",
    ),
    (
        "smtlib",
        "variable",
        "(declare-const a Int)\n(assert (and (= a 1) (< a 2)))",
        "\n(assert (and (< 1 2)))",
    ),
    ("smtlib", "constant", "(declare-const b Bool)\n(assert (not b))", "\n(assert (not true))"),
    (
        "smtlib",
        "parameter",
        "(declare-fun f (Int Bool) Int)\n(assert (= (f 1 true) 2))",
        "(declare-fun f (Bool) Int)\n(assert (= (f true) 2))",
    ),
    (
        "smtlib",
        "parameter",
        "(declare-datatype L ((nil) (cons (hd Int) (tl L))))\n(assert (= (cons 1 nil) (cons 2 nil)))",
        "(declare-datatype L ((nil) (cons (tl L))))\n(assert (= (cons nil) (cons nil)))",
    ),
    (
        "smtlib",
        "parameter",
        "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\n(assert (= (cons 1 nil) nil))",
        "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) ))))\n(assert (= (cons 1 ) nil))",
    ),
    (
        "smtlib",
        "datatype",
        "(declare-datatypes ((A 0) (B 0)) (((a)) ((b))))\n(assert (= b b))",
        "(declare-datatypes ((B 0)) (((b))))\n(assert (= b b))",
    ),
    (
        "smtlib",
        "datatype",
        "(declare-datatypes ((A 0) (B 0) (C 0)) (((a)) ((b)) ((c))))",
        "(declare-datatypes ((A 0) (C 0)) (((a)) ((c))))",
    ),
    (
        "smtlib",
        "datatype",
        "(declare-datatypes ((A 0)) (((a) (b))))\n(assert (= a b))",
        "(declare-datatype A ((a) (b)))\n(assert (= a b))",
    ),
    (
        "smtlib",
        "inline",
        "(define-fun twice ((x Int)) Int (+ x x))\n(assert (= (twice 4) 2))",
        "\n(assert (= (+ 4 4) 2))",
    ),
    (
        "mlir",
        "operand",
        "llvm.func @f(%a: i32) -> i32 {\n%b = llvm.add %a, %a : i32\nllvm.return %b : i32\n}",
        "llvm.func @f(%a: i32) -> i32 {\n\nllvm.return %a : i32\n}",
    ),
    (
        "mlir",
        "operand",
        "func.func @f(%a: i32) -> i32 {\n%b = test.new : i32\nreturn %b : i32\n}",
        "func.func @f(%a: i32) -> i32 {\n\nreturn %a : i32\n}",
    ),
    (
        "mlir",
        "branch",
        "llvm.func @f(%a: i1) {\nllvm.cond_br %a, ^b, ^c\n^b:\nllvm.return\n^c:\nllvm.return\n}",
        "llvm.func @f(%a: i1) {\nllvm.br ^c\n^b:\nllvm.return\n^c:\nllvm.return\n}",
    ),
    (
        "mlir",
        "end",
        "llvm.func @f(%a: i32) -> i32 {\nllvm.return %a : i32\n}",
        "llvm.func @f(%a: i32) -> i32 {\nllvm.unreachable\n}",
    ),
    (
        "mlir",
        "block",
        "llvm.func @f() {\nllvm.br ^b\n^b:\nllvm.return\n}",
        "llvm.func @f() {\n\nllvm.return\n}",
    ),
    (
        "wat",
        "operand",
        "(func (;0;) (result i32)\n  i32.const 4\n  local.get 0\n  i32.sub)",
        "(func (;0;) (result i32)\n  i32.const 4\n  )",
    ),
    ("wat", "operand", "(func i32.const 4 local.get 0 i32.store)", "(func )"),
    (
        "wat",
        "unreachable",
        "(func i64.const 4 local.get 0 i64.rotl drop)",
        "(func unreachable i64.rotl drop)",
    ),
    (
        "llvm",
        "variable",
        "define i32 @f(i32 %x) {\n%y = add i32 %x, 1\nret i32 %y\n}\n",
        "define i32 @f(i32 %x) {\n\nret i32 zeroinitializer\n}\n",
    ),
    (
        "llvm",
        "variable",
        "define void @f(ptr %x) {\nstore i32 0, ptr %x\nret void\n}\n",
        "define void @f(ptr %x) {\n\nret void\n}\n",
    ),
    (
        "llvm",
        "constant",
        "define i32 @f(i32 %x) {\n%y = add i32 %x, 1\nret i32 %y\n}\n",
        "define i32 @f(i32 %x) {\n\nret i32 0\n}\n",
    ),
    (
        "llvm",
        "operand",
        "define i32 @f(i32 %x) {\n%y = add i32 %x, 1\nret i32 %y\n}\n",
        "define i32 @f(i32 %x) {\n\nret i32 %x\n}\n",
    ),
    (
        "llvm",
        "parameter",
        "define void @f(i32 %x, i8 %y) {\ncall void @f(i32 1, i8 %y)\nret void\n}\n",
        "define void @f(i32 %x) {\ncall void @f(i32 1)\nret void\n}\n",
    ),
    (
        "llvm",
        "result",
        "define i32 @f() {\nret i32 10\n}\ndefine void @g() {\n%x = call i32 @f()\nret void\n}\n",
        "define void @f() {\nret void\n}\ndefine void @g() {\ncall void @f()\nret void\n}\n",
    ),
    (
        "llvm",
        "block",
        "define void @f() {\nbr label %a\na:\nret void\n}\n",
        "define void @f() {\n\nret void\n}\n",
    ),
    (
        "llvm",
        "branch",
        "define void @f(i1 %x) {\nbr i1 %x, label %a, label %b\na:\nret void\nb:\nret void\n}\n",
        "define void @f(i1 %x) {\nbr label %b\na:\nret void\nb:\nret void\n}\n",
    ),
    ("c", "type", "unsigned long x;", "int x;"),
    ("c", "variable", "int n = 3;\nint f() { return n + n; }", "\nint f() { return 3 + 3; }"),
    ("c", "variable", "typedef struct s t;\nt *p;", "\nstruct s *p;"),
    (
        "c",
        "parameter",
        "int f(int a, int b) { return a + b; }\nint g() { return f(1, f(2, 3)); }",
        "int f(int a) { return a + 0; }\nint g() { return f(1); }",
    ),
    (
        "c",
        "inline",
        "int twice(int a) { return a + a; }\nint g() { return twice(4); }",
        "\nint g() { return 4 + 4; }",
    ),
    ("c", "indirection", "int a[3][2];\nint g() { return a[1][0]; }", "int a[2];\nint g() { return a[0]; }"),
    (
        "c",
        "indirection",
        "struct s { long n; } v;\nint g() { return v.n; }",
        "long v;\nint g() { return v; }",
    ),
    ("c", "merge", "long g();\nint f() { return g() + g(); }", "long f() { return f() + f(); }"),
    ("c", "merge", "int f() { int a; int b; return a + b; }", "int f() { int a; return a + a; }"),
    ("cpp", "empty", "namespace n { } int a;", "int a;"),
    ("cpp", "merge", "namespace n { int a; } namespace n { int b; }", "namespace n { int a; int b; }"),
    (
        "cpp",
        "template",
        "template<class T, int n> class c; template<class T, int n> struct d<c<T, n>> { T t; };",
        "template<class T> class c; template<class T> struct d<c<T>> { T t; };",
    ),
    ("c", "first", "int f(int *p) { return p[0]; }", "int f(int *p) { return *p; }"),
    ("c", "first", "int f(int p[9]) { return p[1]; }", "int f(int *p) { return p[1]; }"),
    (
        "cpp",
        "indirection",
        "class c { public: long g(int); } v;\nint f() { return v.g(1); }",
        "long v(int);\nint f() { return v(1); }",
    ),
    ("cpp", "template", "template <class T> struct s { T x; };\ns<long> v;", "struct s { int x; };\ns v;"),
    (
        "cpp",
        "template",
        "template <int N, class T> struct s { T x[N]; };\ns<2, long> v;",
        "template <class T> struct s { T x[1]; };\ns<long> v;",
    ),
    ("cpp", "base", "struct a { int n; };\nstruct b : a {};\nb v;", "struct a { int n; };\n;\na v;"),
    (
        "cpp",
        "members",
        "namespace n { int f(); }\nint g() { return n::f(); }",
        "int f(); \nint g() { return f(); }",
    ),
    (
        "rust",
        "generic",
        "struct S<'a, T> { t: T, s: &'a str }\nfn f(s: S<'static, u64>) {}",
        "struct S<'a> { t: u8, s: &'a str }\nfn f(s: S<'static>) {}",
    ),
    ("rust", "result", "fn f() -> u8 { g(); 1 }", "fn f() { g(); }"),
    (
        "rust",
        "field",
        "struct S { a: u8, b: u8 }\nfn f() -> S { S { a: 1, b: 2 } }",
        "struct S { a: u8}\nfn f() -> S { S { a: 1} }",
    ),
    (
        "python",
        "parameter",
        "def f(a, b=1):\n    return a + b\nf(1, 2)\n",
        "def f(a):\n    return a + 0\nf(1)\n",
    ),
    ("javascript", "inline", "function f(a) { a.b }\nf()\n", "\nundefined.b\n"),
    (
        "typescript",
        "parameter",
        "function f(a: number, b: string) { return b }\nf(1, 'x')\n",
        "function f(a: number) { return 0 }\nf(1)\n",
    ),
    (
        "java",
        "parameter",
        "class T { static int f(int a, long b) { return a; } int g() { return f(1, 2); } }",
        "class T { static int f(int a) { return a; } int g() { return f(1); } }",
    ),
    ("java", "result", "class T { int f() { g(); return 1; } }", "class T { void f() { g(); } }"),
    (
        "go",
        "import",
        "package a\nimport (\n\"os\"\n\"fmt\"\n)\nfunc f() {\nos.Exit(1)\nfmt.Println()\n}\n",
        "package a\nimport (\n\n\"fmt\"\n)\nfunc f() {\n\nfmt.Println()\n}\n",
    ),
    (
        "go",
        "import",
        "package a\nimport \"a/os\"\nfunc f() {\nos.Exit(1)\n}\n",
        "package a\n\nfunc f() {\n\n}\n",
    ),
    (
        "go",
        "result",
        "package a\nfunc f() int {\nif g {\nreturn 2\n}\nreturn 1\n}\n",
        "package a\nfunc f() {\nif g {\nreturn \n}\nreturn \n}\n",
    ),
    (
        "go",
        "results",
        "package a\nfunc f() (int, error) {\nreturn 1, nil\n}\nfunc g() {\nn, err := f()\nprint(n, err)\n}\n",
        "package a\nfunc f() (int) {\nreturn 1\n}\nfunc g() {\nn:= f()\nprint(n, 0)\n}\n",
    ),
    (
        "go",
        "parameter",
        "package a\nfunc f(a, b int) {\nprint(a)\n}\nfunc g() {\nf(1, 2)\n}\n",
        "package a\nfunc f(a int) {\nprint(a)\n}\nfunc g() {\nf(1)\n}\n",
    ),
    (
        "go",
        "members",
        "package a\nfunc (t *T) f() {\n}\nfunc g() {\nT{}.f()\n}\n",
        "package a\nfunc f() {\n}\nfunc g() {\nf()\n}\n",
    ),
    (
        "go",
        "label",
        "package a\nfunc f() {\nout:\nfor {\nbreak out\n}\n}\n",
        "package a\nfunc f() {\n\nfor {\nbreak \n}\n}\n",
    ),
    (
        "go",
        "unused",
        "package a\nimport \"os\"\nfunc f() {\nn, m := 1, 2\nk := n\nos.Exit(k)\nprint(m)\n}\n",
        "package a\n\nfunc f() {\n_, m := 1, 2\n\n\nprint(m)\n}\n",
    ),
    (
        "python",
        "variable",
        "class a:\n def f(self):\n  self.b = 3\n  print(self.b)\n",
        "class a:\n def f(self):\n  \n  print(3)\n",
    ),
    (
        "python",
        "inline",
        "class a:\n def f(self, n):\n  return self.g(n)\nprint(a().f(2))\n",
        "class a:\n \nprint(a().g(2))\n",
    ),
    (
        "java",
        "label",
        "class a { void f() { b: while (true) { break b; } } }",
        "class a { void f() { while (true) { break ; } } }",
    ),
    (
        "java",
        "result",
        "class a { int f() { if (b) { return 1; } return 2; } }",
        "class a { void f() { if (b) { } } }",
    ),
    (
        "java",
        "variable",
        "class a { int b = 3; int f() { return this.b + b; } }",
        "class a { int f() { return 3 + 3; } }",
    ),
    ("java", "body", "class a { b c = () -> { return 1; }; }", "class a { b c = () -> 1; }"),
    ("javascript", "body", "f(x => { return x; });", "f(x => x);"),
    ("javascript", "label", "a: for (;;) break a;", "for (;;) break ;"),
    ("javascript", "variable", "this.a = 3;\nf(this.a);", "\nf(3);"),
    ("javascript", "variable", "var a = 1;\nf(a);", "\nf(1);"),
    ("javascript", "variable", "let a = f(), b = 1, c;\ng(a);", "let b = 1, c;\ng(f());"),
    ("javascript", "variable", "let a, b = f(), c;\ng(b);", "let a, c;\ng(f());"),
    ("c", "variable", "int f() { int a = 1, b = 2; return b; }", "int f() { int a = 1; return 2; }"),
    ("c", "variable", "int f() { int a = 1, *b; return a; }", "int f() { int *b; return 1; }"),
    (
        "java",
        "variable",
        "class a { int b() { int c = 1, d = 2; f(d); } }",
        "class a { int b() { int c = 1; f(2); } }",
    ),
    ("java", "variable", "class a { int b() { int c = 1; f(c); } }", "class a { int b() { f(1); } }"),
    ("typescript", "variable", "enum A { b = 'c', d = 1 }\nf(A.b);", "enum A { d = 1 }\nf('c');"),
    ("rust", "list", "use a::{b};", "use a::b;"),
    ("rust", "label", "fn f() { 'a: loop { break 'a; } }", "fn f() { loop { break ; } }"),
    ("go", "list", "package a\nimport (\"os\")\n", "package a\nimport \"os\"\n"),
    (
        "c",
        "local",
        "int a(double * z)\n{\n int i;\n for (;;) z[i] = i;\n}",
        "double * z;a(i)\n{\n \n for (;;) z[i] = i;\n}",
    ),
    ("c", "local", "int f() { int b; return b; }", "f(b) { return b; }"),
];

#[test]
fn rules_do_what_their_names_say() {
    for (language, rule, program, expected) in RULES {
        let language = built(language);
        let text = Text::new(program.as_bytes()).expect("a short text");
        let of_rule = language.parser().rewrites(&text).into_iter().filter(|rewrite| rewrite.rule == *rule);
        let made: Vec<String> = of_rule
            .map(|rewrite| String::from_utf8_lossy(made(&text, rewrite).bytes()).into_owned())
            .collect();
        assert!(
            made.iter().any(|text| text == expected),
            "{} {rule}: {expected:?} in {made:#?}",
            language.name()
        );
    }
}
