//! What taking names out and renaming them promises, for arbitrary texts of a toy language and arbitrary tests.

use std::collections::BTreeSet;
use std::sync::Mutex;

use dwindle::reduce::{Setting, Work, names};
use dwindle::test::on_texts;
use dwindle::tree::Parse;
use dwindle::{Algorithm, Engine, Outcome, Stop, Text};
use proptest::prelude::*;

use crate::toy::Toy;

fn text(source: &str) -> Text {
    Text::new(source.as_bytes().to_vec()).expect("a short text")
}

/// Sources with few names, so that most stand several times.
fn source() -> impl Strategy<Value = String> {
    let word = prop_oneof![Just("alpha"), Just("beta"), Just("a"), Just("gamma"), Just("de")];
    word.prop_map(str::to_owned).prop_recursive(4, 30, 5, |value| {
        prop_oneof![
            proptest::collection::vec(value.clone(), 0..5).prop_map(|all| format!("({})", all.join(" "))),
            proptest::collection::vec(value.clone(), 1..5).prop_map(|all| format!("[{}]", all.join(", "))),
            (value.clone(), value.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            (value.clone(), value).prop_map(|(a, b)| format!("<{a} {b}>")),
        ]
    })
}

/// The result, the tests, and every candidate, of a test with a verdict on each text.
fn run(source: &str, jobs: usize, verdict: &(dyn Fn(&str) -> Outcome + Sync)) -> (String, u64, Vec<String>) {
    let toy = Toy::new();
    let asked = Mutex::new(Vec::new());
    let test = on_texts(|bytes: &[u8]| {
        let candidate = String::from_utf8_lossy(bytes).into_owned();
        let outcome = verdict(&candidate);
        asked.lock().unwrap().push(candidate);
        outcome
    });
    let setting = Setting { parse: Some(&toy), protect: None, lists: Algorithm::Dwindle };
    let tree = toy.parse(&text(source)).expect("a toy source").squeezed();
    let (result, tests) = Engine::new()
        .jobs(jobs)
        .run(&test, |search| {
            let mut work = Work::new(search, setting, tree);
            names(&mut work)?;
            let text = String::from_utf8_lossy(work.tree().text().bytes()).into_owned();
            Ok::<_, Stop>((text, search.count().tests))
        })
        .unwrap();
    drop(test);
    (result, tests, asked.into_inner().unwrap())
}

/// As long as a bracket of the source is there, by a hash of it else.
fn moody(source: &str, mood: u64) -> impl Fn(&str) -> Outcome + Sync {
    let whole = source.to_owned();
    move |candidate| {
        let noise = candidate
            .bytes()
            .fold(mood, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        match (noise >> 32) % 4 {
            _ if candidate == whole => Outcome::Fail,
            0 => Outcome::Pass,
            1 => Outcome::Unresolved,
            _ => Outcome::Fail,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_result_fails_is_shorter_if_it_is_another_and_every_candidate_parses(source in source(), mood: u64) {
        let verdict = moody(&source, mood);
        let (result, _, asked) = run(&source, 1, &verdict);
        prop_assert_eq!(verdict(&result), Outcome::Fail);
        prop_assert!(result == source || result.len() < source.len(), "{} became {}", source, result);
        let toy = Toy::new();
        for candidate in asked {
            prop_assert!(candidate.len() < source.len(), "{} is no gain over {}", candidate, source);
            prop_assert!(toy.parse(&text(&candidate)).is_some(), "{candidate:?} of {source:?}");
        }
    }

    #[test]
    fn jobs_change_nothing(source in source(), mood: u64) {
        let verdict = moody(&source, mood);
        let alone = run(&source, 1, &verdict);
        for jobs in [2, 5] {
            let (result, tests, _) = run(&source, jobs, &verdict);
            prop_assert_eq!((&result, tests), (&alone.0, alone.1));
        }
    }

    #[test]
    fn every_name_gets_its_letter_where_none_is_needed(source in source()) {
        let shape = |source: &str| -> String { source.chars().filter(|c| !c.is_ascii_lowercase()).collect() };
        let whole = shape(&source);
        // Nothing may go but letters.
        let (result, _, _) =
            run(&source, 1, &|candidate| if shape(candidate) == whole { Outcome::Fail } else { Outcome::Pass });
        let words = result.split(|c: char| !c.is_ascii_lowercase()).filter(|word| !word.is_empty());
        prop_assert!(words.clone().all(|word| word.len() == 1), "{}", result);
    }
}

#[test]
fn in_a_large_text_no_two_names_become_one() {
    let letter = |at: usize| char::from(b'a' + u8::try_from(at % 26).expect("a letter"));
    let name = |at: usize| format!("{}{}", letter(at), letter(at / 26)).repeat(40);
    // The letters are names that take up less than 64 others do.
    let uses =
        |at: usize| format!("<{} {}>", name(at), if at < 20 { letter(at).to_string() } else { name(at - 1) });
    let source = format!("({})", (0..80).map(uses).collect::<Vec<_>>().join(" "));
    let shape = |text: &str| -> String { text.chars().filter(|c| !c.is_ascii_lowercase()).collect() };
    let verdict = |text: &str| if shape(text) == shape(&source) { Outcome::Fail } else { Outcome::Pass };
    let distinct = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_ascii_lowercase());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (result, _, _) = run(&source, 1, &verdict);
    assert!(result.len() < source.len(), "six letters are free");
    assert_eq!(distinct(&result).len(), distinct(&source).len(), "{result}");
}

#[test]
fn a_name_goes_with_its_definition_and_its_uses_become_what_it_stood_for() {
    // Pairs define; a use of what no pair defines is an error.
    let sound = |candidate: &str| {
        let words: Vec<&str> =
            candidate.split(|c: char| !c.is_ascii_lowercase()).filter(|w| !w.is_empty()).collect();
        let defined: Vec<&str> =
            candidate.split('<').skip(1).filter_map(|rest| rest.split(' ').next()).collect();
        words.iter().all(|word| defined.contains(word) || *word == "bug")
    };
    let verdict = |candidate: &str| {
        if !sound(candidate) {
            Outcome::Unresolved
        } else if candidate.contains("[bug") {
            Outcome::Fail
        } else {
            Outcome::Pass
        }
    };
    let (result, tests, _) = run("(<first bug> <second first> [second, second])", 1, &verdict);
    // What is left over goes node by node, which is for other reducers.
    assert_eq!(result, "(<first bug> [bug, bug])");
    assert!(tests <= 20, "{tests} tests");
}
