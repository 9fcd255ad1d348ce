//! What the pass on declarations promises, for arbitrary programs of a small language and a test that, like a compiler, is
//! content only with whole programs.
//!
//! A line is `def NAME : WORDS { WORDS }`, `run WORDS`, a comment or `~` and a hint; `;` may stand for a body.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use dwindle::grammar::Grammar;
use dwindle::outline::{Mark, Marked};
use dwindle::passes::{About, Declarations, Level, Pass, PassContext, PassResult, View};
use dwindle::space::{Space, Unit};
use dwindle::strategy::{First, OneMinimal, Strategy as _};
use dwindle::test::on_texts;
use dwindle::tree::{Parse, Tree};
use dwindle::{Config, Engine, Outcome, Plan, Stop, Text};
use proptest::prelude::*;
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
            let (whole, line) = (line.len(), line.trim_ascii_end());
            let all = start..start + line.len();
            let mut mark = |mark, span: Range<usize>| marks.push(Marked { mark, span });
            if line.starts_with(b"#") {
                mark(Mark::Noise { late: false, has_names: false }, all);
            } else if line.starts_with(b"~") {
                mark(Mark::Noise { late: true, has_names: false }, all);
            } else if !line.is_empty() {
                mark(Mark::Item, all.clone());
                if let Some(name) = line.strip_prefix(b"def ") {
                    let len = name.iter().position(|byte| *byte == b' ').expect("a name ends with a blank");
                    mark(Mark::Name, start + 4..start + 4 + len);
                }
                if let Some(body) = line.iter().position(|byte| *byte == b'{') {
                    mark(
                        Mark::Part { instead: ";", late: false, local: false, whole: false },
                        start + body..all.end,
                    );
                }
            }
            start += whole;
        }
        marks
    }
}

/// What a line defines, and what it uses.
fn defined_and_used(line: &str) -> (Option<&str>, Vec<&str>) {
    let mut words = line.split([' ', ':', '{', '}', ';']).filter(|word| !word.is_empty());
    match words.next() {
        Some("def") => (words.next(), words.collect()),
        Some("run") => (None, words.collect()),
        _ => (None, Vec::new()),
    }
}

/// Whether every name is defined.
fn is_whole(program: &str) -> bool {
    let lines: Vec<_> = program.lines().map(defined_and_used).collect();
    let defined: BTreeSet<&str> = lines.iter().filter_map(|(name, _)| *name).collect();
    lines.iter().flat_map(|(_, used)| used).all(|name| defined.contains(name))
}

/// What is left where the test fails as long as all of `needed` occur in a whole program, and the number of tests.
fn reduce(program: &str, needed: &[&str], jobs: usize, protect: Option<&str>) -> (String, usize) {
    reduce_by(Declarations::ALL, program, needed, jobs, protect)
}

/// The same by these steps alone.
fn reduce_by(
    steps: &[Declarations],
    program: &str,
    needed: &[&str],
    jobs: usize,
    protect: Option<&str>,
) -> (String, usize) {
    let protect = protect.map(|pattern| Regex::new(pattern).expect("a pattern"));
    reduce_with(Plan::of(steps.iter().copied()).protect(protect), program, needed, jobs)
}

/// The same by these passes.
fn reduce_with(plan: Plan, program: &str, needed: &[&str], jobs: usize) -> (String, usize) {
    let count = AtomicUsize::new(0);
    let count = &count;
    let test = on_texts(|text: &[u8]| {
        count.fetch_add(1, Ordering::Relaxed);
        let program = std::str::from_utf8(text).expect("programs are ASCII");
        let fails = is_whole(program) && needed.iter().all(|part| program.contains(part));
        if fails { Outcome::Fail } else { Outcome::Pass }
    });
    let text = Text::new(program.as_bytes()).expect("a short text");
    let plan = plan.parsed_by(Arc::new(Lines));
    let planned =
        Engine::new().jobs(jobs).run(&test, |search| plan.run(search, text)).expect("nothing stops it");
    (String::from_utf8(planned.text.bytes().to_vec()).expect("ASCII"), count.load(Ordering::Relaxed))
}

/// A program of 3 layers and `width` definitions in each: all of a layer use two of the layer before.
fn layers(width: usize) -> String {
    let mut lines: Vec<String> = (0..width).map(|at| format!("def a{at} : {{ }}\n# about a{at}")).collect();
    for (layer, below) in [("b", "a"), ("c", "b")] {
        let used = |at: usize| format!("{below}{at} {{ {below}{} }}", (at * 7 + 3) % width);
        lines.extend((0..width).map(|at| format!("def {layer}{at} : {}", used(at))));
    }
    lines.push("run c5 c9".into());
    lines.join("\n") + "\n"
}

