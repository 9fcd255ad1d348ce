//! What is asked about texts of many megabytes before anything is parsed.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use dwindle::files::{Entry, Files};
use dwindle::grammar::Grammar;
use dwindle::plan::FilesPlan;
use dwindle::space::text_of;
use dwindle::structure::Structure;
use dwindle::test::{on_candidates, on_texts};
use dwindle::tree::{Parse, Tree};
use dwindle::{Algorithm, Control, Engine, Halt, Plan, Text};

/// Notes how many bytes it is asked to parse.
struct Noting(Structure, Mutex<Vec<usize>>);

impl Parse for Noting {
    fn parse(&self, text: &Text) -> Option<Tree> {
        self.1.lock().unwrap().push(text.bytes().len());
        self.0.parse(text)
    }

    fn grammar(&self) -> &Arc<Grammar> {
        self.0.grammar()
    }
}

/// Nine megabytes in lines of 64 bytes.
fn text() -> Text {
    lines(150_000)
}

/// So many lines of 64 bytes, each another.
fn lines(count: usize) -> Text {
    let lines = (0..count).map(|at| format!("{at:063}\n"));
    Text::new(lines.collect::<String>().into_bytes()).unwrap()
}

/// The sizes of the candidates of `text` that were tested, at most 200, those of the texts that were parsed, and the smallest that fails.
fn reduced(text: &Text, fails: impl Fn(&[u8]) -> bool + Send + Sync) -> (Vec<usize>, Vec<usize>, Text) {
    reduced_in(200, text, fails)
}

/// As [`reduced`] in at most so many tests.
fn reduced_in(
    most: u64,
    text: &Text,
    fails: impl Fn(&[u8]) -> bool + Send + Sync,
) -> (Vec<usize>, Vec<usize>, Text) {
    let (tested, parse) = (Mutex::new(Vec::new()), Arc::new(Noting(Structure::new(), Mutex::default())));
    let test = on_texts(|text: &[u8]| {
        tested.lock().unwrap().push(text.len());
        fails(text)
    });
    let plan = Plan::syntactic(Arc::clone(&parse) as Arc<dyn Parse>);
    plan.prepare(text);
    let mut left = text.clone();
    let ended = Engine::new().budget(Some(most)).run(&test, |search| {
        let planned = plan.run(search, text.clone());
        left = search.best().and_then(|(space, config)| text_of(&**space, config)).unwrap_or(left.clone());
        planned
    });
    if let Ok(planned) = ended {
        assert_eq!(planned.text.id(), left.id());
    }
    let parsed = parse.1.lock().unwrap().clone();
    let tested = tested.lock().unwrap().clone();
    (tested, parsed, left)
}

#[test]
fn a_huge_text_is_parsed_when_most_of_it_is_gone() {
    let needle = format!("{:063}", 77_777);
    let (_, parsed, left) =
        reduced(&text(), |text| text.windows(63).any(|window| window == needle.as_bytes()));
    assert_eq!(String::from_utf8_lossy(left.bytes()), needle);
    let largest = parsed.into_iter().max().unwrap();
    assert!((64..8 << 20).contains(&largest), "{largest} bytes were parsed");
}

#[test]
fn a_huge_text_of_which_both_ends_are_needed_loses_a_part_of_its_middle_within_eight_tests() {
    let (first, last) = (format!("{:063}\n", 0), format!("{:063}\n", 149_999));
    let (tested, _, left) =
        reduced(&text(), |text| text.starts_with(first.as_bytes()) && text.ends_with(last.as_bytes()));
    assert_eq!(left.bytes().len(), 128);
    let smaller = tested.iter().position(|size| *size <= 3 * text().bytes().len() / 4);
    assert!(smaller.is_some_and(|at| at < 8), "{tested:?}");
}

#[test]
fn a_huge_text_of_which_no_part_can_go_is_parsed_after_few_tests() {
    let size = text().bytes().len();
    let (tested, parsed, left) = reduced(&text(), |text| text.len() == size);
    assert_eq!((tested.len(), left.bytes().len(), parsed.into_iter().max()), (200, size, Some(size)));
}

