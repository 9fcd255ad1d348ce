//! What is said to be free is: with tests of which is known what they need.

use dwindle::explain::{Explain, Explanation};
use dwindle::space::{Space, Unit};
use dwindle::{Engine, Stop, Text, test};
use proptest::prelude::*;

/// What is free in `text` for a test that fails where `fails` says so, and how many tests that took.
fn explained(text: &str, jobs: usize, fails: impl Fn(&str) -> bool + Sync) -> (Explanation, u64) {
    let test = test::on_texts(|bytes: &[u8]| std::str::from_utf8(bytes).is_ok_and(&fails));
    let how = Explain { parse: None, protect: None, together: 100, seed: 0 };
    let text = Text::new(text.as_bytes()).unwrap();
    let found = Engine::new().jobs(jobs).run(&test, |search| {
        let found = how.find(search, &text)?;
        assert!(search.best_size().is_none(), "no variation is kept");
        Ok::<_, Stop>((found, search.count().tests))
    });
    found.unwrap()
}

/// Each free part with its first place and its class.
fn shown(found: &Explanation) -> Vec<(usize, usize, String)> {
    found.free.iter().map(|it| (it.places[0].start, it.places.len(), it.class.regex())).collect()
}

#[test]
fn a_name_varies_at_all_its_places_at_once() {
    // The names are the same, and the divisor is 0.
    let fails = |text: &str| {
        let Some((name, rest)) = text.split_once(" = ") else { return false };
        let Some((number, rest)) = rest.split_once("; ") else { return false };
        let is_name =
            name.bytes().all(|it| it.is_ascii_alphanumeric()) && !name.as_bytes()[0].is_ascii_digit();
        !name.is_empty() && is_name && number.parse::<u32>().is_ok() && rest == format!("{name} / 0")
    };
    let (found, tests) = explained("count = 12; count / 0", 1, fails);
    let expected = [(0, 2, "[A-Za-z]{4,10}".to_owned()), (8, 1, "[0-9]{1,9}".to_owned())];
    assert_eq!(shown(&found), expected);
    let whole = Text::new(&b"count = 12; count / 0"[..]).unwrap();
    assert_eq!(found.pattern(&whole), r"([A-Za-z]{4,10}) = ([0-9]{1,9}); (?:\1) / 0");
    assert!(tests < 300, "{tests}");
}

#[test]
fn operators_vary_among_those_that_were_tested() {
    let fails = |text: &str| text == "7 / 0" || text == "7 % 0";
    let (found, _) = explained("7 / 0", 1, fails);
    assert_eq!(shown(&found), [(2, 1, "/|%".to_owned())]);
}

#[test]
fn where_nothing_stands_anything_may() {
    let fails = |text: &str| text.find('(').is_some_and(|at| text[at..].contains(')'));
    let (found, _) = explained("()", 1, fails);
    assert_eq!(found.free.len(), 3);
    assert!(found.free.iter().all(|it| it.class.name() == "any text, or nothing"), "{found:?}");
}

#[test]
fn a_number_that_stands_elsewhere_is_tried_where_nothing_stands() {
    // Two cells may not be equal, as in a table without duplicates.
    let fails = |text: &str| {
        let lines: Vec<&str> = text.split('\n').collect();
        let [first, second] = lines.as_slice() else { return false };
        first.strip_prefix("8;").is_some_and(|cell| cell != "5301") && *second == "5301;"
    };
    let (found, _) = explained("8;\n5301;", 1, fails);
    assert_eq!(shown(&found), [(2, 1, "[a-z]{4,12}|".to_owned())]);
}

#[test]
fn parts_that_vary_only_alone_are_told_apart() {
    // Each number may be any as long as the other one is smaller than 1000.
    let fails = |text: &str| {
        let numbers: Vec<u64> = text.split(',').filter_map(|it| it.parse().ok()).collect();
        numbers.len() == 2 && text.split(',').count() == 2 && numbers.iter().any(|it| *it < 1000)
    };
    let (found, _) = explained("1,2", 1, fails);
    let classes: Vec<&str> = found.free.iter().map(|it| it.class.name()).collect();
    assert_eq!(classes.len(), 2);
    assert!(classes.contains(&"a whole number below 1000") || classes.contains(&"one digit"), "{classes:?}");
    assert_eq!(found.together, 100);
}

