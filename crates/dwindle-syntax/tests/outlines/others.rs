//! What goes together in languages that have marks and no rewrites.

use dwindle::outline::Mark;

use super::{go_together_in, marks, with};

#[test]
fn a_php_function_goes_with_the_statements_that_call_it() {
    let source = "<?php\nfunction a($b) { return $b; }\nfunction c() { $d = 1; return a($d); }\necho 1;\n$e = a(2);\necho $e;\n";
    let users = [("return a($d); ", ""), ("$e = a(2);", ""), ("echo $e;", "")];
    go_together_in("php", source, &[&[("function a($b) { return $b; }", "")], &users[..]].concat());
    go_together_in("php", source, &[("{ return $b; }", "{}")]);
}

#[test]
fn methods_of_one_name_in_a_csharp_class_go_together_with_what_calls_them() {
    let source = "using System;\nclass A { int b(int c) { return c; } int b(long d) { return 1; } int e() { return b(1); } void f() { } }\n";
    let both = [("int b(int c) { return c; } ", ""), ("int b(long d) { return 1; } ", "")];
    go_together_in("csharp", source, &[&both[..], &[("{ return b(1); }", "{throw null;}")]].concat());
    go_together_in("csharp", source, &[("{ return b(1); }", "{throw null;}")]);
    go_together_in("csharp", source, &[("using System;", "")]);
}

#[test]
fn regions_of_csharp_are_noise() {
    let source = "#region a\nclass b { }\n#endregion\n";
    let noise = Mark::Noise { late: false, has_names: false };
    assert_eq!(with(&noise, source, &marks("csharp", source)).len(), 2);
}

#[test]
fn what_a_ruby_method_and_a_lua_function_are_called_by_goes_with_them() {
    let ruby = "def a(b)\n  b\nend\nclass C\n  def d\n    e = 1\n    a(e)\n  end\nend\nputs a(2)\n";
    go_together_in("ruby", ruby, &[("def a(b)\n  b\nend", ""), ("a(e)", ""), ("puts a(2)", "")]);
    let lua = "local function a(b) return b end\nlocal M = {}\nfunction M.c(d) local e = 1 return d end\nprint(a(1))\nprint(M.c(2))\n";
    go_together_in("lua", lua, &[("local function a(b) return b end", ""), ("print(a(1))", "")]);
    go_together_in("lua", lua, &[("function M.c(d) local e = 1 return d end", ""), ("print(M.c(2))", "")]);
}

#[test]
fn what_uses_a_kotlin_class_goes_with_it_and_what_overrides_stays_with_its_own() {
    let source = "open class A {\n  open fun b(): Int {\n    return 1\n  }\n}\nclass C : A() {\n  override fun b(): Int {\n    return 2\n  }\n}\nval d = C()\nval e = 3\n";
    let class = source
        .find("class C")
        .zip(source.find("val d"))
        .map(|(from, to)| source[from..to].trim_end())
        .expect("a class");
    go_together_in("kotlin", source, &[(class, ""), ("val d = C()", "")]);
    go_together_in("kotlin", source, &[("val e = 3", "")]);
    assert_eq!(with(&Mark::Field, source, &marks("kotlin", source)), ["b"]);
}

#[test]
fn names_of_zig_solidity_and_shaders_go_with_what_uses_them() {
    let zig = "const a = struct { const b = 1; fn c() u8 { return d(); } };\nfn d() u8 { return 1; }\ntest { _ = a.c(); }\n";
    go_together_in("zig", zig, &[("fn d() u8 { return 1; }", ""), ("{ return d(); }", "{unreachable;}")]);
    let solidity = "contract A { uint b; function c() public returns (uint) { uint d = 1; return b; } function e() public {} }\n";
    go_together_in("solidity", solidity, &[("uint b; ", ""), ("return b; ", "")]);
    let glsl = "uniform float a;\nfloat b(float c) { float d = c; return a; }\nvoid main() { gl_FragDepth = 1.0; }\n";
    go_together_in("glsl", glsl, &[("uniform float a;", ""), ("return a; ", "")]);
    let wgsl = "const a = 1.0;\nfn b() -> f32 { let c = 2.0; return a; }\n";
    go_together_in("wgsl", wgsl, &[("const a = 1.0;", ""), ("return a; ", "")]);
}

#[test]
fn a_haskell_function_goes_from_the_lists_of_exports_too() {
    let source = "module A (b, C(..)) where\nimport D (e, f)\nb :: Int -> Int\nb 0 = 1\nb g = e g\ndata C = H | I Int\ni = 2\n";
    let all = [("(b, ", "( "), ("b :: Int -> Int", ""), ("b 0 = 1", ""), ("b g = e g", "")];
    go_together_in("haskell", source, &all);
    go_together_in("haskell", source, &[("i = 2", "")]);
    let source = "a b = go b\n  where go 0 = 1\n        go c = go (c - 1)\nd = go 2\n  where go e = e\n";
    go_together_in(
        "haskell",
        source,
        &[("= go b\n  where go 0 = 1\n        go c = go (c - 1)", "= undefined")],
    );
}

#[test]
fn what_a_perl_script_and_an_r_script_use_goes_with_it() {
    let perl = "my $a = 1;\nsub b { my ($c) = @_; return $a; }\nprint b(2);\nprint 3;\n";
    go_together_in("perl", perl, &[("my $a = 1;", ""), ("return $a;", "")]);
    let r = "a <- function(b) {\n  c <- 1\n  b\n}\nd <- a(2)\nprint(d)\nprint(3)\n";
    go_together_in(
        "r",
        r,
        &[("a <- function(b) {\n  c <- 1\n  b\n}", ""), ("d <- a(2)", ""), ("print(d)", "")],
    );
}
