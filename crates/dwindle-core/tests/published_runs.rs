//! The runs that the Fuzzing Book and the Debugging Book print, test for test and outcome for outcome.
//!
//! The file with the runs is not part of this repository. Where it is absent the tests on it say so and pass;
//! the short runs that are written out here are always reproduced.

use dwindle_core::strategy::dd::{Dd, Mode};
use dwindle_core::strategy::ddmin_complement::DdminComplement;
use dwindle_core::{Config, Outcome, Strategy};
use serde_json::Value;
use std::collections::HashMap;

use crate::common::drive;

/// The artifact of a run: named arguments, of which strategies see one at a time, as characters.
type Arguments = Vec<(String, String)>;

type Judge = fn(&str) -> Outcome;

/// What was tested, in order; a repeat is answered from memory and not written down.
struct Record<'a> {
    judge: &'a dyn Fn(&Arguments) -> Outcome,
    known: HashMap<Arguments, Outcome>,
    tests: Vec<(Arguments, Outcome)>,
}

impl<'a> Record<'a> {
    fn new(judge: &'a dyn Fn(&Arguments) -> Outcome) -> Self {
        Self { judge, known: HashMap::new(), tests: Vec::new() }
    }

    fn test(&mut self, arguments: Arguments) -> Outcome {
        if let Some(&outcome) = self.known.get(&arguments) {
            return outcome;
        }
        let outcome = (self.judge)(&arguments);
        self.known.insert(arguments.clone(), outcome);
        self.tests.push((arguments, outcome));
        outcome
    }

    /// Runs a strategy over the characters of one argument.
    fn run<S: Strategy>(&mut self, arguments: &Arguments, which: usize, make: impl Fn(Config) -> S) -> S {
        let text: Vec<char> = arguments[which].1.chars().collect();
        drive(make(Config::full(text.len())), |config| {
            let mut candidate = arguments.clone();
            candidate[which].1 = kept(&text, config);
            self.test(candidate)
        })
    }
}

fn kept(text: &[char], config: &Config) -> String {
    config.units().map(|unit| text[unit as usize]).collect()
}

fn one(text: &str) -> Arguments {
    vec![(String::new(), text.to_owned())]
}

/// The books' failure: an opening parenthesis, and the first closing one is behind the first opening one.
fn mystery(text: &str) -> Outcome {
    match (text.find('('), text.find(')')) {
        (Some(open), Some(close)) if open < close => Outcome::Fail,
        _ => Outcome::Pass,
    }
}

fn mystery_of_expression(text: &str) -> Outcome {
    if is_expression(text) { mystery(text) } else { Outcome::Unresolved }
}

/// The function of the Debugging Book that loses its way at a quote outside a tag, and its postcondition.
fn html_markup(text: &str) -> Outcome {
    let (mut tag, mut quote, mut stray) = (false, false, false);
    for c in text.chars() {
        match c {
            '<' if !quote => tag = true,
            '>' if !quote => tag = false,
            '"' => quote = !quote,
            '\'' if tag => quote = !quote,
            c if !tag => stray |= c == '<' || c == '>',
            _ => {}
        }
    }
    if stray { Outcome::Fail } else { Outcome::Pass }
}

/// Whether the whole of `text` is an expression of the file's `expression_grammar`: spaces belong to the
/// binary operators, one on each side, and stand nowhere else.
fn is_expression(text: &str) -> bool {
    expression(text) == Some("")
}

fn expression(text: &str) -> Option<&str> {
    let rest = term(text)?;
    match rest.strip_prefix(" + ").or_else(|| rest.strip_prefix(" - ")) {
        Some(right) => expression(right),
        None => Some(rest),
    }
}

fn term(text: &str) -> Option<&str> {
    let rest = factor(text)?;
    match rest.strip_prefix(" * ").or_else(|| rest.strip_prefix(" / ")) {
        Some(right) => term(right),
        None => Some(rest),
    }
}

fn factor(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix(['+', '-']) {
        return factor(rest);
    }
    if let Some(rest) = text.strip_prefix('(') {
        return expression(rest)?.strip_prefix(')');
    }
    let rest = integer(text)?;
    rest.strip_prefix('.').map_or(Some(rest), integer)
}