#[test]
fn nothing_is_free_in_a_text_that_does_not_fail() {
    let (found, tests) = explained("a b c", 1, |_| false);
    assert_eq!((found.free.len(), found.together, tests), (0, 0, 1));
}

#[test]
fn what_is_protected_does_not_vary() {
    let test = test::on_texts(|bytes: &[u8]| bytes.windows(2).any(|it| it == b" 1"));
    let protect = regex::bytes::Regex::new("keep").ok();
    let how = Explain { parse: None, protect, together: 10, seed: 0 };
    let text = Text::new(&b"keep 1"[..]).unwrap();
    let found = Engine::new().run(&test, |search| how.find(search, &text)).unwrap();
    assert!(found.free.iter().all(|it| it.places.iter().all(|place| place.start >= 4)), "{found:?}");
}

/// What a test asks of the tokens of a text.
#[derive(Clone, Debug)]
enum Need {
    /// This token is as it was.
    Same(usize),
    /// These two are equal if they were.
    Equal(usize, usize),
    /// This one is a number other than 0.
    Positive(usize),
    /// This one has no more characters than that one.
    Shorter(usize, usize),
    /// This one does not begin with a capital letter.
    NoCapital(usize),
}

fn tokens(text: &str) -> Vec<String> {
    let text = Text::new(text.as_bytes()).unwrap();
    let cut = text.cut(Unit::Tokens);
    let all = (0..u32::try_from(cut.units()).unwrap()).map(|unit| cut.unit_bytes(unit));
    all.map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

fn holds(need: &Need, now: &[String], then: &[String]) -> bool {
    match *need {
        Need::Same(at) => now[at] == then[at],
        Need::Equal(a, b) => then[a] != then[b] || now[a] == now[b],
        Need::Positive(at) => is_zero(&now[at]) == is_zero(&then[at]),
        Need::Shorter(a, b) => (now[a].len() <= now[b].len()) == (then[a].len() <= then[b].len()),
        Need::NoCapital(at) => is_capital(&now[at]) == is_capital(&then[at]),
    }
}

fn is_zero(token: &str) -> bool {
    token.bytes().all(|it| it == b'0')
}

fn is_capital(token: &str) -> bool {
    token.starts_with(|it: char| it.is_ascii_uppercase())
}

fn needs(tokens: usize) -> impl Strategy<Value = Vec<Need>> {
    let at = move || 0..tokens;
    let need = prop_oneof![
        3 => at().prop_map(Need::Same),
        2 => (at(), at()).prop_map(|(a, b)| Need::Equal(a, b)),
        1 => at().prop_map(Need::Positive),
        1 => (at(), at()).prop_map(|(a, b)| Need::Shorter(a, b)),
        1 => at().prop_map(Need::NoCapital),
    ];
    prop::collection::vec(need, 0..5)
}

fn case() -> impl Strategy<Value = (String, Vec<Need>)> {
    let token = prop::sample::select(vec![
        "a", "b", "Name", "count", "0", "7", "12", "+", "<", "(", ",", "\"s\"", "\"\"",
    ]);
    prop::collection::vec(token, 1..9).prop_flat_map(|tokens| {
        let text = tokens.join(" ");
        needs(tokens.len()).prop_map(move |needs| (text.clone(), needs))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_claim_holds_for_variations_that_were_not_tested((text, needs) in case()) {
        let then = tokens(&text);
        let fails = |text: &str| {
            let now = tokens(text);
            now.len() == then.len() && needs.iter().all(|need| holds(need, &now, &then))
        };
        let (found, tests) = explained(&text, 1, fails);
        let whole = Text::new(text.as_bytes()).unwrap();
        let pattern = found.pattern(&whole);
        let wrong = (1000..1100).filter(|seed| {
            let variation = found.variation(&whole, *seed);
            !fails(std::str::from_utf8(&variation).unwrap())
        });
        prop_assert_eq!(wrong.count(), 0, "{} {:?}", &pattern, found);
        for jobs in [2, 8] {
            let (other, other_tests) = explained(&text, jobs, fails);
            prop_assert_eq!((other.pattern(&whole), other_tests), (pattern.clone(), tests));
        }
    }
}
