//! How a test ends, and what it is given.

use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use dwindle_exec::process::{End, NotStarted, Run};

use super::bench::{Bench, program, run, sh};

#[test]
fn exit_codes_and_signals_are_told_as_they_are() {
    for mut bench in Bench::both() {
        for code in [0, 1, 127, 255] {
            assert_eq!(bench.sh(&format!("exit {code}")).end, End::Exited(code));
        }
        for signal in [6, 9, 11, 15] {
            assert_eq!(bench.sh(&format!("kill -{signal} $$")).end, End::Signalled(signal));
        }
    }
}

#[test]
fn a_program_that_cannot_be_started_says_why() {
    for mut bench in Bench::both() {
        let no_format = bench.file("no_format", 0o755, "exit 0\n");
        let no_interpreter = bench.file("no_interpreter", 0o755, "#!/no/such\n");
        let not_executable = bench.file("not_executable", 0o644, "#!/bin/sh\n");
        let cases = [
            ("/no/such/program", NotStarted::NotFound),
            ("no-such-program", NotStarted::NotFound),
            ("./not_there", NotStarted::NotFound),
            ("", NotStarted::NotFound),
            (no_interpreter.to_str().unwrap(), NotStarted::NotFound),
            (not_executable.to_str().unwrap(), NotStarted::PermissionDenied),
            ("/", NotStarted::PermissionDenied),
            (no_format.to_str().unwrap(), NotStarted::BadFormat),
        ];
        for (name, expected) in cases {
            let End::NotStarted(kind, why) = bench.run(&program(name, &[])).end else {
                panic!("{name:?} started")
            };
            assert_eq!(kind, expected, "{name:?}");
            assert!(why.starts_with(name), "{why}");
        }
        assert_eq!(bench.sh("exit 0").end, End::Exited(0), "the slot goes on");
    }
}

#[test]
fn trouble_around_the_program_is_an_error_and_the_slot_goes_on() {
    for mut bench in Bench::both() {
        let gone = bench.dir().join("gone");
        let error = bench.supervisor.run(&sh("exit 0"), &run(&gone)).unwrap_err();
        assert!(error.to_string().contains("gone"), "{error}");
        let nul = program("/bin/echo", &["a\0b"]);
        assert!(bench.supervisor.run(&nul, &run(gone.parent().unwrap())).is_err());
        assert_eq!(bench.sh("exit 4").end, End::Exited(4));
    }
}

#[test]
fn a_test_that_ignores_sigterm_is_killed_after_the_grace() {
    for mut bench in Bench::both() {
        let script = "trap '' TERM; while :; do sleep 0.02; done";
        let report = bench.timed(&sh(script), Duration::from_millis(100));
        assert_eq!(report.end, End::TimedOut);
        assert!(report.duration >= Duration::from_millis(150), "{:?}", report.duration);
        assert!(report.duration < Duration::from_secs(5), "{:?}", report.duration);
    }
}

#[test]
fn a_test_that_is_ended_may_clean_up_first() {
    for mut bench in Bench::both() {
        let mut command = sh("trap 'echo cleaned; exit 0' TERM; echo ready; while :; do sleep 0.01; done");
        command.grace = Duration::from_secs(20);
        let report = bench.timed(&command, Duration::from_millis(200));
        assert_eq!((report.end, report.stdout.text().as_str()), (End::TimedOut, "ready\ncleaned\n"));
        assert!(report.duration < Duration::from_secs(10), "{:?}", report.duration);
    }
}

#[test]
fn without_grace_a_test_is_killed_at_once() {
    for mut bench in Bench::both() {
        let mut command = sh("trap 'echo asked' TERM; while :; do :; done");
        command.grace = Duration::ZERO;
        let report = bench.timed(&command, Duration::from_millis(50));
        assert_eq!((report.end, report.stdout.total), (End::TimedOut, 0));
    }
}

#[test]
fn environment_arguments_and_directory_are_exactly_as_given() {
    for mut bench in Bench::both() {
        let odd = std::ffi::OsString::from_vec(vec![b'a', 0xff, b'=', b'\n', b' ']);
        let mut command = program("/usr/bin/env", &[]);
        command.env = vec![("B".into(), odd.clone()), ("A".into(), String::new().into())];
        let printed = bench.run(&command).stdout.bytes();
        let own = format!("TMPDIR={}\n", bench.dir().join("tmp0").display());
        assert_eq!(printed, [b"A=\nB=a\xff=\n \n", own.as_bytes()].concat());

        let mut command = program("/bin/sh", &["-c", r#"printf '%s|' "$0" "$@"; pwd"#, ""]);
        command.args.push(odd.clone());
        let dir = bench.dir().join(&odd);
        std::fs::create_dir(&dir).unwrap();
        let report = bench.supervisor.run(&command, &Run { dir: dir.clone(), ..run(bench.dir()) }).unwrap();
        let pwd = dir.canonicalize().unwrap().into_os_string().into_vec();
        assert_eq!(report.stdout.bytes(), [b"|a\xff=\n |", &pwd[..], b"\n"].concat());
    }
}

#[test]
fn a_bare_name_is_looked_up_in_the_given_path() {
    for mut bench in Bench::both() {
        let mut command = program("tool", &[]);
        command.env = vec![("PATH".into(), [".:relative:", bench.dir().to_str().unwrap()].concat().into())];
        let end = bench.run(&command).end;
        assert!(matches!(end, End::NotStarted(NotStarted::NotFound, _)), "{end}");
        bench.file("tool", 0o755, "#!/bin/sh\nexit 7\n");
        assert_eq!(bench.run(&command).end, End::Exited(7), "it is looked for again while it is not found");
    }
}

#[test]
fn a_relative_program_is_taken_from_the_directory_of_the_run() {
    for mut bench in Bench::both() {
        bench.file("tool", 0o755, "#!/bin/sh\nexit 8\n");
        assert_eq!(bench.run(&program("./tool", &[])).end, End::Exited(8));
    }
}
