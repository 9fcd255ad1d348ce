//! Names of languages, and roles and places in trees of small programs.

use std::fmt::Write;
use std::path::Path;

use dwindle::Text;
use dwindle::passes::Early;
use dwindle::tree::{Parse, Role, Tree};
use tree_sitter::Query;

use super::table::Table;
use super::{Language, built};

/// All nodes but needed ones, a line each, deeper ones further in.
fn roles(language: &str, text: &str) -> String {
    let language = built(language);
    let tree: Tree = language.parser().parse(&Text::new(text.as_bytes()).unwrap()).unwrap().squeezed();
    let mut out = String::new();
    for id in tree.ids().skip(1) {
        let node = tree.node(id);
        if node.role() != Role::Needed {
            let place = &tree.grammar().definition(node.place()).name;
            let text = String::from_utf8_lossy(tree.bytes(id));
            writeln!(out, "{:?} {place}: {text}", node.role()).unwrap();
        }
        assert!(
            matches!(node.role(), Role::Loose | Role::Extra)
                || tree.grammar().accepts(node.place(), node.symbol())
                || !language.grammar().definition(node.symbol()).named,
            "{} may stand for {}",
            tree.name(id),
            tree.grammar().definition(node.place()).name
        );
    }
    out
}

fn check(language: &str, text: &str, expected: &str) {
    assert_eq!(roles(language, text), expected);
}

#[test]
fn elements_of_lists_are_told_from_their_separators() {
    check(
        "json",
        "[1, {}, 2]",
        "Element _value: [1, {}, 2]\n\
         Element _value: 1\nSeparator ,: ,\nElement _value: {}\nSeparator ,: ,\nElement _value: 2\n",
    );
}

#[test]
fn what_follows_an_optional_word_is_one_node_with_it() {
    check(
        "c",
        "int x; int f() { if (x) return 1; else g(); }",
        "Element _top_level_item: int x;\n\
         Element _top_level_item: int f() { if (x) return 1; else g(); }\n\
         Element _block_item: if (x) return 1; else g();\n\
         Optional expression | comma_expression: 1\n\
         Optional else_clause: else g();\n\
         Optional expression | comma_expression: g()\n",
    );
}

#[test]
fn comments_are_extras_between_elements() {
    check(
        "python",
        "def f(a):\n    # one\n    x = a\n    # two\n    return x\n",
        "Element _statement: def f(a):\n    # one\n    x = a\n    # two\n    return x\n\
         Optional _parameters: a\n\
         Extra comment: # one\n\
         Element _statement: x = a\n\
         Extra comment: # two\n\
         Element _statement: return x\n\
         Optional _expressions: x\n",
    );
}

#[test]
fn a_region_without_sense_leaves_its_surroundings_alone() {
    check(
        "c",
        "int x; @@ int y;",
        "Element _top_level_item: int x;\nLoose unparsed: @@\nElement _top_level_item: int y;\n",
    );
}

#[test]
fn a_file_tells_its_language_by_its_name_or_its_first_line() {
    let of_file = |name: &str, first_bytes: &str| {
        Language::of_file(Path::new(name), first_bytes.as_bytes()).map(Language::name)
    };
    assert_eq!(of_file("a/b.c", ""), Some("c"));
    assert_eq!(of_file("a.C", ""), Some("cpp"));
    assert_eq!(of_file("A.PY", ""), Some("python"));
    assert_eq!(of_file("run", "#!/usr/bin/env -S python3.12 -u\n"), Some("python"));
    assert_eq!(of_file("run", "#! /bin/sh -e\n"), Some("bash"));
    assert_eq!(of_file("a.py", "#!/bin/sh\n"), Some("python"));
    assert_eq!(of_file("a/Makefile", ""), Some("make"));
    assert_eq!(of_file("CMakeLists.txt", ""), Some("cmake"));
    assert_eq!(of_file("a", "<?xml version=\"1.0\"?>"), Some("xml"));
    assert_eq!(of_file("a.txt", "text"), None);
    assert_eq!(of_file("a", "#!"), None);
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    assert_eq!(Language::by_name("C++").map(Language::name), Ok("cpp"));
    let unknown = Language::by_name("pyhton").unwrap_err();
    assert_eq!(unknown.nearest(), Some("python"));
    assert!(
        unknown
            .to_string()
            .starts_with("unknown language `pyhton` (did you mean `python`?); the supported languages are c")
    );
    assert_eq!(Language::by_name("cobol85").unwrap_err().nearest(), None);
}

