//! Signatures of what programs print: one file in `signatures/` for each kind.
//!
//! The files for GCC and its sanitizers, glibc, ld, valgrind, rustc, Rust, Python, Node, Java, Perl and sqlite3
//! are what those programs printed for small programs of ours (paths made neutral); the others are written
//! after the programs' format.
//!
//! A file holds `key: value` lines (`path`, `exit` or `signal`, `expect`, `tree` for a directory) and then sections,
//! each begun by `--- name`: `candidate`, `stderr` and `stdout` of the first run; and `same` or `other` followed by a
//! stream's name for what later runs showed, on the candidate in the last `candidate` section before it.

use std::fs;
use std::path::Path;

use dwindle::{Outcome, Reason};
use dwindle_exec::signature::{Candidate, End, Observed, Signature};

/// Reads one file; returns what is not as it says.
fn check(name: &str, file: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let (head, rest) = file.split_once("\n--- ").expect("a section");
    let value = |key: &str| head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    let path = Path::new(value("path").unwrap_or("input"));
    let sections: Vec<(&str, &[u8])> = rest
        .split("\n--- ")
        .map(|section| section.split_once('\n').unwrap_or((section, "")))
        .map(|(title, body)| (title, body.as_bytes()))
        .collect();
    let observed = |stream: &str, text| {
        let observed = Observed {
            end: match (value("signal"), value("exit")) {
                (Some(number), _) => End::Signal(number.parse().expect("a number")),
                (None, Some(code)) => End::Exit(code.parse().expect("a code")),
                (None, None) => End::Unknown,
            },
            ..Observed::default()
        };
        match stream {
            "stdout" => Observed { stdout: text, ..observed },
            _ => Observed { stderr: text, ..observed },
        }
    };
    let is_tree = value("tree").is_some();
    let mut candidate = Candidate::new(path, b"").tree(is_tree);
    let mut signature = None;
    for (title, text) in sections {
        match title.split_once(' ').unwrap_or(("first", title)) {
            ("first", "candidate") => candidate = Candidate::new(path, text).tree(is_tree),
            ("first", stream) => {
                let observed = observed(stream, text);
                let derived = Signature::derive(&observed, &candidate);
                let expect = value("expect").expect("what to expect");
                if derived.to_string() != expect {
                    wrong.push(format!("{name}\n    gives {derived}\n    not   {expect}"));
                }
                if derived.judge(&observed, &candidate).0 != Outcome::Fail {
                    wrong.push(format!("{name}: is not itself"));
                }
                let edited = Signature::from_regex(&derived.to_regex()).expect("a regex");
                if edited.judge(&observed, &candidate).0 != Outcome::Fail {
                    wrong.push(format!("{name}: its regex {edited} does not match"));
                }
                let json = serde_json::to_string(&derived).expect("plain data");
                if serde_json::from_str::<Signature>(&json).expect("just written") != derived {
                    wrong.push(format!("{name}: is another once written down"));
                }
                let other_code = Observed { end: End::Exit(76), ..observed };
                if derived.judge(&other_code, &candidate).0 != Outcome::Unresolved {
                    wrong.push(format!("{name}: takes another exit code"));
                }
                signature = Some(derived);
            }
            (what, stream) => {
                let expect = match what {
                    "same" => Outcome::Fail,
                    _ => Outcome::Unresolved,
                };
                let signature = signature.as_ref().expect("a first run");
                let (outcome, reason) = signature.judge(&observed(stream, text), &candidate);
                if outcome != expect {
                    let text = String::from_utf8_lossy(text);
                    wrong.push(format!("{name}: {outcome:?} {reason:?} for\n{text}"));
                }
            }
        }
    }
    wrong
}

#[test]
fn every_kind_of_output_gives_its_line() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signatures");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        wrong.extend(check(&name, &fs::read_to_string(&path).unwrap()));
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 30, "only {count} files found");
}

#[test]
fn success_passes_and_another_failure_is_named() {
    let candidate = Candidate::new(Path::new("a.c"), b"int x;");
    let shows = |exit, stderr| Observed { end: End::Exit(exit), stderr, ..Observed::default() };
    let signature = Signature::derive(&shows(1, b"a.c:1:5: error: no luck with 'x'"), &candidate);
    assert_eq!(signature.judge(&shows(0, b""), &candidate), (Outcome::Pass, None));
    let other = shows(1, b"a.c:1:5: error: expected ';' before 'x'");
    let reason = Reason::OtherFailure {
        signature: "exit code 1, stderr: …: error: expected ';' before '…'".to_owned(),
    };
    assert_eq!(signature.judge(&other, &candidate), (Outcome::Unresolved, Some(reason)));
}

