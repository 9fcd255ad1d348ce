//! What the pass on rewrites of another program does.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use dwindle::event::{Event, Observer};
use dwindle::passes::{About, External, Level, List, Offers, Place, Rewriter};
use dwindle::rewrite::Rewrite;
use dwindle::space::Unit;
use dwindle::{Engine, Plan, Stop, Text, test};
use regex::bytes::Regex;

/// Writes one word for another, at one place after the other, by two rules; tells of trouble once in a text.
#[derive(Debug)]
struct Words;

const RULES: [(&str, &str); 2] = [("long", "int"), ("int", "unsigned")];

impl Rewriter for Words {
    fn about(&self) -> About {
        About::new("words", Level::Units(Unit::Tokens), "writes one word for another")
    }

    fn knows(&self, _: &Text, language: Option<&str>) -> bool {
        language.is_none()
    }

    fn offers(&self, text: &Text, _: Option<&str>, from: Place) -> Offers {
        let Some((word, with)) = RULES.get(from.rule) else { return Offers::default() };
        let whole = std::str::from_utf8(text.bytes()).unwrap();
        let places = whole.match_indices(word).skip(from.offered).take(3);
        let rewritten = places.map(|(at, _)| format!("{}{with}{}", &whole[..at], &whole[at + word.len()..]));
        let texts: Vec<Text> = rewritten.map(|text| Text::new(text.into_bytes()).unwrap()).collect();
        let next = match texts.len() {
            3 => Place { offered: from.offered + 3, ..from },
            _ => Place { rule: from.rule + 1, offered: 0 },
        };
        Offers {
            rewrites: texts.iter().filter_map(|after| Rewrite::between("words", text, after)).collect(),
            next: Some(next),
            warning: (from.rule == 1).then(|| "trouble".to_owned()),
        }
    }
}

/// What a run warns of.
#[derive(Default)]
struct Warnings(Vec<String>);

impl Observer for Warnings {
    fn event(&mut self, event: &Event<'_>) -> std::io::Result<()> {
        if let Event::Warning { text } = event {
            self.0.push((*text).to_owned());
        }
        Ok(())
    }
}

fn rewritten(source: &str, protect: Option<&str>, jobs: usize, fails: fn(&[u8]) -> bool) -> (String, u64) {
    let protect = protect.map(|pattern| Regex::new(pattern).unwrap());
    let plan = Plan::of([External(Arc::new(Words))]).protect(protect);
    let test = test::on_texts(fails);
    let (mut warnings, text) = (Warnings::default(), Text::new(source.as_bytes()).unwrap());
    let ran = Engine::new().jobs(jobs).run_observed(&test, &mut warnings, |search| {
        let planned = plan.run(search, text)?;
        Ok::<_, Stop>((planned, search.count().tests))
    });
    assert!(!warnings.0.is_empty(), "warnings are told");
    let (planned, tests) = ran.unwrap();
    (String::from_utf8(planned.text.bytes().to_vec()).unwrap(), tests)
}

#[test]
fn what_can_be_rewritten_is_and_jobs_change_nothing() {
    let source = "long a; long b; long c; long d; long e;";
    let fails = |text: &[u8]| text.windows(6).any(|six| six == b"long d");
    let alone = rewritten(source, None, 1, fails);
    assert_eq!(alone.0, "int a; int b; int c; long d; int e;");
    assert!(alone.1 <= 12, "together where that goes: {} tests", alone.1);
    assert_eq!(rewritten(source, None, 4, fails), alone);
}

#[test]
fn what_is_protected_stays() {
    let (left, _) = rewritten("long a; long b;", Some("long b"), 1, |_| true);
    assert_eq!(left, "int a; long b;");
}