#[test]
fn a_huge_list_in_one_line_that_has_to_stay_one_loses_elements_before_it_is_parsed() {
    let elements: Vec<String> = (0..150_000).map(|at| format!("{{{at:061}}}")).collect();
    let text = Text::new(format!("[{}]", elements.join(",")).into_bytes()).unwrap();
    let needle = &elements[99_999];
    let is_element = |piece: &[u8]| piece.len() == 63 && piece.starts_with(b"{") && piece.ends_with(b"}");
    let (_, parsed, left) = reduced(&text, |text| {
        let inner = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]"));
        inner.is_some_and(|inner| {
            let mut found = false;
            inner.split(|byte| *byte == b',').all(|piece| {
                found |= piece == needle.as_bytes();
                is_element(piece)
            }) && found
        })
    });
    assert_eq!(String::from_utf8_lossy(left.bytes()), format!("[{needle}]"));
    let largest = parsed.into_iter().max().unwrap();
    assert!((64..8 << 20).contains(&largest), "{largest} bytes were parsed");
}

#[test]
fn a_text_that_is_too_large_for_a_tree_loses_small_parts_where_no_large_one_can_go() {
    let text = lines(200_000);
    let needed: Vec<String> = (0..24).map(|at| format!("{:063}\n", at * 8_300 + 777 * (at % 7))).collect();
    let (_, parsed, _) = reduced(&text, |text| {
        let mut lines = text.chunks(64);
        needed.iter().all(|needed| lines.any(|line| line == needed.as_bytes()))
    });
    let largest = parsed.into_iter().max().unwrap();
    assert!((64..8 << 20).contains(&largest), "{largest} bytes were parsed");
}

#[test]
fn of_a_text_that_is_too_large_for_a_tree_windows_are_parsed_where_no_part_can_go() {
    let text = lines(200_000);
    let size = text.bytes().len();
    let (tested, parsed, _) = reduced_in(300, &text, |text| text.len() == size);
    assert_eq!(tested.len(), 300);
    let largest = parsed.into_iter().max().unwrap();
    assert!((3 << 20..=4 << 20).contains(&largest), "{largest} bytes were parsed");
}

/// The smallest of a tree in at most 1,000 tests, what was parsed before each test, and the number of entries of that candidate.
fn planned(
    files: &Files,
    jobs: usize,
    fails: impl Fn(&Files) -> bool + Send + Sync,
) -> (Files, Vec<(Vec<usize>, usize)>) {
    let (parse, seen) = (Arc::new(Noting(Structure::new(), Mutex::default())), Mutex::new(Vec::new()));
    let smallest = Mutex::new(files.clone());
    let test = on_candidates(|candidate| {
        let files = candidate.files().unwrap();
        seen.lock().unwrap().push((parse.1.lock().unwrap().clone(), files.len()));
        let is_failing = fails(&files);
        if is_failing && files.size() < smallest.lock().unwrap().size() {
            *smallest.lock().unwrap() = files;
        }
        is_failing
    });
    let plan = FilesPlan::new(Algorithm::Dwindle);
    let plan_of = |_: &Path, _: &Text| Plan::syntactic(Arc::clone(&parse) as Arc<dyn Parse>);
    let files = Arc::new(files.clone());
    let ended =
        Engine::new().jobs(jobs).budget(Some(1000)).run(&test, |search| plan.run(search, files, &plan_of));
    if let Ok(planned) = ended {
        assert_eq!(&*planned.files, &*smallest.lock().unwrap());
    }
    let (smallest, seen) = (smallest.lock().unwrap().clone(), seen.lock().unwrap().clone());
    (smallest, seen)
}

fn file(text: Text) -> Entry {
    Entry::File { text, mode: 0o644 }
}

