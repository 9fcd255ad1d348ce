//! Whatever a reducer on trees asks about follows the grammar, and what it ends with fails.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use dwindle::reduce::{Setting, TreeAlgorithm};
use dwindle::test::on_texts;
use dwindle::tree::Parse as _;
use dwindle::{Engine, Outcome, Stop, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::generate::{Bounds, Generator};
use dwindle_syntax::notation::Notation;

/// Own grammars that go down to characters.
fn grammars() -> Vec<(PathBuf, Arc<Earley>)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/notation");
    let mut files: Vec<PathBuf> =
        fs::read_dir(dir).expect("test data").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let read = files.into_iter().filter_map(|file| {
        let name = file.file_name()?.to_str()?.to_owned();
        let ending = file.extension()?.to_str()?;
        if !["json", "ebnf", "bnf"].contains(&ending) {
            return None;
        }
        let notation = Notation::read(&name, &fs::read_to_string(&file).ok()?, None).ok()?;
        let exact = notation.lexis.is_none();
        exact
            .then(|| Earley::new(notation.grammar, None).ok())
            .flatten()
            .map(|earley| (file, Arc::new(earley)))
    });
    read.collect()
}

/// Fails as long as a part of the input is there, with moods of its own.
fn outcome(candidate: &[u8], part: &[u8], mood: u64) -> Outcome {
    let noise =
        candidate.iter().fold(mood, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    if !candidate.windows(part.len().max(1)).any(|window| window == part) {
        Outcome::Pass
    } else if mood > 0 && (noise >> 33).is_multiple_of(4) {
        Outcome::Unresolved
    } else {
        Outcome::Fail
    }
}

#[test]
fn every_candidate_of_every_reducer_follows_the_grammar() {
    let grammars = grammars();
    assert!(grammars.len() >= 6, "there are grammars of several kinds");
    let mut reduced = 0;
    for (file, earley) in &grammars {
        for seed in 0..6 {
            let bounds = Bounds { bytes: 60, depth: 30, expansions: 200 };
            let mut generator = Generator::new(Arc::clone(earley.grammar()), bounds, seed);
            let Ok(generated) = generator.generate() else { continue };
            let input = generated.text().bytes().to_vec();
            let text = Text::new(input.clone()).expect("a short text");
            let Ok(tree) = earley.parse(&text) else {
                panic!(
                    "{}: {:?} was generated and does not parse",
                    file.display(),
                    String::from_utf8_lossy(&input)
                )
            };
            let middle = input.len() / 2;
            let part = &input[middle..(middle + 2).min(input.len())];
            if outcome(&input, part, seed % 2) != Outcome::Fail || part.is_empty() {
                continue;
            }
            for &algorithm in TreeAlgorithm::ALL {
                let asked = Mutex::new(Vec::new());
                let test = on_texts(|candidate: &[u8]| {
                    asked.lock().expect("nobody panics here").push(candidate.to_vec());
                    outcome(candidate, part, seed % 2)
                });
                let setting = Setting { parse: Some(&**earley), protect: None, lists: algorithm.lists() };
                let done = Engine::new()
                    .budget(Some(300))
                    .run(&test, |search| algorithm.reduce(search, setting, &tree));
                match done {
                    Ok(done) => assert_eq!(outcome(done.tree.text().bytes(), part, seed % 2), Outcome::Fail),
                    Err(stop) => assert!(matches!(stop, Stop::Budget)),
                }
                reduced += 1;
                drop(test);
                for candidate in asked.into_inner().expect("nobody panics here") {
                    let text = Text::new(candidate.clone()).expect("a short text");
                    assert!(
                        earley.parse(&text).is_ok(),
                        "{}: {algorithm} asked {:?} of {:?}",
                        file.display(),
                        String::from_utf8_lossy(&candidate),
                        String::from_utf8_lossy(&input)
                    );
                }
            }
        }
    }
    assert!(reduced >= 200, "{reduced} reductions");
}