/// Writes one word for another as [`Words`] do, and keeps what it was told.
#[derive(Debug, Default)]
struct Noting(Mutex<Vec<(&'static str, String)>>);

impl Noting {
    fn note(&self, what: &'static str, text: &Text) {
        self.0.lock().unwrap().push((what, String::from_utf8(text.bytes().to_vec()).unwrap()));
    }
}

impl Rewriter for Noting {
    fn about(&self) -> About {
        About::new("noting", Level::Units(Unit::Tokens), "writes one word for another")
    }

    fn knows(&self, _: &Text, _: Option<&str>) -> bool {
        true
    }

    fn prepare(&self, text: &Text, _: Option<&str>, _: u64) {
        self.note("prepared", text);
    }

    fn offers(&self, text: &Text, language: Option<&str>, from: Place) -> Offers {
        self.note("asked", text);
        Offers { warning: None, ..Words.offers(text, language, from) }
    }
}

#[test]
fn it_is_asked_only_about_texts_with_which_all_other_passes_are_done() {
    let noting = Arc::new(Noting::default());
    let tested = Mutex::new(BTreeSet::new());
    let test = test::on_texts(|text: &[u8]| {
        tested.lock().unwrap().insert(text.to_vec());
        let has = |word: &[u8]| text.windows(word.len()).any(|part| part == word);
        has(b"a;") && has(b"b;") && (has(b"long") || has(b"int") && !has(b"rest"))
    });
    let plan =
        Plan::of([List::of(Unit::Lines), List::of(Unit::Chars)]).and(External(Arc::clone(&noting) as _));
    let source = Text::new("long a; rest\nlong b; rest\n".repeat(20).into_bytes()).unwrap();
    let planned = Engine::new().run(&test, |search| plan.run(search, source)).unwrap();
    assert_eq!(planned.text.bytes(), b"a;intb;");
    let noted = noting.0.lock().unwrap();
    let asked: Vec<&str> =
        noted.iter().filter(|(what, _)| *what == "asked").map(|(_, text)| &**text).collect();
    assert!(asked.len() > 4, "{asked:?}");
    for text in &asked {
        let without = |at: usize| [&text.as_bytes()[..at], &text.as_bytes()[at + 1..]].concat();
        let tested = tested.lock().unwrap();
        assert!((0..text.len()).all(|at| tested.contains(&without(at))), "{text:?} is not at an end");
    }
    for (at, (what, text)) in noted.iter().enumerate().filter(|(_, (what, _))| *what == "asked") {
        let prepared = noted[..at].iter().rfind(|(what, _)| *what == "prepared");
        assert!(
            prepared.is_some_and(|(_, prepared)| prepared == text),
            "{what} about {text:?} out of the blue"
        );
    }
}

/// Offers to write `b` for each `aa`, one at a time, has so much patience, and counts how often it is asked.
#[derive(Debug)]
struct Patient(u64, Mutex<u64>);

impl Rewriter for Patient {
    fn about(&self) -> About {
        About::new("patient", Level::Units(Unit::Tokens), "writes one letter for two")
    }

    fn knows(&self, _: &Text, _: Option<&str>) -> bool {
        true
    }

    fn patience(&self, _: u64) -> u64 {
        self.0
    }

    fn offers(&self, text: &Text, _: Option<&str>, from: Place) -> Offers {
        *self.1.lock().unwrap() += 1;
        let whole = std::str::from_utf8(text.bytes()).unwrap();
        let Some((at, _)) = whole.match_indices("aa").nth(from.offered) else { return Offers::default() };
        let after = [&text.bytes()[..at], b"b", &text.bytes()[at + 2..]].concat();
        let after = Text::new(after).unwrap();
        let next = Some(Place { offered: from.offered + 1, ..from });
        Offers {
            rewrites: Rewrite::between("patient", text, &after).into_iter().collect(),
            next,
            warning: None,
        }
    }
}

#[test]
fn a_turn_ends_where_as_many_tests_as_there_is_patience_for_came_to_nothing() {
    let asked = |patience: u64, can_go: fn(usize) -> bool| {
        let patient = Arc::new(Patient(patience, Mutex::new(0)));
        let plan = Plan::of([External(Arc::clone(&patient) as _)]);
        let test = test::on_texts(move |text: &[u8]| {
            text.split(|byte| *byte == b' ').enumerate().all(|(at, word)| can_go(at) || word != b"b")
        });
        let source = Text::new(b"aa ".repeat(20)).unwrap();
        let planned = Engine::new().run(&test, |search| plan.run(search, source)).unwrap();
        let offered = *patient.1.lock().unwrap();
        (planned.text.bytes().len(), offered)
    };
    assert_eq!(asked(u64::MAX, |_| false), (60, 21), "all of it");
    assert_eq!(asked(5, |_| false), (60, 5));
    let (size, offered) = asked(5, |at| at == 3);
    assert!(size == 59 && (9..=20).contains(&offered), "what is taken renews it: {size}, {offered}");
}
