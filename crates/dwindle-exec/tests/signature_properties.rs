//! What holds of signatures whatever the output is: they recognise themselves, their regexes too, and
//! nothing panics or takes long.

use std::path::Path;
use std::time::{Duration, Instant};

use dwindle::{Outcome, Reason};
use dwindle_exec::signature::{Candidate, Conditions, End, Observed, Signature, holds_word};
use proptest::collection::vec;
use proptest::prelude::*;

/// Derives a signature from `stderr`; it and its regex must judge the same run a failure.
fn check(path: &str, candidate: &[u8], stderr: &[u8]) -> Signature {
    let candidate = Candidate::new(Path::new(path), candidate);
    let observed = Observed { end: End::Exit(1), stderr, ..Observed::default() };
    let signature = Signature::derive(&observed, &candidate);
    assert_eq!(signature.judge(&observed, &candidate), (Outcome::Fail, None), "{signature}");
    let regex = signature.to_regex();
    let edited = Signature::from_regex(&regex).expect("a regex");
    assert_eq!(edited.judge(&observed, &candidate), (Outcome::Fail, None), "{signature} as /{regex}/");
    assert!(!signature.to_string().contains('\n'));
    signature
}

/// Lines in the shape of messages: what the rules look for, in any order.
fn message() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("error: ".to_owned()),
        Just("Error: ".to_owned()),
        Just("panicked at ".to_owned()),
        Just("thread 'main' panicked at ".to_owned()),
        Just("Traceback (most recent call last):\n".to_owned()),
        Just("==1==ERROR: AddressSanitizer: SEGV ".to_owned()),
        Just("    #0 0x1234567 in f a.c:1:2\n".to_owned()),
        Just("a.c:12:5: ".to_owned()),
        Just("/x/y/a.c".to_owned()),
        Just("line 12".to_owned()),
        Just("…".to_owned()),
        Just("\n".to_owned()),
        "[ '\"`‘’.:()0-9x]{1,4}",
        "\\PC{0,6}",
        "[a-z]{1,5}",
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Four times the cases of other properties.
fn many_cases() -> ProptestConfig {
    ProptestConfig::with_cases(4 * ProptestConfig::default().cases)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..many_cases() })]

    #[test]
    fn a_signature_and_its_regex_recognise_what_they_were_derived_from(
        text in message(),
        candidate in message(),
    ) {
        check("/x/y/a.c", candidate.as_bytes(), text.as_bytes());
        check("a.c", text.as_bytes(), text.as_bytes());
    }

    #[test]
    fn bytes_of_any_kind_do_no_harm(
        text in vec(any::<u8>(), 0..300),
        candidate in vec(any::<u8>(), 0..50),
        path in "\\PC{0,8}",
    ) {
        check(&path, &candidate, &text);
    }

    #[test]
    fn judging_something_else_does_no_harm(first in message(), later in message()) {
        let signature = check("a.c", b"int foo;", first.as_bytes());
        let observed = Observed { end: End::Exit(1), stdout: later.as_bytes(), ..Observed::default() };
        let candidate = Candidate::new(Path::new("a.c"), later.as_bytes());
        let (outcome, reason) = signature.judge(&observed, &candidate);
        prop_assert_eq!(outcome == Outcome::Unresolved, reason.is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn a_signature_of_two_equal_runs_is_that_of_one(text in message(), candidate in message()) {
        let candidate = Candidate::new(Path::new("a.c"), candidate.as_bytes());
        let observed = Observed { end: End::Exit(1), stderr: text.as_bytes(), ..Observed::default() };
        let twice = Signature::of_both((&observed, &candidate), (&observed, &candidate));
        prop_assert_eq!(twice, Some(Signature::derive(&observed, &candidate)));
    }

    #[test]
    fn a_signature_of_two_runs_and_its_regex_recognise_both(
        pieces in vec((message(), message(), "[0-9a-f]{1,6}", "[0-9a-f]{1,6}"), 1..4),
    ) {
        let text = |which: bool| -> String {
            let of = |(head, tail, one, other): &(String, String, String, String)| {
                format!("{head}{}{tail}", if which { one } else { other })
            };
            pieces.iter().map(of).collect()
        };
        let (first, again) = (text(true), text(false));
        let candidate = Candidate::new(Path::new("a.c"), b"int foo;");
        let shows = |text| Observed { end: End::Exit(1), stderr: text, ..Observed::default() };
        let (first, again) = (shows(first.as_bytes()), shows(again.as_bytes()));
        let Some(signature) = Signature::of_both((&first, &candidate), (&again, &candidate)) else {
            return Ok(());
        };
        let edited = Signature::from_regex(&signature.to_regex()).expect("a regex");
        for observed in [first, again] {
            prop_assert_eq!(signature.judge(&observed, &candidate), (Outcome::Fail, None), "{}", signature);
            prop_assert_eq!(edited.judge(&observed, &candidate).0, Outcome::Fail, "{}", edited);
        }
    }
}

#[test]
fn megabytes_take_no_time_whatever_they_hold() {
    const SIZE: usize = 10 << 20;
    // Without a line break ten megabytes, with line breaks three: the time goes with the lines.
    let repeat = |text: &str| text.repeat(if text.contains('\n') { SIZE / 3 } else { SIZE } / text.len());
    let quotes = repeat("'a");
    for text in [
        repeat("error: "),
        repeat("a"),
        quotes,
        repeat("x: "),
        repeat("Traceback (most recent call last):\n"),
        repeat("Traceback (most recent call last):\nValueError: 'int'\n"),
        repeat("a.c:1:1: error: no 'foo' in 'int'\n"),
        repeat("Exception in thread \"main\" a.B: c\n\tat x\n"),
        repeat("\n"),
        repeat("just words, and many of them\n"),
    ] {
        #[expect(clippy::disallowed_methods, reason = "the test is about time; nothing is decided by it")]
        let start = Instant::now();
        let signature = check("a.c", b"int foo;", text.as_bytes());
        let other = Observed { end: End::Exit(1), stderr: b"other", stdout: text.as_bytes() };
        Signature::from_regex("^nowhere$")
            .unwrap()
            .judge(&other, &Candidate::new(Path::new("a.c"), text.as_bytes()));
        let took = start.elapsed();
        let head: String = text.chars().take(40).collect();
        println!("{took:?} for {head:?}: {}", signature.to_regex().len());
        assert!(took < Duration::from_secs(30), "{took:?} for {head:?}");
    }
}

#[test]
fn a_candidate_of_many_files_is_looked_up() {
    let files: [&[u8]; 2] = [b"int foo;", b"int bar;"];
    let holds = |fragment: &str| files.iter().any(|file| holds_word(file, fragment));
    let candidate = Candidate::looked_up(Path::new("/w/tree"), &holds);
    let observed = Observed {
        end: End::Exit(1),
        stderr: b"/w/tree/src/a.c:3:4: error: 'bar' is not 'baz'",
        ..Observed::default()
    };
    assert_eq!(
        Signature::derive(&observed, &candidate).to_string(),
        "exit code 1, stderr: …: error: '…' is not 'baz'"
    );
}

#[test]
fn an_edited_regex_sees_each_line_and_each_joined_telling() {
    let candidate = Candidate::new(Path::new("in"), b"");
    let observed = Observed {
        end: End::Exit(101),
        stderr: b"one\nthread 'main' (7) panicked at src/a.rs:1:2:\nno luck\n",
        ..Observed::default()
    };
    let judge = |regex: &str| Signature::from_regex(regex).unwrap().judge(&observed, &candidate);
    assert_eq!(judge("^no luck$"), (Outcome::Fail, None));
    assert_eq!(judge(r"panicked at src/a\.rs:.*: no luck"), (Outcome::Fail, None));
    let reason = Reason::OtherFailure {
        signature: "exit code 101, stderr: panicked at src/a.rs:1:2: no luck".to_owned(),
    };
    assert_eq!(judge("^luck"), (Outcome::Unresolved, Some(reason)));
    let error = Signature::from_regex("(").unwrap_err().to_string();
    assert!(error.starts_with("compile regex \"(\": "), "{error}");
    assert!(Conditions::default().is_empty());
}
