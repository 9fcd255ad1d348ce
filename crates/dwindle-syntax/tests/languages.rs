//! What the trees of programming languages promise: what may go can go.
//!
//! On a sample of each language every node that may go is removed, and every other one is replaced by the shortest
//! text that its place can have, one at a time; the parser then must find no more errors than before. Grammars are
//! slightly looser than parsers (precedences, scanners written in C), so a few per cent may fail: the rates that
//! are asserted are those that were measured.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use dwindle::Config;
use dwindle::space::{Space, Text, TreeSpace};
use dwindle::tree::{NodeId, Parse, Role, Shape, Tree};
use dwindle_syntax::language::Language;

/// Of the removals and of the replacements in the sample of each language: how many of 1,000 leave no new error.
const MEASURED: &[(&str, &str, usize, usize)] = &[
    ("c", "c", 0, 0),
    ("cpp", "cpp", 0, 0),
    ("rust", "rs", 0, 0),
    ("python", "py", 0, 0),
    ("javascript", "js", 0, 0),
    ("typescript", "ts", 0, 0),
    ("tsx", "tsx", 0, 0),
    ("java", "java", 0, 0),
    ("go", "go", 0, 0),
    ("json", "json", 0, 0),
    ("html", "html", 0, 0),
    ("css", "css", 0, 0),
    ("bash", "sh", 0, 0),
    ("xml", "xml", 0, 0),
    ("sql", "sql", 0, 0),
    ("ruby", "rb", 0, 0),
    ("yaml", "yaml", 0, 0),
];

fn sample(ending: &str) -> Text {
    let path = format!("{}/testdata/languages/sample.{ending}", env!("CARGO_MANIFEST_DIR"));
    Text::new(std::fs::read(Path::new(&path)).unwrap()).unwrap()
}

/// Languages of this build, with their samples and rates.
fn languages() -> impl Iterator<Item = (Language, Text, usize, usize)> {
    MEASURED.iter().filter_map(|(name, ending, removals, replacements)| {
        Some((Language::by_name(name).ok()?, sample(ending), *removals, *replacements))
    })
}

/// The text without one unit.
fn without(tree: &Arc<Tree>, node: NodeId) -> Text {
    let space = TreeSpace::removals(Arc::clone(tree), [node]);
    let mut out = Vec::new();
    space.write(&Config::empty(), &mut out).unwrap();
    Text::new(out).unwrap()
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
                Role::Needed => continue,
                Role::Separator | Role::Loose => continue,
            };
            let candidate = without(&tree, id);
            if candidate.bytes() == text.bytes() {
                continue;
            }
            tried[kind] += 1;
            if parser.errors(&candidate) <= before {
                fine[kind] += 1;
            } else {
                let bytes = String::from_utf8_lossy(tree.bytes(id)).chars().take(60).collect::<String>();
                let parent = tree.parent(id).map_or("", |parent| tree.name(parent));
                let place = &tree.grammar().definition(node.place()).name;
                let by = tree.grammar().shortest(node.place()).map(String::from_utf8_lossy);
                let what = (node.role(), tree.name(id), parent, place, by);
                writeln!(exceptions, "  {what:?} {bytes:?}").unwrap();
            }
        }
        let rates = [0, 1].map(|kind| fine[kind] * 1000 / usize::max(tried[kind], 1));
        println!("\n{} ({before} before): {fine:?} of {tried:?}, {rates:?} of 1,000\n{exceptions}", language.name());
        if rates[0] < removals || rates[1] < replacements {
            writeln!(failures, "{}: {rates:?} instead of {removals} and {replacements}", language.name()).unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn samples_are_read_by_the_rules_of_their_languages() {
    for (language, text, ..) in languages() {
        let tree = language.parser().parse(&text).unwrap();
        let unparsed: Vec<_> = tree.ids().filter(|id| tree.node(*id).shape() == Shape::Unparsed).collect();
        let names: Vec<_> = unparsed.iter().map(|id| (tree.name(*id), String::from_utf8_lossy(tree.bytes(*id)))).collect();
        println!("{}: {} of {} unparsed {names:?}", language.name(), unparsed.len(), tree.len());
    }
}
