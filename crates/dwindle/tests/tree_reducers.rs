//! What every reducer on trees promises, for arbitrary texts of a toy language and arbitrary tests.

use std::collections::BTreeSet;
use std::sync::Mutex;

use dwindle::reduce::{Setting, TreeAlgorithm};
use dwindle::space::{Site, Space, TreeSpace};
use dwindle::test::on_texts;
use dwindle::tree::{NodeId, Parse, Piece, Role, Shape, Tree};
use dwindle::{Algorithm, Config, Engine, Outcome, Search, Stop, Text};
use proptest::prelude::*;

use crate::toy::Toy;

fn text(source: &str) -> Text {
    Text::new(source.as_bytes().to_vec()).expect("a short text")
}

/// Random sources of the toy language.
fn source() -> impl Strategy<Value = String> {
    let word = "[a-e]{1,3}".prop_map(|word: String| word);
    word.prop_recursive(5, 40, 5, |value| {
        let gap = prop_oneof![Just(""), Just(" "), Just("\n  ")];
        prop_oneof![
            (proptest::collection::vec(value.clone(), 0..5), gap)
                .prop_map(|(all, gap)| format!("({gap}{})", all.join(" "))),
            proptest::collection::vec(value.clone(), 1..5).prop_map(|all| format!("[{}]", all.join(", "))),
            proptest::option::of(value.clone()).prop_map(|one| format!("{{{}}}", one.unwrap_or_default())),
            (value.clone(), value.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            (value.clone(), value).prop_map(|(a, b)| format!("<{a} {b}>")),
        ]
    })
}

/// A test that fails as long as all of `needed` occur, does not parse as unresolved, and has some moods.
fn outcome(toy: &Toy, bytes: &[u8], needed: &[&str], mood: u64) -> Outcome {
    let source = String::from_utf8_lossy(bytes);
    if toy.parse(&text(&source)).is_none() {
        return Outcome::Unresolved;
    }
    let noise =
        source.bytes().fold(mood, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    if needed.iter().any(|part| !source.contains(part)) {
        Outcome::Pass
    } else if mood > 0 && (noise >> 32).is_multiple_of(8) {
        [Outcome::Pass, Outcome::Unresolved][usize::from(noise >> 40 & 1 == 1)]
    } else {
        Outcome::Fail
    }
}

fn reduce(
    search: &mut Search<'_>,
    toy: &Toy,
    algorithm: TreeAlgorithm,
    source: &str,
) -> Result<(Tree, Option<usize>), Stop> {
    let setting = Setting { parse: Some(toy), protect: None, lists: algorithm.lists() };
    let tree = toy.parse(&text(source)).expect("a toy source");
    let reduced = algorithm.reduce(search, setting, &tree)?;
    Ok((reduced.tree, reduced.certificate))
}

/// All that a single step can make of a tree: a node below the root goes or becomes the shortest text of its place.
fn single_removals(tree: &Tree) -> BTreeSet<Vec<u8>> {
    let mut found = BTreeSet::new();
    for id in tree.ids().skip(1) {
        let node = tree.node(id);
        if node.role() == Role::Separator || node.is_empty() {
            continue;
        }
        let space = TreeSpace::removals(tree.clone().into(), [id]);
        if space.size(&Config::empty()) < space.size(&space.full()) {
            let mut bytes = Vec::new();
            space.write(&Config::empty(), &mut bytes).expect("a vector takes all");
            found.insert(bytes);
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn results_fail_are_no_larger_parse_and_are_minimal_where_claimed(
        source in source(), picks in proptest::collection::vec(any::<proptest::sample::Index>(), 1..3), mood in 0u64..3,
    ) {
        let toy = Toy::new();
        let words: Vec<&str> =
            source.split(|c: char| !c.is_ascii_lowercase()).filter(|word| !word.is_empty()).collect();
        prop_assume!(!words.is_empty());
        let needed: Vec<&str> = picks.iter().map(|pick| *pick.get(&words)).collect();
        prop_assume!(outcome(&toy, source.as_bytes(), &needed, mood) == Outcome::Fail);
        for &algorithm in TreeAlgorithm::ALL {
            let asked = Mutex::new(Vec::new());
            let test = on_texts(|bytes: &[u8]| {
                asked.lock().unwrap().push(bytes.to_vec());
                outcome(&toy, bytes, &needed, mood)
            });
            let (tree, certificate) =
                Engine::new().run(&test, |search| reduce(search, &toy, algorithm, &source)).unwrap();
            let bytes = tree.text().bytes();
            prop_assert_eq!(outcome(&toy, bytes, &needed, mood), Outcome::Fail, "{}", algorithm);
            prop_assert!(bytes.len() <= source.len());
            drop(test);
            let asked = asked.into_inner().unwrap();
            // Every candidate is made by the grammar.
            for candidate in &asked {
                let candidate = String::from_utf8_lossy(candidate);
                prop_assert!(toy.parse(&text(&candidate)).is_some(), "{algorithm} asked {candidate:?} of {source:?}");
            }
            if certificate.is_some() {
                for smaller in single_removals(&tree) {
                    prop_assert_ne!(
                        outcome(&toy, &smaller, &needed, mood), Outcome::Fail,
                        "{} left {:?}, though {:?} fails", algorithm, tree, String::from_utf8_lossy(&smaller)
                    );
                }
            }
        }
    }

    #[test]
    fn jobs_change_nothing(source in source(), pick in any::<proptest::sample::Index>(), mood in 0u64..3) {
        let toy = Toy::new();
        let words: Vec<&str> =
            source.split(|c: char| !c.is_ascii_lowercase()).filter(|word| !word.is_empty()).collect();
        prop_assume!(!words.is_empty());
        let needed = [*pick.get(&words)];
        prop_assume!(outcome(&toy, source.as_bytes(), &needed, mood) == Outcome::Fail);
        let test = on_texts(|bytes: &[u8]| outcome(&toy, bytes, &needed, mood));
        for algorithm in [TreeAlgorithm::Dwindle, TreeAlgorithm::HddStar, TreeAlgorithm::Perses] {
            let run = |jobs| {
                let engine = Engine::new().jobs(jobs);
                engine.run(&test, |search| {
                    let tree = reduce(search, &toy, algorithm, &source)?.0;
                    Ok::<_, Stop>((tree.text().bytes().to_vec(), search.count()))
                })
            };
            let alone = run(1).unwrap();
            for jobs in [2, 5] {
                prop_assert_eq!(run(jobs).unwrap(), alone.clone());
            }
        }
    }

    #[test]
    fn squeezing_keeps_the_text_and_every_place_fits(source in source()) {
        let toy = Toy::new();
        let tree = toy.parse(&text(&source)).unwrap();
        let squeezed = tree.squeezed();
        prop_assert_eq!(squeezed.text().bytes(), source.as_bytes());
        for id in squeezed.ids() {
            let node = squeezed.node(id);
            let grammar = squeezed.grammar();
            prop_assert!(grammar.accepts(node.place(), node.symbol()), "{:?} in {:?}", id, squeezed);
            if node.is_list() {
                let all = squeezed.children(id).map(|child| squeezed.node(child).role());
                prop_assert!(all.into_iter().all(|role| matches!(role, Role::Element | Role::Separator)));
            }
        }
    }

    #[test]
    fn a_changed_tree_is_the_tree_of_what_was_written(
        source in source(), keep in proptest::collection::vec(any::<bool>(), 60), hoist in any::<bool>(),
    ) {
        let toy = Toy::new();
        let tree = toy.parse(&text(&source)).unwrap().squeezed();
        let mut sites: Vec<NodeId> = Vec::new();
        for id in tree.ids() {
            let apart = sites.last().is_none_or(|last| !tree.is_within(id, *last));
            if apart && tree.node(id).role() != Role::Separator && keep.get(id.index() * 7 % 60) == Some(&true) {
                sites.push(id);
            }
        }
        prop_assume!(!sites.is_empty());
        let alternatives = |id: NodeId| -> Vec<Piece> { tree.children(id).map(Piece::Node).take(1).collect() };
        let all: Vec<Site> = sites.iter().map(|id| Site { node: *id, alternatives: alternatives(*id) }).collect();
        let space = TreeSpace::new(tree.clone().into(), all);
        let mut config = Config::of_units((0u32..).zip(&keep).filter(|(_, keep)| **keep).map(|(unit, _)| unit)
            .take_while(|unit| (*unit as usize) < sites.len()));
        if hoist {
            for unit in 0..u32::try_from(sites.len()).unwrap() {
                if unit % 3 == 0 && tree.children(space.node(unit)).next().is_some() {
                    config = config.with_choice(unit, dwindle::config::Choice::Alternative(0));
                }
            }
        }
        let (changed, moved) = space.apply(&config);
        let mut written = Vec::new();
        space.write(&config, &mut written).unwrap();
        prop_assert_eq!(changed.text().bytes(), &written);
        prop_assert_eq!(space.size(&config), written.len() as u64);
        prop_assert_eq!(space.id(&config), changed.text().id());
        for id in tree.ids() {
            // A token that stayed has its text; a node that stayed has its symbol.
            if let Some(new) = moved.find(id).filter(|_| tree.node(id).shape() == Shape::Token) {
                let replaced = sites.contains(&id);
                prop_assert!(replaced || tree.bytes(id) == changed.bytes(new));
            }
        }
        prop_assert!(changed.ids().skip(1).all(|id| changed.parent(id).is_some_and(|above| changed.is_within(id, above))));
    }
}

#[test]
fn the_default_finds_a_deep_cause_in_few_tests() {
    let toy = Toy::new();
    let list = (0..1000).map(|i| {
        if i == 700 { "[a, (b {c} needle)]".to_owned() } else { format!("<x{} (y z)>", "w".repeat(i % 5)) }
    });
    let source = format!("({})", list.collect::<Vec<_>>().join(" "));
    let test = on_texts(|bytes: &[u8]| outcome(&toy, bytes, &["needle"], 0));
    let (result, tests) = Engine::new()
        .run(&test, |search| {
            let tree = reduce(search, &toy, TreeAlgorithm::Dwindle, &source)?.0;
            Ok::<_, Stop>((tree.text().bytes().to_vec(), search.count().tests))
        })
        .unwrap();
    assert_eq!(String::from_utf8(result).unwrap(), "needle");
    assert!(tests <= 30, "{tests} tests");
}

#[test]
fn protected_text_stays() {
    let toy = Toy::new();
    let pattern = regex::bytes::Regex::new("keep").unwrap();
    let source = "([keep, b] <a b> (c keep) needle)";
    let test = on_texts(|bytes: &[u8]| outcome(&toy, bytes, &["needle"], 0));
    for &algorithm in TreeAlgorithm::ALL {
        let tree = Engine::new()
            .run(&test, |search| {
                let setting =
                    Setting { parse: Some(&toy), protect: Some(&pattern), lists: Algorithm::Dwindle };
                algorithm.reduce(search, setting, &toy.parse(&text(source)).unwrap()).map(|done| done.tree)
            })
            .unwrap();
        let left = String::from_utf8_lossy(tree.text().bytes()).into_owned();
        assert_eq!(left.matches("keep").count(), 2, "{algorithm}: {left}");
    }
}
