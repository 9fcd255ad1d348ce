//! Signals that end a program as shells, make, timeout and Python report them: with process ids that differ from run to
//! run, and are no part of the failure.

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

pub(super) fn trials() -> Vec<Trial> {
    vec![
        trial(
            "every_signal_under_bash_is_one_failure",
            &[Need::Program("bash")],
            every_signal_under_bash_is_one_failure,
        ),
        trial(
            "every_signal_under_dash_is_one_failure",
            &[Need::Holds("no dash", "command -v dash")],
            every_signal_under_dash_is_one_failure,
        ),
        trial(
            "every_signal_of_a_long_command_under_bash_is_one_failure",
            &[Need::Program("bash"), Need::Program("timeout")],
            every_signal_of_a_long_command_under_bash_is_one_failure,
        ),
        trial(
            "every_signal_under_make_is_one_failure",
            &[Need::Program("make")],
            every_signal_under_make_is_one_failure,
        ),
        trial(
            "every_signal_under_timeout_is_one_failure",
            &[Need::Program("timeout")],
            every_signal_under_timeout_is_one_failure,
        ),
        trial(
            "every_signal_under_pythons_subprocess_is_one_failure",
            &[Need::Program("python3")],
            every_signal_under_pythons_subprocess_is_one_failure,
        ),
        trial(
            "triage_groups_what_bash_reports_with_a_process_id",
            &[Need::Program("bash"), Need::Program("timeout")],
            triage_groups_what_bash_reports_with_a_process_id,
        ),
    ]
}

/// The signals by which programs end.
const SIGNALS: [&str; 8] = ["ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "SEGV", "TERM"];

/// A program that a signal ends if a line of its input says so.
const FAULTY: &str = "grep -q crash \"$1\" && kill -$2 $$; exit 0";

/// `input.txt`, of which one line makes `faulty` crash.
fn faulty() -> TestEnv {
    let env = TestEnv::new();
    env.script("faulty", FAULTY).file("input.txt", "one\ntwo\ncrash\nfour\nfive\n");
    env
}

/// Reduces `input.txt` with a command for each signal; none is called unreliable, and each result fails alike.
fn reduces(program: &str, command: impl Fn(&TestEnv, &str) -> Vec<String>) {
    for (nth, signal) in SIGNALS.into_iter().enumerate() {
        let env = faulty();
        let jobs = if nth % 2 == 0 { "1" } else { "2" };
        let words = ["reduce", "--unit", "lines", "--jobs", jobs, "input.txt", "--"];
        let words = words.map(str::to_owned).into_iter().chain(command(&env, signal));
        let shown = env.run_words(words);
        assert_eq!(shown.code, 0, "{program} {signal}\n{shown}");
        assert_eq!(env.read("input.min.txt"), "crash\n", "{program} {signal}\n{shown}");
    }
}

/// A command that runs the program under a shell, which reports the signal, and passes it on.
fn under(shell: &str) -> impl Fn(&TestEnv, &str) -> Vec<String> {
    move |env, signal| {
        let program = env.path("faulty");
        env.file("run.sh", format!("true\n{} \"$1\" {signal}\nexit $?\n", program.display()));
        [shell, env.path("run.sh").to_str().unwrap(), "{}"].map(str::to_owned).to_vec()
    }
}

fn every_signal_under_bash_is_one_failure() {
    reduces("bash", under("bash"));
}

fn every_signal_under_dash_is_one_failure() {
    reduces("dash", under("dash"));
}

fn every_signal_of_a_long_command_under_bash_is_one_failure() {
    // Nothing stands between the words and the command: "Floating point exceptiontimeout 10 …".
    reduces("bash", |env, signal| {
        let program = env.path("faulty");
        let line = format!("timeout 10 bash -c '{} \"$0\" {signal}; exit $?' \"$1\"", program.display());
        env.file("run.sh", format!("{line}\nexit $?\n"));
        ["bash", env.path("run.sh").to_str().unwrap(), "{}"].map(str::to_owned).to_vec()
    });
}

fn every_signal_under_make_is_one_failure() {
    reduces("make", |env, signal| {
        let program = env.path("faulty");
        env.file("Makefile", format!("all:\n\t{} $(INPUT) {signal}\n", program.display()));
        ["make", "-f", env.path("Makefile").to_str().unwrap(), "INPUT={}"].map(str::to_owned).to_vec()
    });
}

fn every_signal_under_timeout_is_one_failure() {
    reduces("timeout", |env, signal| {
        ["timeout", "10", env.path("faulty").to_str().unwrap(), "{}", signal].map(str::to_owned).to_vec()
    });
}

fn every_signal_under_pythons_subprocess_is_one_failure() {
    reduces("python3", |env, signal| {
        let program = env.path("faulty");
        let call = format!("[{:?}, sys.argv[1], {signal:?}]", program.display().to_string());
        env.file("run.py", format!("import subprocess, sys\nsubprocess.run({call}, check=True)\n"));
        ["python3", env.path("run.py").to_str().unwrap(), "{}"].map(str::to_owned).to_vec()
    });
}

fn triage_groups_what_bash_reports_with_a_process_id() {
    let env = faulty();
    for n in 0..6 {
        env.file(format!("in/{n}"), format!("{}crash {n}\n", "x\n".repeat(n)));
    }
    let program = env.path("faulty");
    env.file("run.sh", format!("timeout 10 {} \"$1\" KILL\nexit $?\n", program.display()));
    let shown = env.run_words([
        "triage",
        "in",
        "--jobs",
        "2",
        "--",
        "bash",
        env.path("run.sh").to_str().unwrap(),
        "{}",
    ]);
    assert!(shown.stderr.starts_with("6 inputs: 6 fail, with 1 distinct failure; "), "{shown}");
}