#[test]
fn names_and_endings_belong_to_one_language() {
    let mut all: Vec<&str> = Language::all().flat_map(|language| language.0.names()).collect();
    let mut endings: Vec<&str> = Language::all().flat_map(Language::endings).copied().collect();
    for words in [&mut all, &mut endings] {
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}

#[test]
fn constants_belong_to_symbols_of_the_grammar() {
    for language in Language::all() {
        for (name, expr) in Table::read(language.0.table).unwrap().constants {
            let symbol =
                language.grammar().symbol(&name).unwrap_or_else(|| panic!("{language:?} has {name}"));
            assert!(expr.texts().count() > 0);
            assert!(expr.texts().all(|text| language.constants(symbol).contains(&text)));
        }
    }
}

#[test]
fn an_early_word_is_a_step_or_a_rule_of_the_rewrites() {
    for language in Language::all() {
        let rules: Vec<&str> = language.0.rules().into_iter().flat_map(rules_of).collect();
        let is_known = |word: &&str| Early::STEPS.contains(word) || rules.contains(word);
        let unknown: Vec<&str> = language.0.early_rules().filter(|word| !is_known(word)).collect();
        assert_eq!(unknown, [""; 0], "{language:?}");
    }
}

/// The names that the patterns of a query give their rules.
fn rules_of(query: &Query) -> impl Iterator<Item = &str> {
    let settings = (0..query.pattern_count()).flat_map(|pattern| query.property_settings(pattern));
    settings.filter(|one| &*one.key == "rule").filter_map(|one| one.value.as_deref())
}

/// How much of a text its parser does not understand.
#[track_caller]
fn errors(language: &str, text: &str) -> usize {
    built(language).parser().errors(&Text::new(text.as_bytes()).unwrap())
}

#[test]
fn a_recipe_goes_on_after_blank_lines_and_comments_and_in_conditionals() {
    assert_eq!(errors("make", "a:\n\tb\n# c\n\n\td\n"), 0);
    assert_eq!(errors("make", "a:\nifdef b\n\tc\nelse\n\td\nendif\n\te\n"), 0);
    assert_eq!(errors("make", "a = b\n\tc\n"), 0);
    check(
        "make",
        "a: b\n\tc\n\n\td\n",
        "Element _item: a: b\n\tc\n\n\td\n\nElement recipe_line: \tc\n\n\nElement recipe_line: \td\n\n",
    );
}

#[test]
fn words_that_are_newer_than_the_parser_of_wgsl_are_read() {
    assert_eq!(errors("wgsl", "const a: i32 = 1;\nalias b = f32;\nfn f() { const c = a + 1; }\n"), 0);
}

#[test]
fn a_rule_whose_symbols_are_in_each_other_in_many_ways_is_still_read() {
    let found = roles("mlir", "module { func.func private @a() attributes {b = 0 : i32, c = [\"d\"]} }");
    assert!(!found.contains("Loose"), "{found}");
}

#[test]
fn what_is_missing_or_too_much_in_verilog_spoils_no_more_than_its_place() {
    assert_eq!(errors("verilog", "module m; initial begin a = 1; end endmodule"), 0);
    assert_eq!(errors("verilog", "module m; initial begin a = 1 endmodule module n; endmodule"), 2);
    assert_eq!(errors("verilog", "module m; wire a; end ) wire b; endmodule"), 2);
    check(
        "verilog",
        "wire a; end wire b; assign c = (d;",
        "Element _item: wire a;\nLoose unparsed: end\nElement _item: wire b;\nElement _item: assign c = (d;\n\
         Loose identifier: d\n",
    );
}
