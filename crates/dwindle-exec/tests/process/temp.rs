//! Temporary files: each test has a directory for them, which is empty when it begins.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle_exec::process::{Answer, End, Launcher, Sandbox, TempFiles};
use tempfile::TempDir;

use super::bench::{Bench, example, sh};

/// What a script printed as the path of its directory.
fn said(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8(bytes.to_vec()).unwrap().trim_end())
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn what_a_killed_test_left_is_gone_before_the_next_and_the_path_is_the_same() {
    for mut bench in Bench::both() {
        let leave =
            "echo \"$TMPDIR\"; test -z \"$(ls -A \"$TMPDIR\")\" || exit 9; echo > \"$TMPDIR/cc1.s\"; ";
        let killed = bench.timed(&sh(&format!("{leave} sleep 100")), Duration::from_millis(300));
        assert_eq!(killed.end, End::TimedOut);
        let next = bench.sh(&format!("{leave} rm -r \"$TMPDIR\"; exit 3"));
        assert_eq!(next.end, End::Exited(3), "{}", next.stderr.text());
        assert_eq!(said(&next.stdout.head), said(&killed.stdout.head));
        assert_eq!(bench.sh(&format!("{leave} exit 4")).end, End::Exited(4));
        let dir = said(&next.stdout.head);
        assert!(dir.starts_with(bench.dir()) && dir.exists());
        let Bench { supervisor, scratch } = bench;
        drop(supervisor);
        assert!(!dir.exists(), "it goes with the supervisor");
        drop(scratch);
    }
}

#[test]
fn a_worker_keeps_its_temporary_files_as_long_as_it_lives() {
    for mut bench in Bench::both() {
        let worker = sh("while read -r word; do echo > \"$TMPDIR/$word\"; echo $(ls \"$TMPDIR\"); \
            test $word != last || exit; done");
        let dir = bench.dir().to_owned();
        let mut ask =
            |word: &str| match bench.supervisor.ask(&worker, &dir, word.as_bytes(), None).unwrap().answer {
                Answer::Line(line) => String::from_utf8(line).unwrap(),
                other => panic!("{other:?}"),
            };
        assert_eq!([ask("a"), ask("last")], ["a", "a last"]);
        bench.sh("true");
        let mut ask = |word: &str| bench.supervisor.ask(&worker, &dir, word.as_bytes(), None).unwrap().answer;
        assert_eq!(ask("b"), Answer::Line(b"b".to_vec()));
    }
}

#[test]
fn other_names_are_set_where_they_are_given_and_none_where_the_environment_says() {
    let elsewhere = TempDir::new().unwrap();
    let launcher = |temp| Launcher::Keeper {
        program: example(),
        args: vec!["__keeper".into()],
        temp,
        sandbox: Sandbox::default(),
    };
    let mut command = sh("echo \"$TMPDIR $TMP $TEMP\"");
    command.env.push(("TMP".into(), "/given".into()));
    let mut own = Bench::of(&launcher(TempFiles::In(elsewhere.path().to_owned())));
    let mut other = Bench::of(&launcher(TempFiles::In(elsewhere.path().to_owned())));
    let shown = [&mut own, &mut other].map(|bench| bench.run(&command).stdout.text());
    let at = |name: &str| elsewhere.path().join(name).display().to_string();
    assert_eq!(shown, ["tmp0", "tmp1"].map(|name| format!("{} {} \n", at(name), at(name))));
    drop((own, other));
    assert_eq!(names(elsewhere.path()), [""; 0]);
    let mut given = Bench::of(&launcher(TempFiles::AsGiven));
    assert_eq!(given.run(&command).stdout.text(), " /given \n");
}