#[test]
fn a_huge_file_of_a_tree_is_parsed_when_most_of_it_is_gone() {
    let mut files = Files::new();
    files.insert("huge".into(), file(text())).unwrap();
    files.insert("needed".into(), file(lines(3))).unwrap();
    files.insert("not".into(), file(lines(1000))).unwrap();
    let needle = format!("{:063}", 77_777);
    let holds = |files: &Files, path: &str, needle: &str| match files.get(Path::new(path)) {
        Some(Entry::File { text, .. }) => text.bytes().windows(63).any(|window| window == needle.as_bytes()),
        _ => false,
    };
    let fails =
        |files: &Files| holds(files, "huge", &needle) && holds(files, "needed", &format!("{:063}", 1));
    let (left, seen) = planned(&files, 1, fails);
    assert_eq!((left.len(), left.size()), (2, 126));
    let (at_two, _) = planned(&files, 2, fails);
    assert_eq!(at_two, left, "jobs change nothing");
    let (parsed, _) = seen.last().unwrap();
    let largest = parsed.iter().max().unwrap();
    assert!((64..8 << 20).contains(largest), "{largest} bytes were parsed");
}

#[test]
fn files_of_a_large_tree_are_parsed_once_none_can_go_and_not_all_at_once() {
    let mut files = Files::new();
    (0..10).for_each(|at| files.insert(format!("{at:02}").into(), file(lines(16_384))).unwrap());
    let first = format!("{:063}\n", 0);
    let begins = |entry: &Entry| matches!(entry, Entry::File { text, .. } if text.bytes().starts_with(first.as_bytes()));
    let (left, seen) =
        planned(&files, 1, |files| files.len() == 10 && files.iter().all(|(_, entry)| begins(entry)));
    assert_eq!(left.size(), 10 * 64);
    let mut of_files = seen.iter().take_while(|(_, entries)| *entries < 10);
    assert!(of_files.clone().count() > 10 && of_files.all(|(parsed, _)| parsed.is_empty()), "files go first");
    let (parsed, _) = seen.iter().find(|(parsed, _)| !parsed.is_empty()).unwrap();
    let sum = parsed.iter().sum::<usize>();
    assert!((1..=7 << 20).contains(&sum), "{sum} bytes were parsed before anything in them was asked about");
}

#[test]
fn a_file_is_opened_where_those_that_are_open_give_nothing() {
    let mut files = Files::new();
    let large = lines(80_000);
    files.insert("a".into(), file(large.clone())).unwrap();
    files.insert("b".into(), file(large.clone())).unwrap();
    files.insert("c".into(), file(lines(60_000))).unwrap();
    let is_whole = |files: &Files, path: &str| matches!(files.get(Path::new(path)), Some(Entry::File { text, .. }) if text.id() == large.id());
    let (left, _) =
        planned(&files, 1, |files| files.len() == 3 && is_whole(files, "a") && is_whole(files, "b"));
    assert!(left.size() < 2 * large.bytes().len() as u64 + 10_000, "{} bytes are left", left.size());
}

/// Stops the search when it was asked to parse so often, and counts how often it is.
struct Stopping(Structure, Control, AtomicUsize, usize);

impl Parse for Stopping {
    fn parse(&self, text: &Text) -> Option<Tree> {
        if self.2.fetch_add(1, Ordering::SeqCst) == self.3 {
            self.1.halt(Halt::Interrupted);
        }
        self.0.parse(text)
    }

    fn grammar(&self) -> &Arc<Grammar> {
        self.0.grammar()
    }
}

#[test]
fn a_search_in_many_files_that_was_stopped_parses_no_more_of_them() {
    let mut files = Files::new();
    (0..24).for_each(|at| files.insert(format!("{at:02}").into(), file(lines(8_192))).unwrap());
    let files = Arc::new(files);
    for stopped in [5, 30, 60, 120] {
        let (control, size) = (Control::default(), files.size());
        let parse = Arc::new(Stopping(Structure::new(), control.clone(), AtomicUsize::new(0), stopped));
        let plan_of = |_: &Path, _: &Text| Plan::syntactic(Arc::clone(&parse) as Arc<dyn Parse>);
        let plan = FilesPlan::new(Algorithm::Dwindle);
        let test = on_candidates(|candidate| candidate.files().unwrap().size() == size);
        let ended = Engine::new()
            .control(control)
            .run(&test, |search| plan.run(search, Arc::clone(&files), &plan_of));
        assert!(ended.is_err());
        let parsed = parse.2.load(Ordering::SeqCst);
        assert!((stopped + 1..stopped + 4).contains(&parsed), "{parsed} files were parsed, {stopped} before");
    }
}