fn integer(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// Runs the complements-only ddmin on a text, the whole of it first.
fn complement_run(text: &str, judge: impl Fn(&str) -> Outcome) -> (Vec<(String, Outcome)>, String) {
    let judge = |arguments: &Arguments| judge(&arguments[0].1);
    let mut record = Record::new(&judge);
    record.test(one(text));
    let end = record.run(&one(text), 0, DdminComplement::new);
    let tests = record.tests.into_iter().map(|(mut arguments, outcome)| (arguments.remove(0).1, outcome));
    (tests.collect(), kept(&text.chars().collect::<Vec<_>>(), end.best()))
}

#[test]
fn the_expression_of_the_fuzzing_book_takes_fifteen_tests() {
    use Outcome::{Fail, Pass};
    let (tests, result) = complement_run("1 + (2 * 3)", mystery);
    let expected = [
        ("1 + (2 * 3)", Fail),
        ("2 * 3)", Pass),
        ("1 + (", Pass),
        ("+ (2 * 3)", Fail),
        ("+ ( 3)", Fail),
        (" 3)", Pass),
        ("+ (", Pass),
        (" ( 3)", Fail),
        ("( 3)", Fail),
        ("3)", Pass),
        ("( ", Pass),
        ("(3)", Fail),
        ("()", Fail),
        (")", Pass),
        ("(", Pass),
    ];
    assert_eq!(tests, expected.map(|(text, outcome)| (text.to_owned(), outcome)));
    assert_eq!(result, "()");
}

#[test]
fn the_same_expression_does_not_shrink_where_what_does_not_parse_is_unresolved() {
    let (tests, result) = complement_run("1 + (2 * 3)", mystery_of_expression);
    assert_eq!((tests.len(), &result[..]), (21, "1 + (2 * 3)"));
    assert!(tests[1..].iter().all(|(_, outcome)| *outcome == Outcome::Unresolved));
    assert_eq!(tests[20].0, "1 + (2 * 3");
}

#[test]
fn dd_minimises_the_markup_of_the_debugging_book_in_ten_tests() {
    let judge = |arguments: &Arguments| html_markup(&arguments[0].1);
    let mut record = Record::new(&judge);
    let text = "\"x > y\"";
    record.test(one(text));
    record.run(&one(text), 0, |start| Dd::new(start, Mode::Minimise));
    let tests: Vec<_> = record.tests.iter().map(|(arguments, _)| &arguments[0].1[..]).collect();
    let expected = [text, "", "\"x >", "\"x", " >", "x >", "\" >", "\">", ">", "\""];
    assert_eq!(tests, expected);
}

#[test]
fn the_recogniser_keeps_to_the_spacing_of_the_grammar() {
    for good in ["1", "12.50", "1 + 2 * 3", "--(1 / -2)", "((3))"] {
        assert!(is_expression(good), "{good}");
    }
    for bad in ["", " 1", "1 ", "1+2", "1 +  2", "( 1)", "1.", ".5", "1.2.3", "()", "1 2", "(1", "1 * "] {
        assert!(!is_expression(bad), "{bad}");
    }
}

/// The published runs: every test in order with its outcome, as the Fuzzing Book and the Debugging Book print them.
fn published() -> Value {
    serde_json::from_str(include_str!("data/published-runs.json")).expect("the file with the runs is JSON")
}

fn run<'a>(published: &'a Value, name: &str) -> &'a Value {
    let mut runs = published["runs"].as_array().expect("a list of runs").iter();
    runs.find(|run| run["name"] == name).expect("a run of that name")
}

