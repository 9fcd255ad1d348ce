//! Languages and grammars: what is known of them, what is wrong with them, and inputs that fit none.

use std::fs::File;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::env::{TestEnv, is_slow_wanted};

/// Sums of digits in brackets.
pub const SUMS: &str =
    "sum = term, { \"+\", term } ;\nterm = digit | \"(\", sum, \")\" ;\ndigit = \"0\" | \"1\" | \"2\" ;\n";

/// Levels of nesting that no recursion survives.
const DEEP: usize = 100_000;

/// `left` and `right` so many times around nothing.
fn nested(left: &str, right: &str) -> String {
    [left.repeat(DEEP), right.repeat(DEEP)].concat()
}

/// The program's exit code and the last line that it prints, which may be very many.
fn last_line(env: &TestEnv, line: &str) -> (i32, String) {
    let out = File::create(env.path("out")).unwrap();
    let mut command = env.command();
    command.args(line.split_whitespace()).stdout(out).stderr(Stdio::piped());
    let output = command.output().unwrap();
    let shown = env.shown(&output);
    assert!(shown.code < 4, "{line}: {shown}");
    let lines = String::from_utf8_lossy(&std::fs::read(env.path("out")).unwrap()).into_owned();
    (shown.code, lines.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn parse_shows_what_may_be_done_with_each_node() {
    let env = TestEnv::new();
    env.file("a.json", "[1, {\"b\": null}]").file("sums.ebnf", SUMS).file("sum.txt", "1+(2)");
    assert_snapshot!(env.run("parse a.json"), @r#"
    document, list, shortest ""  "[1, {\"b\": null}]"
      array as _value, element  "[1, {\"b\": null}]"
        [  "["
        (_value ("," _value)*)?, list, shortest ""  "1, {\"b\": null}"
          number as _value, element  "1"
          ,, separator  ","
          object as _value, element  "{\"b\": null}"
            {  "{"
            (pair ("," pair)*)?, list, shortest ""  "\"b\": null"
              pair, element  "\"b\": null"
                string, shortest "\"\""  "\"b\""
                  "  "\""
                  string_content as _string_content  "b"
                  "  "\""
                :  ":"
                null as _value, shortest "0"  "null"
            }  "}"
        ]  "]"
    18 nodes: 0 optional, 4 elements of lists, 0 not understood
    => 0
    "#);
    assert_snapshot!(env.run("parse --grammar sums.ebnf sum.txt"), @r#"
    sum, list of at least one, shortest "0"  "1+(2)"
      "1" as term, element  "1"
      "+", separator  "+"
      term, element  "(2)"
        "("  "("
        sum, list of at least one  "2"
          "2" as term, element  "2"
        ")"  ")"
    8 nodes: 0 optional, 3 elements of lists, 0 not understood
    => 0
    "#);
}

#[test]
fn a_reader_of_a_tree_who_goes_away_is_no_error() {
    let env = TestEnv::new();
    env.file("a.json", format!("[{}1]", "1,".repeat(20_000)));
    let mut child = env.start("parse a.json");
    drop(child.stdout.take());
    assert_eq!(env.shown(&child.wait_with_output().unwrap()).to_string(), "=> 0");
}

#[test]
fn an_unknown_language_is_told_the_known_ones() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("parse --language jsno input.txt"), @"
    error: --language jsno: unknown language `jsno` (did you mean `json`?); the supported languages are c, cpp, rust, python, javascript, typescript, tsx, java, go, json, html, css, bash, lua, xml, sql, ruby, yaml, toml, cmake, wgsl, solidity, r, glsl, zig, llvm, mlir, php, csharp, kotlin, haskell, perl, smtlib, wat, make, dimacs, dot, verilog
      hint: `dwindle languages` lists the supported languages; --grammar FILE adds another
    => 2
    ");
    assert_snapshot!(env.run("reduce --language cobol ./test.sh input.txt"), @"
    error: --language cobol: unknown language `cobol`; the supported languages are c, cpp, rust, python, javascript, typescript, tsx, java, go, json, html, css, bash, lua, xml, sql, ruby, yaml, toml, cmake, wgsl, solidity, r, glsl, zig, llvm, mlir, php, csharp, kotlin, haskell, perl, smtlib, wat, make, dimacs, dot, verilog
      hint: `dwindle languages` lists the supported languages; --grammar FILE adds another
    => 2
    ");
    assert_snapshot!(env.run("parse input.txt"), @"
    error: the language of input.txt is unknown
      hint: name it with --language NAME (`dwindle languages` lists them), or give a grammar with --grammar FILE
    => 2
    ");
    assert_snapshot!(env.run("parse --language none input.txt"), @"
    error: the language of input.txt is unknown
      hint: name it with --language NAME (`dwindle languages` lists them), or give a grammar with --grammar FILE
    => 2
    ");
}

#[test]
fn an_algorithm_on_trees_needs_a_tree() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce --algorithm perses ./test.sh input.txt"), @"
    error: --algorithm perses needs a syntax tree, but the language of the input is unknown
      hint: name it with --language NAME (`dwindle languages` lists them), or give a grammar with --grammar FILE
    => 2
    ");
    assert_snapshot!(env.run("compare --algorithms ddmin,hdd ./test.sh input.txt"), @"
    error: --algorithm hdd needs a syntax tree, but the language of the input is unknown
      hint: name it with --language NAME (`dwindle languages` lists them), or give a grammar with --grammar FILE
    => 2
    ");
}

#[test]
fn what_is_wrong_with_a_grammar_is_told_with_its_place() {
    let env = TestEnv::new();
    env.file("input.txt", "1+2");
    for (name, grammar) in [
        ("leftover.ebnf", "sum = digit ;\n)\ndigit = \"1\" ;\n"),
        ("undefined.ebnf", "sum = digti ;\ndigit = \"1\" ;\n"),
        ("endless.ebnf", "sum = \"(\", sum, \")\" ;\n"),
        ("twice.ebnf", "sum = \"1\" ;\nsum = \"2\" ;\n"),
        ("open.ebnf", "sum = \"1 ;\n"),
        ("empty.ebnf", ""),
        ("broken.json", "{\"<start>\": [\"<sum>\"]"),
        ("broken.g4", "grammar Sums;\nsum : DIGIT ( '+' ;\n"),
    ] {
        env.file(name, grammar);
    }
    assert_snapshot!(env.run("parse --grammar leftover.ebnf input.txt"), @"
    error: --grammar: leftover.ebnf:2:1: found `)`, expected a rule's name
    => 2
    ");
    assert_snapshot!(env.run("parse --grammar undefined.ebnf input.txt"), @"
    error: --grammar: undefined.ebnf:1:7: `digti` has no rule; give it one, or quote it if it is text
    => 2
    ");
    assert_snapshot!(env.run("parse --grammar endless.ebnf input.txt"), @"
    error: --grammar: endless.ebnf:1:1: `sum` never terminates: each of its alternatives needs `sum` again; add one that does not
    => 2
    ");
    assert_snapshot!(env.run("parse --grammar twice.ebnf input.txt"), @"
    error: --grammar: twice.ebnf:2:1: `sum` already has a rule in line 1; combine the two as alternatives
    => 2
    ");
    assert_snapshot!(env.run("parse --grammar open.ebnf input.txt"), @r#"
    error: --grammar: open.ebnf:1:7: this literal is never closed; expected `"` in the same line
    => 2
    "#);
    assert_snapshot!(env.run("parse --grammar empty.ebnf input.txt"), @r#"
    error: --grammar: empty.ebnf:1:1: there are no rules; expected a rule, such as `name ::= "text" | other`
    => 2
    "#);
    assert_snapshot!(env.run("parse --grammar broken.json input.txt"), @"
    error: --grammar: broken.json:1:22: found the end of the file, expected `,` and the next nonterminal, or `}`
    => 2
    ");
    assert_snapshot!(env.run("parse --grammar broken.g4 input.txt"), @"
    error: --grammar: broken.g4:2:13: this `(` is never closed; expected `)` before the end of the rule
    => 2
    ");
    assert_snapshot!(env.run("parse --grammar nowhere.ebnf input.txt"), @"
    error: cannot read the grammar nowhere.ebnf: No such file or directory (os error 2)
      hint: give a file in EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON form
    => 2
    ");
    assert_snapshot!(env.run("reduce --grammar undefined.ebnf input.txt -- false"), @"
    error: --grammar: undefined.ebnf:1:7: `digti` has no rule; give it one, or quote it if it is text
    => 2
    ");
    env.file("bytes.ebnf", b"sum = \"\xff\" ;\n");
    assert_snapshot!(env.run("parse --grammar bytes.ebnf input.txt"), @"
    error: the grammar bytes.ebnf is not valid UTF-8
      hint: the file to reduce is an operand; --grammar names the grammar of its language
    => 2
    ");
    env.file("sums.ebnf", SUMS);
    assert_snapshot!(env.run("parse --grammar sums.ebnf --start smu input.txt"), @"
    error: --grammar: sums.ebnf:1:1: the start symbol `smu` has no rule
    => 2
    ");
    assert_snapshot!(env.run("parse --grammar sums.ebnf --grammar twice.ebnf input.txt"), @r#"
    error: --grammar: sums.ebnf:2:16: found `"`, expected a name, a literal in single quotes, or a sign
    => 2
    "#);
}

#[test]
fn what_is_doubtful_in_a_grammar_is_a_warning() {
    let env = TestEnv::new();
    env.file("input.txt", "1");
    env.file("unused.ebnf", "sum = \"1\" ;\nrest = \"2\" ;\n");
    assert_snapshot!(env.run("parse --grammar unused.ebnf input.txt"), @r#"
    sum  "1"
    1 nodes: 0 optional, 0 elements of lists, 0 not understood
    warning: unused.ebnf:2:1: `rest` is never used from `sum`
    => 0
    "#);
    env.file("circle.ebnf", "sum = sum | \"1\" ;\n");
    assert_snapshot!(env.run("parse --grammar circle.ebnf input.txt"), @r#"
    "1" as sum  "1"
    1 nodes: 0 optional, 0 elements of lists, 0 not understood
    warning: circle.ebnf:1:1: `sum` can become itself with nothing beside it: infinitely many trees for one input
    => 0
    "#);
    assert_snapshot!(env.run("generate --grammar unused.ebnf"), @"
    1warning: unused.ebnf:2:1: `rest` is never used from `sum`
    => 0
    ");
}

#[test]
fn a_grammar_may_lie_in_several_files() {
    let env = TestEnv::new();
    env.file(
        "SumsLexer.g4",
        "lexer grammar SumsLexer;\nDIGIT : [0-9]+ ;\nPLUS : '+' ;\nBLANK : ' ' -> skip ;\n",
    );
    env.file(
        "Sums.g4",
        "parser grammar Sums;\noptions { tokenVocab = SumsLexer; }\nsum : DIGIT (PLUS DIGIT)* ;\n",
    );
    env.file("input.txt", "12 + 3");
    assert_snapshot!(env.run("parse --grammar Sums.g4 --grammar SumsLexer.g4 input.txt"), @r#"
    sum, list of at least one, shortest "0"  "12 + 3"
      DIGIT, element  "12"
      PLUS, separator  "+"
      DIGIT, element  "3"
    4 nodes: 0 optional, 2 elements of lists, 0 not understood
    => 0
    "#);
    env.script("test.sh", "grep -q 12 input.txt");
    assert_snapshot!(env.run("reduce --jobs 1 -o - --grammar Sums.g4 --grammar SumsLexer.g4 ./test.sh input.txt"), @"
    12asked about 3 candidates: 1 still fails (kept), 2 pass, 0 unresolved
    ran 6 tests: 3 for these, 3 to confirm results
    result: standard output
    6 → 2 bytes (1 token) in 3 tests, [TIME]; no tree node, token or character can be removed
    => 0
    ");
}

#[test]
fn an_input_that_does_not_follow_its_grammar_is_told_where() {
    let env = TestEnv::new();
    env.file("sums.ebnf", SUMS).file("input.txt", "1+(2+)");
    assert_snapshot!(env.run("parse --grammar sums.ebnf input.txt"), @r#"
    error: input.txt does not match sums.ebnf: line 1, column 6: expected "(" or digit, found ")"
    => 3
    "#);
}

#[test]
fn generate_makes_the_same_inputs_for_the_same_seed() {
    let env = TestEnv::new();
    env.file("sums.ebnf", SUMS);
    let shown = env.run("generate --grammar sums.ebnf --count 3 --size 20 --seed 5");
    assert_eq!(shown.code, 0, "{shown}");
    let inputs: Vec<&str> = shown.stdout.trim_end().split("\n\n").collect();
    assert_eq!(inputs.len(), 3, "{shown}");
    assert_eq!(env.run("generate --grammar sums.ebnf -n 3 --size 20 --seed 5").stdout, shown.stdout);
    assert_ne!(env.run("generate --grammar sums.ebnf -n 3 --size 20 --seed 6").stdout, shown.stdout);
    let made = env.run("generate --grammar sums.ebnf -n 3 --size 20 --seed 5 --output-dir made");
    assert_eq!(made.to_string(), "=> 0");
    for (number, input) in (1..).zip(inputs) {
        let name = format!("made/{number:04}.txt");
        assert_eq!(env.read(&name), input);
        assert_eq!(env.run(&format!("parse --grammar sums.ebnf {name}")).code, 0);
    }
    // The same again changes nothing; others are not written over.
    assert_eq!(env.run("generate --grammar sums.ebnf -n 3 --size 20 --seed 5 --output-dir made").code, 0);
    assert_snapshot!(env.run("generate --grammar sums.ebnf -n 3 --size 20 --seed 6 --output-dir made"), @"
    error: made/0001.txt already exists with other contents
      hint: existing files are not overwritten: choose another directory, or move the file away
    => 2
    ");
}

#[test]
fn generate_makes_inputs_of_built_in_languages() {
    let env = TestEnv::new();
    for language in ["json", "c", "javascript"] {
        let shown = env.run(&format!("generate --language {language} --size 200 --seed 1"));
        assert!(shown.code == 0 && !shown.stdout.is_empty(), "{language}: {shown}");
    }
    assert_snapshot!(env.run("generate"), @"
    error: no grammar or language to generate inputs from
      hint: give a grammar: dwindle generate --grammar FILE; or a language: dwindle generate --language NAME
    => 2
    ");
}

#[test]
fn no_parser_stumbles_over_random_bytes() {
    let env = TestEnv::new();
    // A megabyte where there is time for it.
    let size = if is_slow_wanted() { 1 << 20 } else { 1 << 14 };
    let mut state = 7u64;
    let bytes: Vec<u8> = (0..size)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .collect();
    env.file("random.bin", &bytes);
    let languages = env.run("languages").stdout;
    for language in languages.lines().filter_map(|line| line.split_whitespace().next()) {
        let (code, last) = last_line(&env, &format!("parse --language {language} random.bin"));
        assert!(code == 0 && last.contains(" nodes: ") || code == 3, "{language}: {code} {last}");
    }
    env.file("sums.ebnf", SUMS);
    assert_eq!(last_line(&env, "parse --grammar sums.ebnf random.bin").0, 3);
}

#[test]
fn random_bytes_are_reduced_under_any_language() {
    let env = TestEnv::new();
    let bytes: Vec<u8> = (0..500u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    env.file("random.bin", [&bytes[..], b"needle", &bytes[..]].concat());
    env.script("test.sh", "grep -aq needle random.bin");
    let languages = env.run("languages").stdout;
    for language in languages.lines().filter_map(|line| line.split_whitespace().next()) {
        let shown = env.run(&format!("reduce --quiet --fresh --language {language} ./test.sh random.bin"));
        assert_eq!(
            (shown.to_string().as_str(), env.read("random.min.bin").as_str()),
            ("=> 0", "needle"),
            "{language}"
        );
    }
}

#[test]
fn no_depth_of_nesting_is_too_much() {
    let env = TestEnv::new();
    env.file("deep.json", nested("[", "]"));
    env.file("deep.ebnf", "all = [ \"(\", all, \")\" ] ;\n").file("deep.txt", nested("(", ")"));
    for parsed in ["deep.json", "--grammar deep.ebnf deep.txt"] {
        let (code, last) = last_line(&env, &format!("parse {parsed}"));
        assert!(code == 0 && last.contains(" nodes: "), "{parsed}: {code} {last}");
    }
}

#[test]
fn what_nests_very_deep_is_reduced() {
    let env = TestEnv::new();
    env.file("deep.json", nested("[", "]")).file("deep.py", format!("x = {}\n", nested("[", "]")));
    env.file("deep.c", format!("int x = {};\n", nested("(", ")").replace("()", "(1)")));
    env.file("deep.js", format!("x = {};\n", nested("[", "]")));
    env.file("deep.ebnf", "all = [ \"(\", all, \")\" ] ;\n").file("deep.txt", nested("(", ")"));
    for (name, options, needed) in [
        ("deep.json", "", "\\["),
        ("deep.c", "", "("),
        ("deep.py", "", "\\["),
        ("deep.js", "", "\\["),
        ("deep.txt", "--grammar deep.ebnf", "("),
    ] {
        env.script("test.sh", &format!("grep -q '{needed}' {name}"));
        let shown = env
            .run(&format!("reduce --quiet --minify --jobs 1 {options} -o result --fresh ./test.sh {name}"));
        assert_eq!(shown.to_string(), "=> 0", "{name}");
        assert!(env.read("result").len() <= 2, "{name}: {}", env.read("result").len());
        std::fs::remove_file(env.path("result")).unwrap();
    }
}

#[test]
fn all_algorithms_are_compared_where_there_is_a_tree() {
    let env = TestEnv::new();
    env.file("a.json", "{\"list\": [1, 2,\n{\"deep\": [null, \"needle\"]}],\n\"more\": {\"a\": \"b\"}}\n");
    env.script("test.sh", "grep -q needle a.json");
    let shown = env.run("compare --jobs 1 --unit tokens ./test.sh a.json");
    assert_eq!(shown.code, 0, "{shown}");
    let mut lines = shown.stdout.lines();
    assert_eq!(lines.next(), Some("a.json: 65 bytes, 36 tokens"));
    assert_eq!(
        lines.next().map(|head| head.split_whitespace().collect::<Vec<_>>()),
        Some(vec!["algorithm", "bytes", "tokens", "tests", "seconds"])
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split_whitespace().collect()).collect();
    for name in ["dwindle", "ddmin", "hdd", "gtr", "perses", "grammar", "generative"] {
        assert!(rows.iter().any(|row| row[0] == name), "{name} is missing: {shown}");
    }
    for row in &rows {
        let size: usize = row[1].parse().unwrap();
        assert!((6..65).contains(&size), "{} reduced nothing, or too much: {shown}", row[0]);
    }
}
