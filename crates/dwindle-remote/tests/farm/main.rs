//! A farm that is asked to run tests, and everything that may go wrong meanwhile.

#![expect(clippy::unwrap_used, reason = "a test that cannot be laid out is a failed test")]
#![expect(clippy::disallowed_methods, reason = "tests write files and look at the clock")]

mod faults;
mod secrets;
mod slurm;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dwindle_exec::process::{Command, Elsewhere, End, Ending, Limits, Report, Run, Stdin};
use dwindle_remote::fake::{Behaviour, Fake, How};
use dwindle_remote::{Farm, Options};

/// A farm for this server, which gives up soon.
fn farm(fake: &Fake) -> Farm {
    Farm::connect(options(fake)).unwrap()
}

fn options(fake: &Fake) -> Options {
    Options { patience: Duration::from_millis(500), ..Options::new(fake.address(), 8) }
}

fn command(words: &[&str]) -> Command {
    Command {
        program: words[0].into(),
        args: words[1..].iter().map(Into::into).collect(),
        env: vec![("LANG".into(), "C".into())],
        limits: Limits::default(),
        grace: Duration::ZERO,
        output_cap: 1000,
    }
}

/// A directory with a candidate of this text.
fn laid(text: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("work")).unwrap();
    std::fs::write(dir.path().join("work/in.txt"), text).unwrap();
    dir
}

fn run_in(dir: &Path) -> Run {
    let dir = dir.join("work");
    Run { stdin: Stdin::File(dir.join("in.txt")), dir, timeout: Some(Duration::from_secs(10)) }
}

/// What a test of these words on a candidate of this text comes to.
fn ran(farm: &Farm, words: &[&str], text: &str) -> std::io::Result<Report> {
    let dir = laid(text);
    farm.begin(&command(words), &run_in(dir.path()))?.wait()
}

#[test]
fn a_test_sees_its_candidate_and_its_report_is_as_of_a_local_run() {
    let fake = Fake::start(Behaviour::default());
    let farm = farm(&fake);
    let report = ran(&farm, &["sh", "-c", "cat; cat in.txt; ls; echo oh >&2; exit 3"], "hello\n").unwrap();
    assert_eq!((report.end, report.stdout.text()), (End::Exited(3), "hello\nhello\nin.txt\n".into()));
    assert_eq!(report.stderr.text(), "oh\n");
    let killed = ran(&farm, &["sh", "-c", "kill -ABRT $$"], "x").unwrap();
    assert_eq!(killed.end, End::Signalled(6));
    let missing = ran(&farm, &["no-such-program"], "x").unwrap();
    assert!(matches!(missing.end, End::NotStarted(..)));
}

#[test]
fn paths_of_a_worker_are_shown_as_those_of_this_machine() {
    let fake = Fake::start(Behaviour::default());
    let dir = laid("x");
    let run = run_in(dir.path());
    let words = ["sh", "-c", "echo $1:3: error; pwd; echo ${TMPDIR}/x", "sh"];
    let mut command = command(&words);
    command.args.push(run.dir.join("in.txt").into());
    let report = farm(&fake).begin(&command, &run).unwrap().wait().unwrap();
    let (work, slot) = (run.dir.display(), dir.path().display());
    assert_eq!(report.stdout.text(), format!("{work}/in.txt:3: error\n{work}\n{slot}/tmp0/x\n"));
}

#[test]
fn of_long_output_head_and_tail_are_fetched() {
    let fake = Fake::start(Behaviour::default());
    let report = ran(&farm(&fake), &["seq", "100000"], "x").unwrap();
    assert_eq!(
        (report.stdout.head.len(), report.stdout.tail.len(), report.stdout.total),
        (1000, 1000, 588_895)
    );
    assert!(report.stdout.tail.ends_with(b"99999\n100000\n"));
}

#[test]
fn what_one_user_tested_the_next_one_finds() {
    let fake = Fake::start(Behaviour::default());
    let all = |farm: &Farm| ["a", "b", "c"].map(|text| ran(farm, &["grep", "-q", "a"], text).unwrap().end);
    let first = all(&farm(&fake));
    let executed = fake.counts().executions();
    assert_eq!((executed, fake.counts().looked_up.1), (3, 0));
    assert_eq!(all(&farm(&fake)), first);
    assert_eq!((fake.counts().executions(), fake.counts().looked_up.1), (3, 3));
}

