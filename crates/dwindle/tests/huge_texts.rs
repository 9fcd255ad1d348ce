//! What is asked about texts of many megabytes before anything is parsed.

use std::sync::{Arc, Mutex};

use dwindle::grammar::Grammar;
use dwindle::structure::Structure;
use dwindle::test::on_texts;
use dwindle::tree::{Parse, Tree};
use dwindle::{Engine, Plan, Text};

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
    let lines = (0..150_000).map(|at| format!("{at:063}\n"));
    Text::new(lines.collect::<String>().into_bytes()).unwrap()
}

/// The sizes of the candidates of `text` that were tested, at most 200, those of the texts that were parsed, and the smallest that fails.
fn reduced(text: &Text, fails: impl Fn(&[u8]) -> bool + Send + Sync) -> (Vec<usize>, Vec<usize>, Text) {
    let (tested, parse) = (Mutex::new(Vec::new()), Arc::new(Noting(Structure::new(), Mutex::default())));
    let test = on_texts(|text: &[u8]| {
        tested.lock().unwrap().push(text.len());
        fails(text)
    });
    let plan = Plan::syntactic(Arc::clone(&parse) as Arc<dyn Parse>);
    plan.prepare(text);
    let ended = Engine::new().budget(Some(200)).run(&test, |search| plan.run(search, text.clone()));
    let left = ended.map_or_else(|_| text.clone(), |planned| planned.text);
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
