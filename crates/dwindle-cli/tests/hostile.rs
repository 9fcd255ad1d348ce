//! Test programs that misbehave: none of them harms a run, and nothing of them is left.

#![expect(clippy::unwrap_used, reason = "a test that cannot be laid out is a failed test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

#[expect(clippy::disallowed_methods, reason = "tests run programs")]
fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    Command::new(program)
}

#[expect(clippy::disallowed_methods, reason = "tests lay out files")]
fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

/// Reduces twelve lines by `script`, which does what it does and then looks for two of them.
#[track_caller]
fn check(script: &str, options: &[&str]) -> Output {
    let dir = tempfile::tempdir().unwrap();
    let input: Vec<String> = (1..=12).map(|line| format!("line {line}\n")).collect();
    write(&dir.path().join("input.txt"), &input.concat());
    let test = dir.path().join("test.sh");
    write(
        &test,
        &format!(
            "#!/bin/sh\ncp input.txt seen 2>/dev/null\n{script}\ngrep -qx 'line 3' seen && grep -qx 'line 11' seen\n"
        ),
    );
    fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).unwrap();
    let mark = format!("DWINDLE_HOSTILE_MARK={}", dir.path().display());
    let (name, value) = mark.split_once('=').unwrap();
    let output = command(env!("CARGO_BIN_EXE_dwindle"))
        .args(["reduce", "--unit", "lines", "--jobs", "2"])
        .args(options)
        .args(["./test.sh", "input.txt"])
        .current_dir(dir.path())
        .env(name, value)
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {shown}", output.status);
    let result = fs::read_to_string(dir.path().join("input.min.txt")).unwrap();
    assert_eq!(result, "line 3\nline 11\n", "{shown}");
    assert_eq!(alive(&mark), Vec::<String>::new());
    output
}

/// The processes with this variable in their environment.
fn alive(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let ours = processes.filter(|process| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
    });
    ours.map(|process| fs::read_to_string(process.path().join("cmdline")).unwrap_or_default()).collect()
}

#[test]
fn a_daemon_that_ignores_sigterm_is_gone_with_its_test() {
    check("(setsid sh -c 'trap \"\" TERM HUP; sleep 500; sleep 500' >/dev/null 2>&1 &)", &[]);
}

#[test]
fn a_gigabyte_of_output_is_drained() {
    // The whole input writes it, candidates a tenth.
    check("[ $(grep -c '' seen) = 12 ] && size=1073741824 || size=107374182; head -c $size /dev/zero", &[]);
}

#[test]
fn closing_standard_input_and_output_changes_nothing() {
    check("exec <&- >&- 2>&-", &[]);
}

#[test]
fn standard_input_that_is_never_read_blocks_nobody() {
    check("true", &["--stdin"]);
}

#[test]
fn deleting_the_input_changes_nothing() {
    check("rm -f input.txt", &[]);
}

#[test]
fn what_a_test_writes_into_its_directory_is_gone_before_the_next() {
    check(
        "test -e left-behind && exit 99; mkdir -p left-behind/a; chmod 0 left-behind/a; ln -s / left-behind/b; echo x >other",
        &[],
    );
}

#[test]
fn sleeping_for_ever_is_a_timeout() {
    check("grep -qx 'line 7' seen || { grep -qx 'line 8' seen && sleep 1000; }", &["--timeout", "150ms"]);
}

#[test]
fn replacing_the_input_by_a_directory_changes_nothing() {
    check("rm -f input.txt; mkdir input.txt; touch input.txt/x", &[]);
}

#[test]
fn a_fork_bomb_of_children_that_leave_the_group_is_gone() {
    check("for i in 1 2 3 4 5 6 7 8; do (setsid sleep 400 >/dev/null 2>&1 &); done", &[]);
}