#[test]
fn where_nothing_is_known_nothing_is_looked_up_until_something_is_known_after_all() {
    let fake = Fake::start(Behaviour::default());
    let cat = |farm: &Farm, text: &str| ran(farm, &["cat"], text).unwrap().stdout.text();
    cat(&farm(&fake), "known");
    let before = fake.counts();
    let farm = Farm::connect(Options { slots: 2, ..options(&fake) }).unwrap();
    for text in ["a", "b", "c", "d", "known", "known as well"] {
        assert_eq!(cat(&farm, text), text);
    }
    let after = fake.counts();
    // The first three, and the last: that before it was executed, which gave what was known.
    assert_eq!(after.looked_up.0 - before.looked_up.0, 4);
    assert_eq!((after.looked_up.1, after.executions() - before.executions()), (0, 5));
}

#[test]
fn runs_of_the_same_are_tries_of_their_own_and_the_next_user_finds_each() {
    let fake = Fake::start(Behaviour::default());
    let three = |farm: &Farm| [(); 3].map(|()| ran(farm, &["date", "+%N"], "x").unwrap().stdout.text());
    let first = three(&farm(&fake));
    assert!(first[0] != first[1] && first[1] != first[2]);
    assert_eq!(three(&farm(&fake)), first);
    assert_eq!(fake.counts().executions(), 3);
}

#[test]
fn a_large_candidate_is_streamed_where_a_batch_is_too_small_for_it() {
    let fake = Fake::start(Behaviour { batch: 2000, ..Behaviour::default() });
    let text = "0123456789\n".repeat(100_000);
    let report = ran(&farm(&fake), &["wc", "-c"], &text).unwrap();
    assert_eq!(report.stdout.text(), "1100000\n");
}

/// A test that hangs at the farm, until something ends it.
fn stopped(fake: &Fake) -> Report {
    let farm = farm(fake);
    let dir = laid("x");
    let errand = farm.begin(&command(&["sleep", "60"]), &run_in(dir.path())).unwrap();
    let ending: Ending = errand.ending();
    let begun = Instant::now();
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            while fake.counts().executions() == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(50));
            ending();
        });
        errand.wait().unwrap()
    });
    assert!(begun.elapsed() < Duration::from_secs(30));
    report
}

#[test]
fn a_test_that_is_no_longer_wanted_is_cancelled() {
    let fake = Fake::start(Behaviour::default());
    assert_eq!(stopped(&fake).end, End::Stopped);
    // The farm was dropped, which waits for what it has to say.
    assert_eq!((fake.counts().cancelled, fake.counts().refused), (1, 0));
}

#[test]
fn a_server_that_cannot_cancel_is_asked_once() {
    let fake = Fake::start(Behaviour { cancels: false, ..Behaviour::default() });
    assert_eq!(stopped(&fake).end, End::Stopped);
    assert_eq!((fake.counts().cancelled, fake.counts().refused), (0, 1));
}

#[test]
fn priorities_go_to_the_server_as_they_are_given() {
    for (lower_first, first) in [(true, "-5"), (false, "5")] {
        // The first test keeps the only worker busy until the others wait.
        let (order, go) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (told, may) = (Arc::clone(&order), Arc::clone(&go));
        let judge = move |files: &BTreeMap<String, Vec<u8>>| {
            told.lock().unwrap().push(String::from_utf8(files["in.txt"].clone()).unwrap());
            while !may.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(5));
            }
            0
        };
        let run = How::By(Arc::new(judge), Duration::ZERO);
        let fake = Fake::start(Behaviour { slots: 1, run, lower_first, ..Behaviour::default() });
        let wait_for = |begun| {
            while fake.counts().begun < begun || fake.counts().executions() == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
        };
        std::thread::scope(|scope| {
            for (number, priority) in [0, -5, 5].into_iter().enumerate() {
                let farm = Farm::connect(Options { priority, ..options(&fake) }).unwrap();
                scope.spawn(move || ran(&farm, &["true"], &priority.to_string()).unwrap());
                wait_for(number + 1);
            }
            go.store(true, Ordering::SeqCst);
        });
        assert_eq!(order.lock().unwrap()[1], first);
    }
}