fn arguments(value: &Value) -> Arguments {
    let Some(named) = value.as_object() else {
        return one(text(value));
    };
    // serde_json sorts by name, which for these runs is the order of the parameters too.
    named.iter().map(|(name, value)| (name.clone(), text(value).to_owned())).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn tests(value: &Value) -> Vec<(Arguments, Outcome)> {
    let pairs = value.as_array().expect("a list of tests").iter();
    pairs.map(|pair| (arguments(&pair[0]), outcome(text(&pair[1])))).collect()
}

fn outcome(name: &str) -> Outcome {
    let mut all = Outcome::ALL.into_iter();
    all.find(|outcome| outcome.name() == name.to_lowercase()).expect("the name of an outcome")
}

#[test]
fn every_published_complement_run_is_reproduced() {
    let published = published();
    for (name, judge) in [
        ("complement-ddmin-fuzz-97", mystery as Judge),
        ("complement-ddmin-expr", mystery),
        ("complement-ddmin-unresolved", mystery_of_expression),
    ] {
        let run = run(&published, name);
        let expected = tests(&run["tests"]);
        let (asked, result) = complement_run(&expected[0].0[0].1, judge);
        let asked: Vec<_> = asked.into_iter().map(|(text, outcome)| (one(&text), outcome)).collect();
        assert_eq!(asked, expected, "{name}");
        assert_eq!(result, text(&run["result"]), "{name}");
    }
}

#[test]
fn the_long_expression_takes_its_nine_hundred_tests() {
    let published = published();
    let run = run(&published, "long-expression");
    let expected = &run["ddmin-complement"];
    let (asked, result) = complement_run(text(&run["input"]), mystery_of_expression);
    assert_eq!(result, text(&expected["result"]));
    assert_eq!(asked.len() as u64, expected["tests"].as_u64().unwrap());
}

#[test]
fn every_published_dd_run_is_reproduced() {
    let published = published();
    for (name, mode, judge) in [
        ("dd-minimise-fuzz-26", Mode::Minimise, mystery as Judge),
        ("dd-maximise-fuzz-26", Mode::Maximise, mystery),
        ("dd-isolate-fuzz-26", Mode::Both, mystery),
        ("dd-minimise-html-markup", Mode::Minimise, html_markup),
    ] {
        let run = run(&published, name);
        let expected = tests(&run["tests_in_index_order"]);
        let judge = |arguments: &Arguments| judge(&arguments[0].1);
        let mut record = Record::new(&judge);
        let start = &expected[0].0;
        record.test(start.clone());
        let end = record.run(start, 0, |config| Dd::new(config, mode));
        assert_eq!(record.tests, expected, "{name}");

        let units: Vec<char> = start[0].1.chars().collect();
        let result = |key: &str| text(&run["result"][key]);
        match mode {
            Mode::Minimise => assert_eq!(kept(&units, end.failing()), result(&start[0].0), "{name}"),
            Mode::Maximise => assert_eq!(kept(&units, end.passing()), result(&start[0].0), "{name}"),
            Mode::Both => {
                assert_eq!(kept(&units, end.passing()), result("pass"), "{name}");
                assert_eq!(kept(&units, end.failing()), result("fail"), "{name}");
                assert_eq!(kept(&units, end.difference()), result("difference"), "{name}");
            }
        }
    }
}

#[test]
fn two_arguments_are_minimised_in_turn_until_none_shrinks() {
    let judge = |arguments: &Arguments| {
        if arguments[1].1.contains(&arguments[0].1) { Outcome::Fail } else { Outcome::Pass }
    };
    let mut record = Record::new(&judge);
    let start = vec![("s1".to_owned(), "foo".to_owned()), ("s2".to_owned(), "foobar".to_owned())];
    record.test(start.clone());
    let mut best = start;
    let mut turns_without_change = 0;
    for which in [0, 1].into_iter().cycle() {
        let text: Vec<char> = best[which].1.chars().collect();
        let end = record.run(&best, which, |config| Dd::new(config, Mode::Minimise));
        turns_without_change = if end.failing().len() < text.len() { 0 } else { turns_without_change + 1 };
        best[which].1 = kept(&text, end.failing());
        if turns_without_change == best.len() {
            break;
        }
    }
    let texts: Vec<_> =
        record.tests.iter().map(|(a, outcome)| (&a[0].1[..], &a[1].1[..], *outcome)).collect();
    let fail = Outcome::Fail;
    assert_eq!(texts, [("foo", "foobar", fail), ("", "foobar", fail), ("", "", fail)]);
    let published = published();
    let run = run(&published, "dd-minimise-two-arguments");
    assert_eq!(record.tests, tests(&run["tests_in_index_order"]));
    assert_eq!(best, arguments(&run["result"]));
}