#[test]
fn a_hang_is_only_like_a_hang() {
    let candidate = Candidate::new(Path::new("a.c"), b"");
    let hangs = Observed { end: End::TimedOut, stderr: b"warming up 1 of 7", ..Observed::default() };
    let killed = Observed { end: End::Signal(9), ..hangs };
    let ends = Observed { end: End::Exit(0), ..Observed::default() };
    let signature = Signature::derive(&hangs, &candidate);
    assert_eq!(signature, Signature::hang());
    assert_eq!(signature.judge(&hangs, &candidate).0, Outcome::Fail);
    assert_eq!(signature.judge(&ends, &candidate).0, Outcome::Pass);
    assert_eq!(signature.judge(&killed, &candidate).0, Outcome::Unresolved);
}

#[test]
fn a_failure_that_said_nothing_is_not_one_that_names_its_cause() {
    let candidate = Candidate::new(Path::new("a.c"), b"");
    let silent = Observed { end: End::Exit(1), stdout: b"3 rows\n", ..Observed::default() };
    let loud = Observed { stderr: b"a.c:1:1: error: expected expression", ..silent };
    let signature = Signature::derive(&silent, &candidate);
    assert_eq!(signature.to_string(), "exit code 1");
    assert_eq!(signature.judge(&silent, &candidate).0, Outcome::Fail);
    assert_eq!(signature.judge(&loud, &candidate).0, Outcome::Unresolved);
}

#[test]
fn success_without_a_telling_line_is_no_failure() {
    let candidate = Candidate::new(Path::new("a.c"), b"");
    let fine = Observed { end: End::Exit(0), stderr: b"0 errors\n", ..Observed::default() };
    assert!(!Signature::derive(&fine, &candidate).is_failure());
    let reported = Observed { stderr: b"lib.c:4:5: runtime error: division by zero", ..fine };
    let signature = Signature::derive(&reported, &candidate);
    assert!(signature.is_failure());
    assert_eq!(signature.judge(&fine, &candidate).0, Outcome::Pass);
    assert_eq!(signature.judge(&reported, &candidate).0, Outcome::Fail);
}

/// The signature of two runs on the same input.
fn of_both(first: &str, again: &str) -> Option<String> {
    let candidate = Candidate::new(Path::new("a.c"), b"int foo;");
    let shows = |text| Observed { end: End::Exit(1), stderr: text, ..Observed::default() };
    let (first, again) = (shows(first.as_bytes()), shows(again.as_bytes()));
    Signature::of_both((&first, &candidate), (&again, &candidate)).map(|it| it.to_string())
}

#[test]
fn what_differs_between_two_runs_is_no_part_of_the_signature() {
    let of =
        |pid| format!("starting\nrun.sh: line 6: {pid} Killed                  timeout 10 ./it \"$1\"\n");
    let expected = "exit code 1, stderr: run.sh: line 6:… Killed                  timeout 10 ./it \"$1\"";
    assert_eq!(of_both(&of("18396"), &of(" 9999")).as_deref(), Some(expected));
    let of =
        |at| format!("Traceback (most recent call last):\nKeyError: <object at {at}> in session s{at}\n");
    let expected = "exit code 1, stderr: KeyError: <object at …> in session …";
    assert_eq!(of_both(&of("7f3a1c"), &of("7f3b2d")).as_deref(), Some(expected));
}

#[test]
fn the_failure_line_is_one_that_both_runs_have() {
    let (one, other) = ("a.c:1:1: error: no x here\n", "b.c:1:1: error: odd y there\n");
    let both = of_both(&format!("{one}{other}"), &format!("{other}{one}"));
    assert_eq!(both.as_deref(), Some("exit code 1, stderr: …: error: no x here"));
    let both = of_both(&format!("{one}{other}"), other);
    assert_eq!(both.as_deref(), Some("exit code 1, stderr: b.c:1:1: error: odd y there"));
}

#[test]
fn without_a_common_line_the_end_is_all_there_is_and_known_failures_are_two() {
    assert_eq!(of_both("x7fa2", "k11b9").as_deref(), Some("exit code 1"));
    assert_eq!(of_both("ValueError: no luck", "KeyError: 'foo'"), None);
    assert_eq!(of_both("ValueError: no luck", ""), None);
}

#[test]
fn a_line_that_counts_errors_is_taken_only_where_there_is_no_other() {
    let candidate = Candidate::new(Path::new("a.jq"), b"foo");
    let derive = |stderr| {
        Signature::derive(&Observed { end: End::Exit(3), stderr, ..Observed::default() }, &candidate)
    };
    let both = derive(b"jq: error: foo/0 is not defined at <top-level>, line 1:\nfoo\njq: 1 compile error\n");
    assert_eq!(
        both.to_string(),
        "exit code 3, stderr: jq: error: foo/0 is not defined at <top-level>, line …:"
    );
    assert_eq!(derive(b"jq: 1 compile error\n").to_string(), "exit code 3, stderr: jq: 1 compile error");
}
