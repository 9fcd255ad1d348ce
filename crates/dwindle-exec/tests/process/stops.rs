//! Ending a run from another thread.

use std::thread;
use std::time::Duration;

use dwindle_exec::process::{Answer, End};

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
    }
}

/// Stops that race with the ends of their runs hit their own run or nothing.
#[test]
fn a_late_stop_never_hits_the_next_run() {
    for mut bench in Bench::both() {
        for number in 0..30 {
            let stopper = bench.supervisor.stopper();
            let helper = thread::spawn(move || {
                thread::sleep(Duration::from_micros(200 * (number % 10)));
                stopper.stop();
            });
            bench.run(&program("/bin/true", &[]));
            helper.join().unwrap();
            assert_eq!(bench.run(&program("/bin/true", &[])).end, End::Exited(0));
        }
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
    }
}
