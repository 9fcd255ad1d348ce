//! What a test reads and prints.

use std::fs;

use dwindle_exec::process::{Answer, Captured, End, Run, Stdin};

use super::bench::{Bench, program, run, sh};

#[test]
fn both_streams_are_captured_apart() {
    for mut bench in Bench::both() {
        let report = bench.sh("echo out; echo err >&2; exit 1");
        assert_eq!((report.stdout.text().as_str(), report.stderr.text().as_str()), ("out\n", "err\n"));
    }
}

#[test]
fn of_a_long_stream_head_and_tail_are_kept() {
    for mut bench in Bench::both() {
        let Captured { head, tail, total } = bench.sh("seq 1 100000").stdout;
        assert_eq!(total, 588_895);
        assert!(head.len() == 1024 && head.starts_with(b"1\n2\n3\n"));
        assert!(tail.len() == 1024 && tail.ends_with(b"\n99999\n100000\n"));
    }
}

#[test]
fn a_gibibyte_of_output_costs_little_memory() {
    let mut bench = Bench::keeper();
    let report = bench.run(&program("head", &["-c", "1073741824", "/dev/zero"]));
    assert_eq!((report.end, report.stdout.total), (End::Exited(0), 1 << 30));
    let keeper = bench.supervisor.keeper_id().unwrap();
    let status = fs::read_to_string(format!("/proc/{keeper}/status")).unwrap();
    let peak: u64 = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok())
        .unwrap();
    assert!(peak < 16 << 10, "the keeper's peak is {peak} KiB");
}

#[test]
fn a_command_of_megabytes_and_an_output_of_megabytes_pass() {
    for mut bench in Bench::both() {
        let mut command = program("/bin/sh", &["-c", "cat \"$0\"; echo done >&2", "big"]);
        let long = "x".repeat(100_000);
        command.args.extend((0..12).map(|_| long.as_str().into()));
        command.output_cap = 4 << 20;
        let big = "0123456789abcde\n".repeat(1 << 18);
        bench.file("big", 0o644, &big);
        let report = bench.run(&command);
        assert_eq!(report.stderr.text(), "done\n");
        assert!(report.stdout.bytes() == big.as_bytes());
    }
}

#[test]
fn a_test_that_closes_its_streams_early_is_no_trouble() {
    for mut bench in Bench::both() {
        let report = bench.sh("echo first; exec <&- >&- 2>&-; sleep 0.05; exit 5");
        assert_eq!((report.end, report.stdout.text().as_str()), (End::Exited(5), "first\n"));
    }
}

#[test]
fn standard_input_is_empty_or_the_file_read_or_not() {
    for mut bench in Bench::both() {
        assert_eq!(bench.sh("wc -c").stdout.text().trim(), "0");
        let file = bench.file("input", 0o644, &"line\n".repeat(100_000));
        let from_file = Run { stdin: Stdin::File(file), ..run(bench.dir()) };
        for (script, printed) in [("wc -l", "100000"), ("head -n 1", "line"), ("echo unread", "unread")] {
            let report = bench.supervisor.run(&sh(script), &from_file).unwrap();
            assert_eq!((report.end, report.stdout.text().trim()), (End::Exited(0), printed));
        }
    }
}

#[test]
fn standard_input_that_cannot_be_read_is_an_error() {
    for mut bench in Bench::both() {
        let from = |name: &str| Run { stdin: Stdin::File(bench.dir().join(name)), ..run(bench.dir()) };
        let (missing, fifo) = (from("missing"), from("fifo"));
        assert_eq!(bench.sh("mkfifo fifo").end, End::Exited(0));
        let told = |bench: &mut Bench, run| bench.supervisor.run(&sh("cat"), run).unwrap_err().to_string();
        assert!(told(&mut bench, &missing).contains("missing"));
        assert!(told(&mut bench, &fifo).contains("fifo"), "a named pipe would wait for a writer");
        assert_eq!(bench.sh("exit 0").end, End::Exited(0));
    }
}

#[test]
fn a_test_gets_no_descriptor_of_ours() {
    let list = program("/bin/ls", &["/proc/self/fd"]);
    // What we were given ourselves, by whoever runs the tests, is passed on: it is not ours to close.
    #[expect(clippy::disallowed_methods, reason = "what is compared with")]
    let plain = std::process::Command::new(&list.program).args(&list.args).output().unwrap();
    let expected = String::from_utf8(plain.stdout).unwrap();
    let mut benches = [Bench::keeper(), Bench::keeper(), Bench::direct()];
    for bench in &mut benches {
        assert_eq!(bench.run(&list).stdout.text(), expected);
        let reply =
            bench.supervisor.ask(&program("/bin/cat", &[]), bench.scratch.path(), b"x", None).unwrap();
        assert_eq!(reply.answer, Answer::Line(b"x".to_vec()));
        assert_eq!(bench.run(&list).stdout.text(), expected);
    }
}

#[test]
fn a_daemon_that_holds_the_pipe_open_is_not_waited_for() {
    for mut bench in Bench::both() {
        let report = bench.sh("setsid sleep 5 & echo started");
        assert_eq!((report.end, report.stdout.text().as_str()), (End::Exited(0), "started\n"));
    }
}
