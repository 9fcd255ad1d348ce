//! Where no namespaces can be made, tests have what of the sandbox there can be, and one line says what that is not.

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, command, trial};

/// Namespaces can be made, and forbidden in those.
const FORBIDS: &str = "echo 0 >/proc/sys/user/max_user_namespaces";

pub(super) fn trials() -> Vec<Trial> {
    let can_forbid = format!("unshare --map-root-user sh -ec '{FORBIDS}'");
    let name = "what_a_sandbox_cannot_do_is_said_once_and_the_rest_is_done";
    vec![trial(name, &[Need::Holds("no name spaces", &can_forbid)], said_once)]
}

fn said_once() {
    let env = TestEnv::with_lines();
    let outside = env.path("outside").display().to_string();
    env.script("test.sh", "grep -qx 'line 3' input.txt");
    env.script("writes.sh", &format!("touch {outside}; grep -qx 'line 3' input.txt"));
    let reduce = |options: &str| {
        let script = format!(
            "{FORBIDS}; exec \"{}\" reduce --unit lines {options} input.txt",
            env!("CARGO_BIN_EXE_dwindle")
        );
        let mut run = command("unshare");
        run.args(["--map-root-user", "sh", "-ec", &script]).current_dir(env.path("")).env("LC_ALL", "C");
        let output = run.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();

        assert_eq!(output.status.code(), Some(0), "{said}");
        said.matches("warning: the sandbox has gaps: ").count()
    };
    // By default by the first run only; always where a sandbox is asked for.
    assert_eq!([reduce("./test.sh"), reduce("--jobs 1 ./test.sh")], [1, 0]);
    assert_eq!([reduce("--sandbox full ./writes.sh"), reduce("--sandbox full ./writes.sh")], [1, 1]);
    assert!(!env.path("outside").exists(), "what can be done without namespaces is done");
}
