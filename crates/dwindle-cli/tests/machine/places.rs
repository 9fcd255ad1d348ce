//! Inputs where nothing can be written: run data and results go elsewhere, and hints are true.

use std::fs;

use libtest_mimic::Trial;

use crate::env::{Shown, TestEnv};
use crate::needs::{Need, in_namespace, trial};

pub(super) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 4] = [
        ("a_read_only_input_directory_is_no_obstacle", read_only_input),
        ("where_nothing_can_be_written_the_hint_is_true", read_only_everywhere),
        ("without_any_place_for_run_data_the_result_goes_to_standard_output", nowhere),
        ("a_disk_that_is_full_at_the_beginning_does_not_end_the_run", full_at_the_beginning),
    ];
    tests.map(|(name, test)| trial(name, &[Need::Mounts], test)).into()
}

/// `ro/input.txt` on a read-only file system, while `script` runs with `dwindle` for the program.
fn run(env: &TestEnv, script: &str) -> Shown {
    let script = format!(
        "dwindle() {{ \"{}\" \"$@\"; }}\n\
         mount -t tmpfs none ro; cp input.txt test.sh ro; mount -o remount,ro ro\n{script}",
        env!("CARGO_BIN_EXE_dwindle")
    );
    let mut command = in_namespace();
    command.arg(script).current_dir(env.path("")).env("LC_ALL", "C").env_remove("DWINDLE_STATE_DIR");
    command.env("XDG_STATE_HOME", env.path("state"));
    env.shown(&command.output().unwrap())
}

fn with_folders() -> TestEnv {
    let env = TestEnv::with_lines();
    for folder in ["ro", "small", "kept"] {
        fs::create_dir(env.path(folder)).unwrap();
    }
    env
}

fn read_only_input() {
    let env = with_folders();
    let shown =
        run(&env, "dwindle reduce --jobs 1 ./test.sh ro/input.txt; dwindle reduce ./test.sh ro/input.txt");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stderr.contains("tests known from an earlier run"), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
    assert!(!env.path("input.txt.dwindle").exists(), "run data is where the user's programs keep theirs");
    assert_eq!(fs::read_dir(env.path("state/dwindle")).unwrap().count(), 1);
    let shown = run(&env, "dwindle clean ro/input.txt");
    assert!(shown.stdout.starts_with("ro/input.txt: removed 1 run, "), "{shown}");
}

fn read_only_everywhere() {
    let env = with_folders();
    let shown = run(&env, "cd ro; dwindle reduce ./test.sh input.txt");
    assert_eq!(shown.code, 2, "{shown}");
    assert!(
        shown.stderr.contains("hint: choose another place with -o, or write to standard output with -o -")
    );
    let shown = run(&env, "cd ro; dwindle reduce -q -o - ./test.sh input.txt");
    assert_eq!((shown.code, shown.stdout.as_str()), (0, "line 3\nline 11"), "{shown}");
    let shown = run(&env, "cd ro; dwindle reduce -q -o ../out.txt ./test.sh input.txt");
    assert_eq!((shown.code, env.read("out.txt").as_str()), (0, "line 3\nline 11"), "{shown}");
}

fn nowhere() {
    let env = with_folders();
    let without = "unset XDG_STATE_HOME HOME; cd ro";
    let shown = run(&env, &format!("{without}; dwindle reduce -q -o - ./test.sh input.txt"));
    assert_eq!((shown.code, shown.stdout.as_str()), (0, "line 3\nline 11"), "{shown}");
    let shown = run(&env, &format!("{without}; dwindle reduce -o - --state-dir . ./test.sh input.txt"));
    assert_eq!(shown.code, 2, "{shown}");
    assert!(shown.stderr.contains("hint: choose a directory for run data"), "{shown}");
}

fn full_at_the_beginning() {
    let env = with_folders();
    env.lines("input.txt", 400);
    let shown = run(
        &env,
        "mount -t tmpfs -o size=64k none small; cp input.txt small\n\
         cat /dev/zero >small/fill 2>/dev/null || true\n\
         printf '#!/bin/sh\\n[ $(wc -l <input.txt) -ge 400 ] || rm -f %s/fill\\n\
                 grep -qx \"line 3\" input.txt' \"$PWD/small\" >freeing.sh; chmod +x freeing.sh\n\
         dwindle reduce --sandbox off --jobs 1 ./freeing.sh small/input.txt && code=0 || code=$?\n\
         cp -r small/. kept; exit $code",
    );
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!(env.read("kept/input.min.txt"), "line 3");
    let runs = fs::read_dir(env.path("kept/input.txt.dwindle")).unwrap();
    let journals: Vec<_> =
        runs.filter_map(|run| fs::read_to_string(run.unwrap().path().join("journal.jsonl")).ok()).collect();
    assert!(journals.len() == 1 && journals[0].starts_with(r#"{"type":"header""#), "{journals:?}");
}