#[test]
fn what_nothing_needs_goes_in_a_few_tests() {
    let program = layers(300);
    let (left, tests) = reduce(&program, &["def a5", "run"], 1, None);
    let chain = [
        "def a5 : ;",
        "def a9 : ;",
        "def b5 : a5 ;",
        "def b9 : a9 ;",
        "def c5 : b5 ;",
        "def c9 : b9 ;",
        "run c5 c9",
    ];
    assert_eq!(left.trim_start().lines().collect::<Vec<_>>(), chain);
    assert!(tests < 30, "{tests} tests");
}

#[test]
fn what_is_small_goes_one_by_one_where_nothing_that_is_large_can() {
    // Of a pair each uses the other, so neither is unused.
    let pair = |a: String, b: String, more: &str| format!("def {a} : {b} {more}{{ }}\ndef {b} : {a} {{ }}");
    let large = |at: usize| pair(format!("g{at}"), format!("h{at}"), &format!("h{at} ").repeat(120));
    let small = |at: usize| pair(format!("p{at}"), format!("q{at}"), "");
    let lines: Vec<String> = (0..40).map(large).chain((0..300).map(small)).collect();
    let needed: Vec<String> = (0..40).map(|at| format!("def h{at} ")).chain(["def p7 ".into()]).collect();
    let needed: Vec<&str> = needed.iter().map(String::as_str).collect();
    let program = lines.join("\n") + "\n";
    let (left, _) = reduce_by(&[Declarations::Users], &program, &needed, 1, None);
    assert!(left.contains("def p200 "), "the large ones are asked about first");
    let (left, _) = reduce_by(&[Declarations::Users, Declarations::Each], &program, &needed, 1, None);
    let names = left.lines().filter_map(|line| defined_and_used(line).0);
    assert_eq!(names.filter(|name| name.starts_with(['p', 'q'])).collect::<Vec<_>>(), ["p7", "q7"]);
}

/// Makes each comment a character shorter: what stands beside each item is another text after a turn of it.
struct ShorterComments;

impl Pass for ShorterComments {
    fn about(&self) -> About {
        About::new("shorter-comments", Level::Units(Unit::Chars), "the last characters of comments")
    }

    /// So others are asked about what it leaves before it goes on.
    fn comes_last(&self) -> bool {
        true
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let chars = stage.cut(Unit::Chars);
        let bytes = stage.text().bytes();
        let is_last = |at: &usize| bytes[*at] == b'x' && bytes.get(at + 1) == Some(&b'\n');
        let lasts = (0..bytes.len()).filter(is_last).map(|at| u32::try_from(at).expect("a short text"));
        let shorter = chars.full().minus(&Config::of_units(lasts));
        let kept = stage.search().run(&chars, First::new(chars.full(), [shorter]))?.best().clone();
        Ok(PassResult::of_units(stage, &chars, &kept, None))
    }
}

#[test]
fn a_turn_on_another_text_goes_on_with_what_no_turn_before_asked_about_in_vain() {
    let pair = |at: usize, more: &str| format!("def h{at} : g{at} {more}{{ }}\ndef g{at} : h{at} {{ }}\n");
    let large = (0..18).map(|at| pair(at, &format!("h{at} ").repeat(120)) + "# xxxx\n");
    let program: String = large.chain((100..110).map(|at| pair(at, ""))).collect();
    let needed: Vec<String> = (0..18).map(|at| format!("def h{at} ")).collect();
    let needed: Vec<&str> = needed.iter().map(String::as_str).collect();
    let plan = Plan::of([Declarations::Users]).and(ShorterComments);
    let (left, _) = reduce_with(plan, &program, &needed, 1);
    assert!(!left.contains("def h100 "), "more than 16 that are larger could not go");
}

#[test]
fn what_may_mean_something_keeps_nothing_else_that_means_nothing() {
    let lines = (0..40).map(|at| format!("# about it\n~ hint {at}\ndef a{at} : {{ }}\n"));
    let needed = ["~ hint 5\n", "~ hint 12\n", "~ hint 19\n", "~ hint 26\n", "~ hint 33\n"];
    let (left, tests) = reduce_by(&[Declarations::Noise], &lines.collect::<String>(), &needed, 1, None);
    let noise: String = left.split_inclusive('\n').filter(|line| line.starts_with(['#', '~'])).collect();
    assert_eq!(noise, needed.concat());
    // If hints were asked about like comments, more than 60.
    assert!(tests < 60, "{tests} tests");
}

#[test]
fn what_the_last_line_uses_is_looked_at_in_its_place() {
    let program = layers(300).replace("run ", "def top : ");
    let (left, tests) = reduce(&program, &["def b5 : a5 "], 1, None);
    let lines: Vec<_> = left.trim_start().lines().collect();
    assert_eq!(
        lines,
        ["def a5 : { }", "def a38 : { }", "def b5 : a5 { a38 }"],
        "so few are left to other passes"
    );
    assert!(tests < 30, "{tests} tests");
}

