//! Roles and places in trees of small programs.

use std::fmt::Write;

use dwindle::Text;
use dwindle::tree::{Parse, Role, Tree};

use super::Language;

/// All nodes but needed ones, a line each, deeper ones further in.
fn roles(language: &str, text: &str) -> String {
    let Ok(language) = Language::by_name(language) else { return String::new() };
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
    let found = roles(language, text);
    if Language::by_name(language).is_ok() {
        assert_eq!(found, expected);
    }
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
