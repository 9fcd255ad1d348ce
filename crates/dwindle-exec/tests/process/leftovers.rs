//! Nothing a test started outlives its report.

use std::time::Duration;

use dwindle_exec::process::End;

use super::bench::{Bench, alive, eventually, sh};

/// A daemon as in the books: its own session, twice forked, deaf to `SIGTERM`. It writes its number down
/// before the shell that makes it goes on.
const DAEMON: &str = "setsid sh -c 'sh -c \"trap \\\"\\\" TERM HUP; echo \\$\\$ > daemon; \
    while :; do sleep 0.05; done\" &' ; while ! [ -s daemon ]; do sleep 0.01; done; ";

#[test]
fn a_daemon_is_gone_when_the_report_is_there() {
    let mut bench = Bench::keeper();
    let report = bench.sh(&format!("{DAEMON} exit 3"));
    assert!(!alive(bench.pid_in("daemon")));
    assert_eq!(report.end, End::Exited(3));
}

#[test]
fn a_daemon_is_gone_after_a_timeout_too() {
    let mut bench = Bench::keeper();
    let report = bench.timed(&sh(&format!("{DAEMON} sleep 100")), Duration::from_millis(300));
    assert!(!alive(bench.pid_in("daemon")));
    assert_eq!(report.end, End::TimedOut);
}

#[test]
fn a_daemon_is_asked_to_end_with_the_test() {
    let mut bench = Bench::keeper();
    let script = "setsid sh -c 'trap \"echo asked > asked; exit\" TERM; echo > ready; \
        while :; do sleep 0.01; done' & trap '' TERM; while :; do sleep 0.01; done";
    let mut command = sh(script);
    command.grace = Duration::from_millis(200);
    bench.timed(&command, Duration::from_millis(200));
    assert!(bench.dir().join("asked").exists());
}

#[test]
fn what_is_left_in_the_group_is_killed_without_a_keeper_too() {
    for mut bench in Bench::both() {
        let report = bench.sh("sh -c 'trap \"\" TERM; sleep 100' & echo $! > child; exit 0");
        assert_eq!(report.end, End::Exited(0));
        let child = bench.pid_in("child");
        eventually("the child is reaped", || !alive(child));
    }
}

#[test]
fn a_process_that_keeps_forking_is_caught() {
    let mut bench = Bench::keeper();
    // Each generation starts the next and ends.
    bench.file("comet", 0o755, "#!/bin/sh\necho $$ >> trail\n\"$0\" &\n");
    for script in ["./comet & sleep 0.05", "setsid ./comet & sleep 0.05"] {
        let report = bench.sh(script);
        assert_eq!(report.end, End::Exited(0));
        let trail = || std::fs::read_to_string(bench.dir().join("trail")).unwrap();
        let seen = trail();
        assert!(seen.lines().all(|pid| !alive(pid.parse().unwrap())));
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(trail(), seen, "no later generation wrote its number");
    }
}

#[test]
fn a_chain_of_sessions_and_stopped_processes_is_killed() {
    let mut bench = Bench::keeper();
    // A number that no other run of this test looks for.
    let long = format!("1{:09}", std::process::id());
    let script = format!(
        "setsid setsid -f sh -c 'setsid -f sh -c \"setsid -f sleep {long}; kill -STOP \\$\\$\"; \
        echo > deep; sleep {long}' ; while ! [ -e deep ]; do sleep 0.01; done"
    );
    assert_eq!(bench.sh(&script).end, End::Exited(0));
    assert!(!ps(&long), "nothing of it runs");
}

fn ps(argument: &str) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.into_iter().any(|process| {
        std::fs::read(process.path().join("cmdline"))
            .is_ok_and(|line| line.split(|byte| *byte == 0).any(|arg| arg == argument.as_bytes()))
    })
}
