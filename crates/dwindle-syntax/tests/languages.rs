//! What the trees of programming languages promise: what may go can go.
//!
//! On a sample of each language every node that may go is removed, and every other one is replaced by the shortest
//! text that its place can have, one at a time; the parser then must find no more errors than before. Grammars are
//! slightly looser than parsers (precedences, scanners written in C), so a few per cent may fail: the rates that
//! are asserted are those that were measured.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use dwindle::space::{Space, TreeSpace};
use dwindle::tree::{NodeId, Parse, Role, Shape, Tree};
use dwindle::{Config, Text};
use dwindle_syntax::language::Language;

/// The documentation, where the measured rates stand, too.
fn documentation() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/languages.md")).unwrap()
}

/// The language of this name: a build without it does not pass the tests.
#[track_caller]
pub(crate) fn built(name: &str) -> Language {
    Language::by_name(name)
        .unwrap_or_else(|_| panic!("tests need all default languages, and there is no {name}"))
}

#[test]
fn the_default_languages_are_in_this_build() {
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    let default = manifest.split("\ndefault = [").nth(1).unwrap().split(']').next().unwrap();
    let names: Vec<&str> = default.split('"').skip(1).step_by(2).collect();
    assert!(names.len() > 30, "{names:?}");
    names.into_iter().map(built).for_each(drop);
}

#[test]
#[cfg_attr(
    not(feature = "all-languages"),
    ignore = "six languages are in no default build: --features all-languages"
)]
fn the_languages_that_are_no_default_are_in_this_build() {
    let documentation = documentation();
    let rows = documentation.lines().filter(|line| line.starts_with("| `") && line.contains(" | no | "));
    let names: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert_eq!(names.len(), 6, "{names:?}");
    names.into_iter().map(built).for_each(drop);
}

/// The sample of a language: of the names that files in it end with, it has one.
pub(crate) fn sample(language: Language) -> Text {
    let path = |ending| format!("{}/testdata/languages/sample.{ending}", env!("CARGO_MANIFEST_DIR"));
    let file = language.endings().iter().map(path).find(|path| Path::new(path).exists());
    Text::new(std::fs::read(file.unwrap_or_else(|| panic!("{language:?} has a sample"))).unwrap()).unwrap()
}

/// Languages of this build, with their samples and, of the removals and of the replacements in each, how many of 1,000
/// leave no new error.
fn languages() -> impl Iterator<Item = (Language, Text, usize, usize)> {
    let documentation = documentation();
    Language::all().map(move |language| {
        let row = format!("\n| `{}` | ", language.name());
        let rates = documentation.split(&row).skip(1).find_map(|after| {
            let mut cells =
                after.lines().next()?.split(" | ").map(|cell| cell.trim_end_matches(" |").parse());
            Some((cells.next()?.ok()?, cells.next()?.ok()?))
        });
        let (removals, replacements) =
            rates.unwrap_or_else(|| panic!("docs/languages.md has rates of {language:?}"));
        (language, sample(language), removals, replacements)
    })
}

/// What is left when only these units of `nodes` stay.
fn with_only(tree: &Arc<Tree>, nodes: &[NodeId], kept: &Config) -> Text {
    let space = TreeSpace::removals(Arc::clone(tree), nodes.iter().copied());
    let mut out = Vec::new();
    space.write(kept, &mut out).unwrap();
    Text::new(out).unwrap()
}

/// A few characters of a node.
fn beginning(tree: &Tree, id: NodeId) -> String {
    String::from_utf8_lossy(tree.bytes(id)).chars().take(60).collect()
}

