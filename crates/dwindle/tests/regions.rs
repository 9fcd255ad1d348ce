//! What the pass on regions does for programs that a preprocessor put together of many headers, and a test that, like a compiler,
//! is content only with whole programs.
//!
//! A line is `def NAME : WORDS`, `run WORDS` or a line marker.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dwindle::grammar::Grammar;
use dwindle::outline::{Mark, Marked};
use dwindle::passes::{IntoPass, Own, Pass, Stretches};
use dwindle::test::on_texts;
use dwindle::tree::{Parse, Tree};
use dwindle::{Engine, Plan, Text};
use regex::bytes::Regex;

struct Lines;

impl Parse for Lines {
    fn parse(&self, _: &Text) -> Option<Tree> {
        None
    }

    fn grammar(&self) -> &Arc<Grammar> {
        unreachable!("nothing is parsed")
    }

    fn marks(&self, text: &Text) -> Vec<Marked> {
        let (mut marks, mut start) = (Vec::new(), 0);
        for line in text.bytes().split_inclusive(|byte| *byte == b'\n') {
            let all = start..start + line.len();
            let is_marker = line.starts_with(b"# ");
            let mark = if is_marker { Mark::Noise { late: false, has_names: false } } else { Mark::Item };
            marks.push(Marked { mark, span: all.clone() });
            if let Some(name) = line.strip_prefix(b"def ") {
                let len = name.iter().position(|byte| *byte == b' ').expect("a name ends with a blank");
                marks.push(Marked { mark: Mark::Name, span: start + 4..start + 4 + len });
            }
            start = all.end;
        }
        marks
    }
}

/// Header `number` of `headers`, with those that it includes: each includes the two of twice its number, and uses something of them.
/// All define one name and use it, so that by names each needs all others.
fn header(number: usize, headers: usize) -> String {
    let inner: Vec<usize> =
        [2 * number, 2 * number + 1].into_iter().filter(|inner| *inner < headers).collect();
    let mut text = format!("# 1 \"/usr/include/h{number}\" 1 3\n");
    for inner in &inner {
        text += &header(*inner, headers);
        writeln!(text, "# 3 \"/usr/include/h{number}\" 2 3").unwrap();
    }
    let used: Vec<String> = inner.iter().map(|inner| format!("h{inner}_0")).collect();
    writeln!(text, "def any :\ndef h{number}_0 : any {}", used.join(" ")).unwrap();
    for line in 1..40 {
        writeln!(text, "def h{number}_{line} : h{number}_{}", line - 1).unwrap();
    }
    text
}

/// A program that includes header 1 and as many others, each alone, of which it uses some.
fn program(headers: usize) -> String {
    let mut text = format!("# 0 \"main\"\n{}# 1 \"main\" 2\n", header(1, headers));
    for alone in 100..110 {
        writeln!(text, "{}# {alone} \"main\" 2", header(alone, 100)).unwrap();
    }
    for own in 0..30 {
        writeln!(text, "def own{own} : h1_{own} h{}_5", 100 + own % 10).unwrap();
    }
    text + "run own3\nrun own4\nrun h103_7\n"
}

/// Whether every name is defined.
fn is_whole(program: &str) -> bool {
    let lines = program.lines().filter(|line| !line.starts_with('#'));
    let words: Vec<Vec<&str>> =
        lines.map(|line| line.split([' ', ':']).filter(|word| !word.is_empty()).collect()).collect();
    let defined: BTreeSet<&str> =
        words.iter().filter(|words| words[0] == "def").map(|words| words[1]).collect();
    words.iter().flat_map(|words| &words[1..]).all(|name| defined.contains(name))
}

/// What is left where a whole program fails with the last line in it, and the number of tests.
fn reduce(passes: &[Arc<dyn Pass>], program: &str, jobs: usize, protect: Option<&str>) -> (String, u64) {
    let ran = AtomicUsize::new(0);
    let test = on_texts(|text: &[u8]| {
        ran.fetch_add(1, Ordering::Relaxed);
        let program = std::str::from_utf8(text).expect("programs are ASCII");
        program.contains("run h103_7\n") && is_whole(program)
    });
    let protect = protect.map(|pattern| Regex::new(pattern).expect("a pattern"));
    let plan = Plan::of(passes.iter().cloned()).parsed_by(Arc::new(Lines)).protect(protect);
    let text = Text::new(program.as_bytes().to_vec()).expect("a short text");
    let done = Engine::new().jobs(jobs).run(&test, |search| {
        let left = plan.run(search, text)?.text;
        Ok::<_, dwindle::Stop>((
            String::from_utf8(left.bytes().to_vec()).expect("ASCII"),
            search.count().tests,
        ))
    });
    done.expect("nothing ends it")
}

/// The user's own text, then sources.
fn all() -> [Arc<dyn Pass>; 2] {
    [Own.into_pass(), Stretches.into_pass()]
}

#[test]
fn the_own_code_goes_first_and_then_headers_though_names_hold_them_together() {
    let program = program(60);
    assert!(program.len() > 50_000);
    let (left, tests) = reduce(&all(), &program, 1, None);
    assert_eq!(left.lines().filter(|line| line.starts_with("def own")).count(), 0, "{left}");
    // Smaller texts are left to passes that know what uses what.
    assert!(left.len() < 1 << 14, "{} of {} bytes", left.len(), program.len());
    assert!(tests <= 40, "{tests} tests");
    assert_eq!(reduce(&all(), &program, 4, None), (left, tests));
}

#[test]
fn what_is_protected_stays() {
    let program = program(60);
    let (left, _) = reduce(&all(), &program, 1, Some("h40_7"));
    let count = |text: &str, word: &str| text.matches(word).count();
    assert_eq!(count(&left, "h40_7"), count(&program, "h40_7"));
    assert!(left.len() < program.len() / 10 * 9, "{} bytes", left.len());
}

#[test]
fn nothing_is_asked_where_nothing_is_foreign_or_the_text_is_small() {
    let own = "def own :\n".repeat(4000);
    for text in [own + "run h103_7\ndef h103_7 :\n", header(103, 0) + "# 1 \"main\" 2\nrun h103_7\n"] {
        assert_eq!(reduce(&[Own.into_pass()], &text, 1, None), (text.clone(), 0));
    }
}
