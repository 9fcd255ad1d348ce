use super::*;
use dwindle::event::{Purpose, Stage, Subject};
use dwindle::{Id, Outcome};

const SECOND: Duration = Duration::from_secs(1);

fn subject(size: u64) -> Subject {
    Subject { id: Id(1), size, units: 1 }
}

/// What is known of an input of so many bytes at the beginning.
pub(in crate::ui) fn begun(whole: u64) -> Status {
    Status { whole, ..Status::default() }
}

/// A run of 38 seconds with all there is to say.
pub(in crate::ui) fn run(file: Option<&str>) -> Status {
    let mut status = Status { jobs: 4, ..begun(812_345) };
    if let Some(path) = file {
        status.event(&Event::FileBegan { path, size: 1 }, SECOND);
    }
    let stage = Stage { algorithm: "dwindle", unit: "lines", units: 2000, size: 812_345 };
    status.event(&Event::Best(subject(812_345)), SECOND);
    status.event(&Event::StageBegan(stage), SECOND);
    let (outcome, purpose) = (Outcome::Pass, Purpose::Search);
    for ms in [30.0, 54.0] {
        status.event(&Event::Tested { subject: subject(9), outcome, reason: None, ms, purpose }, SECOND);
    }
    status.event(&Event::Best(subject(1204)), 26 * SECOND);
    status.event(&Event::Asked { id: Id(1), outcome, number: Some(931), left: Some(1250) }, 27 * SECOND);
    status
}

#[test]
fn a_line_of_a_log_says_all_there_is() {
    let expected = "after 38 s: lines in src/a.c (dwindle), 1,204 of 812,345 bytes (0.15 %), 931 tests, \
                    42 ms per test, 4 jobs, last gain 12 s ago, at most 1,250 more tests in this pass";
    assert_eq!(run(Some("src/a.c")).sentence(38 * SECOND), expected);
}

#[test]
fn the_first_run_is_told_otherwise_than_the_checks_after_it() {
    let mut status = Status::default();
    status.event(&Event::Checking { run: 1, of: 5 }, SECOND);
    let first = "running the test for the first time, on the whole input, 14 s";
    assert_eq!(status.sentence(14 * SECOND), first);
    status.event(&Event::Checking { run: 3, of: 5 }, SECOND);
    assert_eq!(status.sentence(14 * SECOND), "checking the test (3 of 5), 14 s");
}

#[test]
fn a_worker_whose_first_run_hangs_is_told_of_too() {
    let mut status = Status { if_it_hangs: Some("hint".to_owned()), ..Status::default() };
    status.event(&Event::Checking { run: 1, of: 5 }, SECOND);
    status.event(&Event::Started(subject(9)), SECOND);
    assert!(status.overdue(14 * SECOND).is_some_and(|said| said.contains("13 s\nhint")));
}

#[test]
fn what_is_not_known_is_not_said() {
    let mut status = run(None);
    status.event(&Event::Asked { id: Id(1), outcome: Outcome::Pass, number: None, left: None }, SECOND);
    assert!(!status.sentence(SECOND).contains("more"), "{status:?}");
    let status = Status { doing: Some("2 failures found".to_owned()), ..Status::default() };
    assert_eq!(status.sentence(SECOND), "after 1.0 s: 2 failures found, 0 tests");
}
