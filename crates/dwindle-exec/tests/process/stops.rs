//! Ending a run from another thread.

use std::thread;
use std::time::Duration;

use dwindle_exec::process::{Answer, End, Report};

use super::bench::{Bench, program, run, sh};

#[test]
fn a_run_is_stopped_from_another_thread() {
    for mut bench in Bench::both() {
        let stopper = bench.supervisor.stopper();
        let started = bench.dir().join("started");
        let helper = thread::spawn(move || {
            super::bench::eventually("the test starts", || started.exists());
            stopper.stop();
            stopper.stop();
        });
        let report = bench.sh("echo said; echo > started; sleep 100");
        helper.join().unwrap();
        assert_eq!((report.end, report.stdout.text().as_str()), (End::Stopped, "said\n"));
        assert!(report.duration < Duration::from_secs(10));
        assert_eq!(bench.sh("exit 0").end, End::Exited(0));
    }
}

#[test]
fn a_stop_when_nothing_runs_has_no_effect() {
    for mut bench in Bench::both() {
        let stopper = bench.supervisor.stopper();
        for code in 0..20 {
            stopper.stop();
            assert_eq!(bench.sh(&format!("exit {code}")).end, End::Exited(code));
        }
        stopper.stop_run(1);
        stopper.stop_run(20);
        assert_eq!(bench.sh("exit 0").end, End::Exited(0));
    }
}

#[test]
fn a_stop_by_number_waits_for_its_run() {
    for mut bench in Bench::both() {
        let stopper = bench.supervisor.stopper();
        assert_eq!(bench.supervisor.next_run(), 1);
        stopper.stop_run(2);
        stopper.stop_run(2);
        let ends: Vec<Report> = (0..3).map(|_| bench.sh("exit 0")).collect();
        let ends: Vec<End> = ends.into_iter().map(|report| report.end).collect();
        assert_eq!(ends, [End::Exited(0), End::Stopped, End::Exited(0)]);
        assert_eq!(bench.supervisor.next_run(), 4);
    }
}

/// Stops that race with the ends of their runs hit their own run or nothing.
#[test]
fn a_late_stop_never_hits_the_next_run() {
    for mut bench in Bench::both() {
        let stopper = bench.supervisor.stopper();
        thread::scope(|scope| {
            for number in 1..=60 {
                assert_eq!(bench.supervisor.next_run(), number);
                if number % 2 == 1 {
                    let stopper = stopper.clone();
                    scope.spawn(move || {
                        thread::sleep(Duration::from_micros(100 * (number % 20)));
                        stopper.stop_run(number);
                    });
                    bench.run(&program("/bin/true", &[]));
                } else {
                    assert_eq!(bench.run(&program("/bin/true", &[])).end, End::Exited(0));
                }
            }
        });
    }
}

#[test]
fn a_stop_during_the_end_of_a_worker_reaches_the_run_behind_it() {
    for mut bench in Bench::both() {
        let mut worker = sh("trap '' TERM; while read line; do echo $line; done; sleep 100");
        worker.grace = Duration::from_millis(200);
        let reply = bench.supervisor.ask(&worker, bench.scratch.path(), b"one", None).unwrap();
        assert_eq!(reply.answer, Answer::Line(b"one".to_vec()));
        let stopper = bench.supervisor.stopper();
        let helper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            stopper.stop();
        });
        let end = bench.supervisor.run(&sh("sleep 100"), &run(bench.scratch.path())).unwrap().end;
        helper.join().unwrap();
        assert_eq!(end, End::Stopped);
    }
}

#[test]
fn a_stopper_outlives_its_supervisor() {
    for bench in Bench::both() {
        let stopper = bench.supervisor.stopper();
        drop(bench);
        stopper.stop();
        stopper.stop_run(1);
    }
}
