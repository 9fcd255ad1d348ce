//! What goes wrong with a farm, and that nothing wrong comes of it.

use std::time::Duration;

use dwindle_exec::process::{Elsewhere, End, Run};
use dwindle_remote::fake::{Behaviour, Counts, Fake, Faults};
use dwindle_remote::{Farm, Options};

use super::{command, farm, laid, options, ran, run_in};

/// Tests on six candidates, two of which contain an `a`, at a farm with such faults.
fn six(faults: Faults) -> Counts {
    let fake = Fake::start(Behaviour { faults, ..Behaviour::default() });
    let farm = farm(&fake);
    for (number, text) in ["a", "b", "c", "ba", "d", "e"].into_iter().enumerate() {
        let report = ran(&farm, &["sh", "-c", "grep a || exit 1"], text).unwrap();
        let is_found = number == 0 || number == 3;
        assert_eq!(report.end, End::Exited(i32::from(!is_found)), "{text} under {faults:?}");
        assert_eq!(report.stdout.text(), if is_found { format!("{text}\n") } else { String::new() });
    }
    fake.counts()
}

#[test]
fn a_broken_stream_is_taken_up_without_another_execution() {
    assert_eq!(six(Faults { broken_stream: 2, ..Faults::default() }).executions(), 6);
    let faults = Faults { broken_stream: 1, ..Faults::default() };
    let fake = Fake::start(Behaviour { faults, ..Behaviour::default() });
    let report = ran(&farm(&fake), &["sh", "-c", "sleep 0.5; cat"], "long").unwrap();
    assert_eq!((report.stdout.text().as_str(), fake.counts().executions()), ("long", 1));
    assert_eq!(fake.counts().waited, 1);
}

#[test]
fn blobs_that_went_missing_are_uploaded_again() {
    let counts = six(Faults { missing_blobs: 3, ..Faults::default() });
    assert!(counts.executions() > 6);
}

#[test]
fn a_test_of_a_lost_worker_is_run_by_another() {
    assert_eq!(six(Faults { lost_worker: 2, ..Faults::default() }).executions(), 11);
}

#[test]
fn a_test_of_a_worker_that_is_silent_is_run_by_another_when_its_time_is_over() {
    for cancels in [true, false] {
        let faults = Faults { silent_worker: 2, ..Faults::default() };
        let fake = Fake::start(Behaviour { faults, cancels, ..Behaviour::default() });
        let farm = Farm::connect(Options { backstop: Duration::from_millis(200), ..options(&fake) }).unwrap();
        let dir = laid("hello\n");
        let run = Run { timeout: Some(Duration::from_millis(500)), ..run_in(dir.path()) };
        for _ in 0..2 {
            let report = farm.begin(&command(&["cat"]), &run).unwrap().wait().unwrap();
            assert_eq!((report.end, report.stdout.text()), (End::Exited(0), "hello\n".into()));
        }
        let Counts { begun, cancelled, refused, .. } = fake.counts();
        assert_eq!((begun, cancelled, refused), (3, usize::from(cancels), usize::from(!cancels)));
    }
}

#[test]
fn what_a_lying_worker_says_does_not_count() {
    assert_eq!(six(Faults { lying_worker: 2, ..Faults::default() }).executions(), 11);
    assert_eq!(six(Faults { lying_worker: 3, ..Faults::default() }).executions(), 8);
}

#[test]
fn a_slow_worker_takes_time_and_nothing_else() {
    assert_eq!(six(Faults { slow_worker: 6, ..Faults::default() }).executions(), 6);
}

#[test]
fn a_test_survives_the_death_of_its_server() {
    let mut fake = Fake::start(Behaviour::default());
    let farm = Farm::connect(Options { patience: Duration::from_secs(20), ..options(&fake) }).unwrap();
    let dir = laid("hello\n");
    let errand = farm.begin(&command(&["sh", "-c", "sleep 0.3; cat"]), &run_in(dir.path())).unwrap();
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            while fake.counts().executions() == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
            fake.stop();
            std::thread::sleep(Duration::from_millis(200));
            fake.start_again();
        });
        errand.wait().unwrap()
    });
    assert_eq!((report.end, report.stdout.text()), (End::Exited(0), "hello\n".into()));
    assert_eq!(fake.counts().executions(), 2);
}

#[test]
fn a_server_that_stays_away_is_given_up_with_what_to_do() {
    let mut fake = Fake::start(Behaviour::default());
    let farm = farm(&fake);
    fake.stop();
    let error = ran(&farm, &["true"], "x").unwrap_err().to_string();
    assert!(error.starts_with("the farm could not run a test, "), "{error}");
}
