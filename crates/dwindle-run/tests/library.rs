//! The programs of a library's user: they compile from the documents alone, and a run that is killed goes on.

#![expect(
    clippy::disallowed_methods,
    reason = "programs of a library's user are run as such, on files of theirs"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use dwindle_run::Run;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An example of this package, which is built with its tests.
fn example(name: &str) -> Command {
    let own = std::env::current_exe().expect("it is a program");
    let build = own.parent().and_then(Path::parent).expect("it lies in target/PROFILE/deps");
    let path = build.join("examples").join(name);
    assert!(path.is_file(), "{} is built by `cargo test -p dwindle-run`", path.display());
    Command::new(path)
}

#[test]
fn the_document_shows_the_examples_as_they_are() {
    let document = fs::read_to_string(root().join("docs/library.md")).unwrap();
    for name in ["reduce_command", "own_language"] {
        let program =
            fs::read_to_string(root().join(format!("crates/dwindle-run/examples/{name}.rs"))).unwrap();
        let begins = program.find("\nuse ").expect("it uses the library") + 1;
        assert!(
            document.contains(&format!("```rust,no_run\n{}```", &program[begins..])),
            "docs/library.md lacks {name}.rs"
        );
    }
}

#[test]
fn a_run_that_was_killed_goes_on_and_repeats_no_test() {
    let dir = tempfile::tempdir().unwrap();
    let (input, log) = (dir.path().join("list.txt"), dir.path().join("tests.log"));
    fs::write(&input, (0..60).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\n")).unwrap();
    let test = format!(
        "sleep 0.02; cksum <{{}} >>{}; grep -q 'line 7$' {{}} && grep -q 'line 41$' {{}} && {{ echo 'error: both' >&2; exit 1; }}; exit 0",
        log.display()
    );
    let program = || {
        let mut program = example("reduce_command");
        program.args([input.to_str().unwrap(), "/bin/sh", "-c", &test]);
        program.stdout(Stdio::piped());
        program
    };
    let mut killed = program().spawn().unwrap();
    while fs::read_to_string(&log).map_or(0, |log| log.lines().count()) < 40 {
        assert!(killed.try_wait().unwrap().is_none(), "it ended before it was killed");
        sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = fs::read_to_string(&log).unwrap().lines().count();

    let went_on = program().output().unwrap();
    let said = String::from_utf8_lossy(&went_on.stdout).into_owned();
    assert!(went_on.status.success(), "{said}");
    assert!(said.contains("the failure: exit code 1, stderr: error: both\n"), "{said}");
    assert_eq!(fs::read(dir.path().join("list.min.txt")).unwrap(), b"line 7\nline 41");

    // Twice were tested only the whole input, nothing of it, the best that the killed run left, three spot checks, three
    // of what did not fail since a test last did, and what was running when it was killed.
    let tests = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = tests.lines().collect();
    let (first, second) = lines.split_at(before);
    let first: BTreeSet<&str> = first.iter().copied().collect();
    let again: BTreeSet<&str> = second.iter().copied().filter(|test| first.contains(test)).collect();
    assert!(again.len() <= 11, "{} of {} tests were repeated", again.len(), first.len());
}

#[test]
fn a_language_and_a_pass_of_ones_own_reduce_an_input() {
    let dir = tempfile::tempdir().unwrap();
    let done = example("own_language").arg(dir.path()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8_lossy(&done.stdout), "repeat 1 {turn; };\n");
}

#[test]
fn errors_say_what_to_do() {
    let no_input = Run::new(["true"]).start().unwrap_err();
    assert_eq!(no_input.to_string(), "no input\n  hint: name the file to reduce: Run::input(path)");
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("a.txt");
    fs::write(&input, "a\n").unwrap();
    let passes = Run::new(["/bin/true", "{}"]).input(&input).start().unwrap_err().to_string();
    assert!(passes.starts_with("the input does not fail: "), "{passes}");
    let not_of_it =
        Run::new(["/bin/false", "{}"]).input(&input).grammar("g.ebnf", "a = \"b\" ;").unwrap().start();
    let not_of_it = not_of_it.unwrap_err().to_string();
    assert!(not_of_it.contains("does not match the grammar"), "{not_of_it}");
}