#[test]
fn what_may_go_can_go() {
    let mut failures = String::new();
    for (language, text, removals, replacements) in languages() {
        let parser = language.parser();
        let before = parser.errors(&text);
        let tree = Arc::new(parser.parse(&text).unwrap().squeezed());
        let (mut tried, mut fine) = ([0, 0], [0, 0]);
        let mut exceptions = String::new();
        for id in tree.ids().skip(1) {
            let node = tree.node(id);
            let kind = match node.role() {
                Role::Optional | Role::Element | Role::Extra => 0,
                Role::Needed if tree.grammar().shortest(node.place()).is_some() => 1,
                // What must agree with something else has no text that could stand there.
                Role::Needed | Role::Separator | Role::Loose => continue,
            };
            let candidate = with_only(&tree, &[id], &Config::empty());
            if candidate.bytes() == text.bytes() {
                continue;
            }
            tried[kind] += 1;
            if parser.errors(&candidate) <= before {
                fine[kind] += 1;
            } else {
                let parent = tree.parent(id).map_or("", |parent| tree.name(parent));
                let place = &tree.grammar().definition(node.place()).name;
                let by = tree.grammar().shortest(node.place()).map(String::from_utf8_lossy);
                let what = (node.role(), tree.name(id), parent, place, by);
                writeln!(exceptions, "  {what:?} {:?}", beginning(&tree, id)).unwrap();
            }
        }
        let rates = [0, 1].map(|kind| fine[kind] * 1000 / usize::max(tried[kind], 1));
        println!(
            "\n{} ({before} before): {fine:?} of {tried:?}, {rates:?} of 1,000\n{exceptions}",
            language.name()
        );
        if rates[0] < removals || rates[1] < replacements {
            writeln!(failures, "{}: {rates:?} instead of {removals} and {replacements}", language.name())
                .unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Of each list all elements but one, and all of them, and the first or the last half.
#[test]
fn elements_of_lists_go_together() {
    let (mut tried, mut fine) = (0, 0);
    for (language, text, ..) in languages() {
        let parser = language.parser();
        let tree = Arc::new(parser.parse(&text).unwrap().squeezed());
        for list in tree.ids().filter(|id| tree.node(*id).is_list()) {
            let elements: Vec<NodeId> =
                tree.children(list).filter(|child| tree.node(*child).role() == Role::Element).collect();
            let count = u32::try_from(elements.len()).unwrap();
            let known = tree.node(list).shape() == Shape::Star
                || tree.grammar().shortest(tree.node(list).place()).is_some();
            let singles = (0..count).map(|unit| Config::of_units([unit]));
            let halves = [0..count / 2, count / 2..count].map(Config::of_units);
            for kept in singles.chain(halves).chain(known.then(Config::empty)) {
                let candidate = with_only(&tree, &elements, &kept);
                tried += 1;
                if parser.errors(&candidate) == 0 {
                    fine += 1;
                } else {
                    let (name, bytes) = (tree.name(list), beginning(&tree, list));
                    println!("{}: {name} {bytes:?}, kept {kept:?}", language.name());
                }
            }
        }
    }
    println!("{fine} of {tried}");
    assert!(fine * 1000 >= tried * 999, "{fine} of {tried}");
}

/// Each node is replaced by the first three below it that its place accepts.
#[test]
fn what_a_place_accepts_can_stand_there() {
    for (language, text, ..) in languages() {
        let parser = language.parser();
        let tree = parser.parse(&text).unwrap().squeezed();
        let (mut tried, mut fine) = (0, 0);
        let mut exceptions = String::new();
        for id in tree.ids().skip(1) {
            let node = tree.node(id);
            let accepted = |below: &NodeId| {
                tree.node(*below).len() < node.len()
                    && !matches!(tree.node(*below).role(), Role::Extra | Role::Separator)
                    && tree.grammar().accepts(node.place(), tree.node(*below).symbol())
            };
            for below in tree.subtree(id).skip(1).filter(accepted).take(3) {
                let span = node.span();
                let bytes =
                    [&text.bytes()[..span.start], tree.bytes(below), &text.bytes()[span.end..]].concat();
                tried += 1;
                if parser.errors(&Text::new(bytes).unwrap()) == 0 {
                    fine += 1;
                } else {
                    let place = &tree.grammar().definition(node.place()).name;
                    let (above, below) = (beginning(&tree, id), beginning(&tree, below));
                    writeln!(exceptions, "  {place}: {above:?} by {below:?}").unwrap();
                }
            }
        }
        println!("\n{}: hoisted {fine} of {tried}\n{exceptions}", language.name());
        assert!(fine * 1000 >= tried * 980, "{}: {fine} of {tried}", language.name());
    }
}

#[test]
fn samples_are_read_by_the_rules_of_their_languages() {
    for (language, text, ..) in languages() {
        let tree = language.parser().parse(&text).unwrap();
        let unparsed = tree.ids().filter(|id| tree.node(*id).shape() == Shape::Unparsed);
        let unparsed: Vec<String> = unparsed.map(|id| beginning(&tree, id)).collect();
        assert!(unparsed.is_empty(), "{}: {unparsed:?}", language.name());
        for tree in [&tree, &tree.squeezed()] {
            for id in tree.ids() {
                let node = tree.node(id);
                let accepted =
                    node.role() == Role::Extra || tree.grammar().accepts(node.place(), node.symbol());
                let (name, place) = (tree.name(id), &tree.grammar().definition(node.place()).name);
                assert!(accepted, "{}: {name} for {place}: {}", language.name(), beginning(tree, id));
            }
        }
    }
}

#[test]
fn the_documentation_has_every_language() {
    let documentation = documentation();
    for language in Language::all() {
        let endings: Vec<String> = language.endings().iter().map(|ending| format!("`{ending}`")).collect();
        let row = format!("| {} | {} |", endings.join(" "), language.package());
        assert!(documentation.contains(&row), "{row}");
    }
}
