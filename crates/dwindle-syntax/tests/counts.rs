//! Texts in which a number says how many there are of something below it.

use std::path::Path;
use std::sync::Arc;

use dwindle::files::{Entry, Files};
use dwindle::space::Around;
use dwindle::{Engine, Plan, Stop, Text, test};
use dwindle_syntax::language::Language;

/// Sixty clauses, of which two contradict each other, under this count.
fn formula(count: usize) -> String {
    let clauses: Vec<String> = (1..=58).map(|at| format!("{at} -{} 0\n", at + 1)).collect();
    format!("c generated\np cnf 60 {count}\n{}7 0\n-7 0\n", clauses.concat())
}

/// Whether a solver that is strict about the count finds the two clauses.
fn is_refuted(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let header = lines.next().and_then(|line| line.strip_prefix("p cnf ")?.split_once(' '));
    let Some((_, count)) = header.filter(|(variables, _)| variables.parse::<u32>().is_ok_and(|it| it >= 7))
    else {
        return false;
    };
    let clauses: Vec<&str> = lines.collect();
    let is_right = count.parse() == Ok(clauses.len()) && clauses.iter().all(|clause| clause.ends_with(" 0"));
    is_right && clauses.contains(&"7 0") && clauses.contains(&"-7 0")
}

/// What `text` is reduced to by the default plan, in how many tests.
fn reduced(text: &str, fails: impl Fn(&str) -> bool + Sync) -> (String, u64) {
    let parser = Arc::new(Language::by_name("dimacs").unwrap().parser());
    let test = test::on_texts(|bytes: &[u8]| std::str::from_utf8(bytes).is_ok_and(&fails));
    let text = Text::new(text.as_bytes().to_vec()).unwrap();
    let left = Engine::new().run(&test, |search| {
        let planned = Plan::syntactic(parser).run(search, text)?;
        let (space, best) = search.best().unwrap();
        assert_eq!(space.id(best), planned.text.id(), "what is kept is the result");
        Ok::<_, Stop>((planned.text, search.count().tests))
    });
    let (text, tests) = left.unwrap();
    (String::from_utf8(text.bytes().to_vec()).unwrap(), tests)
}

#[test]
fn the_count_of_clauses_is_right_in_each_candidate() {
    let (left, tests) = reduced(&formula(60), is_refuted);
    assert!(left.starts_with("p cnf ") && left.ends_with(" 2\n7 0\n-7 0"), "{left}");
    assert!(tests < 150, "{tests}");
}

#[test]
fn a_count_that_is_wrong_in_the_input_stays_as_it_is() {
    let (left, _) = reduced(&formula(61), |text| text.contains("p cnf 60 61\n") && text.contains("-7 0"));
    assert_eq!(left, "p cnf 60 61\n-7 0");
}

#[test]
fn a_file_in_a_directory_keeps_its_count() {
    let parser = Arc::new(Language::by_name("dimacs").unwrap().parser());
    let text = Text::new(formula(60).into_bytes()).unwrap();
    let mut files = Files::new();
    files.insert("a.cnf".into(), Entry::File { text: text.clone(), mode: 0o644 }).unwrap();
    let test = test::on_candidates(|candidate| {
        let files = candidate.files().expect("a tree");
        let Some(Entry::File { text, .. }) = files.get(Path::new("a.cnf")) else { return false };
        std::str::from_utf8(text.bytes()).is_ok_and(is_refuted)
    });
    let around = Around::new(Arc::new(files), Path::new("a.cnf")).unwrap();
    let left = Engine::new().run(&test, |search| {
        search.within(around.lens(), |search| Plan::syntactic(parser).run(search, text))
    });
    assert!(left.unwrap().text.bytes().ends_with(b" 2\n7 0\n-7 0"));
}
