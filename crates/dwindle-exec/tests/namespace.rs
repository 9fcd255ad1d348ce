//! Leftovers are found where the leader of our session is out of sight, as in a container that was entered from
//! without: group and session of ours have no number there. Shown as ignored where no such name space can be made.

#![cfg_attr(not(target_os = "linux"), allow(unused, reason = "there are no name spaces"))]
#![expect(clippy::unwrap_used, reason = "these are tests, their bench included")]
#![expect(clippy::disallowed_methods, reason = "the tests run themselves in a name space of their own")]

#[path = "process/bench.rs"]
#[expect(dead_code, reason = "what only the other tests of processes use")]
mod bench;

use std::path::Path;
use std::process::{Command, ExitCode, Output};
use std::time::Duration;

use dwindle_exec::process::End;
use libtest_mimic::{Arguments, Trial};

use bench::{Bench, alive, sh};

/// Says that this process is the one in the name space.
const INSIDE: &str = "--inside";

fn main() -> ExitCode {
    if std::env::args().any(|word| word == INSIDE) {
        daemon_is_found();
        return ExitCode::SUCCESS;
    }
    let possible = inside(Path::new("true"), &[]).is_ok_and(|output| output.status.success());
    let trial = Trial::test("a_daemon_is_found_in_a_name_space_of_processes", || {
        let output = inside(&std::env::current_exe().unwrap(), &[INSIDE]).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    });
    let trial = trial.with_kind(if possible { "" } else { "no name spaces" }).with_ignored_flag(!possible);
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit_code()
}

fn inside(program: &Path, args: &[&str]) -> std::io::Result<Output> {
    let mut unshare = Command::new("unshare");
    unshare.args(["--map-root-user", "--pid", "--fork", "--mount-proc", "--"]).arg(program).args(args);
    unshare.output()
}

/// A daemon in a session of its own that keeps forking and ignores `SIGTERM` is gone when the report is there.
fn daemon_is_found() {
    let daemon = "setsid sh -c 'trap \"\" TERM HUP; echo $$ >daemon; while :; do sleep 0.02 & done' & \
                  while ! [ -s daemon ]; do sleep 0.01; done; sleep 100";
    let mut bench = Bench::keeper();
    let report = bench.timed(&sh(daemon), Duration::from_millis(500));
    assert_eq!(report.end, End::TimedOut);
    assert!(!alive(bench.pid_in("daemon")));
}
