//! What a test may use.

use std::time::Duration;

use dwindle_exec::process::{End, Limits};

use super::bench::{Bench, sh};

/// Without a keeper limits come a moment late, so there the script waits for them.
fn both() -> [(Bench, &'static str); 2] {
    [(Bench::keeper(), ""), (Bench::direct(), "sleep 0.2; ")]
}

#[test]
fn memory_beyond_the_limit_is_refused() {
    for (mut bench, wait) in both() {
        // `dd` asks for one buffer of that size.
        let mut command = sh(&format!("{wait}dd if=/dev/zero of=/dev/null bs=256M count=1"));
        assert_eq!(bench.run(&command).end, End::Exited(0));
        command.limits.memory = Some(128 << 20);
        let report = bench.run(&command);
        assert_eq!(report.end, End::Exited(1), "{}", report.stderr.text());
    }
}

#[test]
fn a_file_larger_than_the_limit_ends_its_writer() {
    for (mut bench, wait) in both() {
        let mut command = sh(&format!("{wait}head -c 100000 /dev/zero > file"));
        command.limits.file_size = Some(10_000);
        // SIGXFSZ, as the shell tells it.
        assert_eq!(bench.run(&command).end, End::Exited(128 + 25));
        assert_eq!(std::fs::metadata(bench.dir().join("file")).unwrap().len(), 10_000);
    }
}

#[test]
fn processor_time_core_files_and_the_rest_are_set_as_given() {
    for mut bench in Bench::both() {
        let mut command = sh("sleep 0.2; ulimit -c; ulimit -S -t; ulimit -H -t; ulimit -S -v; ulimit -S -f");
        command.limits = Limits {
            cpu: Some(Duration::from_millis(1200)),
            memory: Some(1 << 30),
            file_size: Some(1 << 20),
            is_background: false,
        };
        assert_eq!(bench.run(&command).stdout.text(), "0\n2\n3\n1048576\n2048\n");
    }
}

#[test]
fn what_runs_in_the_background_gives_way_with_all_it_starts() {
    for mut bench in Bench::both() {
        for (is_background, nicer) in [(false, 0), (true, 10)] {
            let mut command = sh("own=$1; sleep 0.2; echo $(($(sh -c nice) - own))");
            command.args.extend(["sh".into(), niceness().to_string().into()]);
            command.limits = Limits { is_background, ..Limits::default() };
            assert_eq!(bench.run(&command).stdout.text(), format!("{nicer}\n"));
        }
    }
}

/// How nice this process is itself.
fn niceness() -> i32 {
    rustix::process::getpriority_process(None).unwrap()
}

#[test]
fn under_a_keeper_no_process_is_too_early_for_its_limits() {
    let mut bench = Bench::keeper();
    let mut command = sh("sh -c 'ulimit -c; ulimit -t; ulimit -v; ulimit -f' & wait");
    command.limits = Limits {
        cpu: Some(Duration::from_secs(5)),
        memory: Some(1 << 30),
        file_size: Some(1 << 20),
        is_background: false,
    };
    for _ in 0..30 {
        assert_eq!(bench.run(&command).stdout.text(), "0\n5\n1048576\n2048\n");
    }
}