#[test]
fn what_would_go_with_something_needed_is_asked_about_last() {
    let extra = (0..40).map(|at| format!("def x{at} :\ndef y{at} : x{at}\n"));
    let chain = (1..60).map(|at| format!("def n{at} : n{}\n", at - 1));
    let uses: Vec<String> = (0..40).map(|at| format!("y{at}")).collect();
    let last = format!("def top : {{ n59 }}\ndef other : {{ {} }}\nrun top other\n", uses.join(" "));
    let program: Vec<String> = extra.chain(["def n0 :\n".into()]).chain(chain).chain([last]).collect();
    let program = program.concat();
    let (left, tests) = reduce(&program, &["n59 }", "run"], 1, None);
    assert!(!left.contains('x'), "{left}");
    assert!(tests < 60, "{tests} tests");
}

/// Programs in which definitions use earlier ones, in their heads and in their bodies.
fn program() -> impl Strategy<Value = Vec<(Vec<usize>, Vec<usize>)>> {
    let uses = || proptest::collection::vec(0usize..100, 0..3);
    proptest::collection::vec((uses(), uses()), 16..60)
}

fn source(definitions: &[(Vec<usize>, Vec<usize>)]) -> String {
    // Each seventh line defines nothing.
    let is_run = |at: usize| at % 7 == 6;
    let lines = definitions.iter().enumerate().map(|(at, (head, body))| {
        let names = |uses: &[usize]| -> String {
            let earlier = uses.iter().filter(|_| at > 0).map(|to| to % at);
            let names: Vec<String> = earlier.filter(|to| !is_run(*to)).map(|to| format!("n{to} ")).collect();
            names.concat()
        };
        if is_run(at) {
            format!("run {}\n", names(head))
        } else {
            format!("def n{at} : {}{{ {}}}\n", names(head), names(body))
        }
    });
    lines.collect()
}

/// Each line alone, where it promises much; notes how large the text is where its turns begin.
struct OneByOne(f64, Arc<Mutex<Vec<usize>>>);

impl Pass for OneByOne {
    fn about(&self) -> About {
        About::new("one-by-one", Level::Units(Unit::Lines), "each line alone")
    }

    fn promise(&self, _: &View<'_>) -> f64 {
        self.0
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        self.1.lock().expect("no other panicked").push(stage.text().bytes().len());
        let lines = stage.cut(Unit::Lines);
        let kept = stage.search().run(&lines, OneMinimal::new(lines.full()))?.best().clone();
        Ok(PassResult::of_units(stage, &lines, &kept, None))
    }
}

#[test]
fn in_a_large_text_the_passes_are_weighed_again_where_a_quarter_went() {
    let program = (0..1_000).map(|at| format!("def name{at:03} : {{ }}\n")).collect::<Vec<_>>().concat();
    let begun = Arc::new(Mutex::default());
    let plan = Plan::of([OneByOne(0.1, Arc::clone(&begun)), OneByOne(0.000_01, Arc::default())]);
    let (left, _) = reduce_with(plan, &program, &["def name500"], 1);
    assert_eq!(left.lines().collect::<Vec<_>>(), ["def name500 : { }"]);
    let begun = begun.lock().expect("no other panicked");
    assert_eq!(begun[..4], [18_000, 13_482, 10_098, 7_560], "each time a quarter went");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn the_result_fails_and_is_the_same_at_any_number_of_jobs(definitions in program(), pick in 0usize..1000) {
        let program = source(&definitions);
        prop_assert!(is_whole(&program));
        let lines: Vec<&str> = program.lines().collect();
        let needed = [lines[pick % lines.len()].split(" : ").next().expect("a line")];
        let (left, tests) = reduce(&program, &needed, 1, None);
        prop_assert!(is_whole(&left) && left.contains(needed[0]), "{left}");
        prop_assert!(left.len() <= program.len());
        prop_assert!(tests <= 12 + 6 * lines.len(), "{tests} tests");
        for jobs in [2, 8] {
            prop_assert_eq!(&reduce(&program, &needed, jobs, None).0, &left);
        }
    }

    #[test]
    fn what_is_protected_stays(definitions in program()) {
        let program = source(&definitions);
        prop_assert!(is_whole(&program));
        let (left, _) = reduce(&program, &["n0"], 1, Some("def n[0-4] "));
        for name in (0..5).map(|at| format!("def n{at} ")) {
            prop_assert_eq!(program.contains(&name), left.contains(&name), "{}", name);
        }
    }
}
