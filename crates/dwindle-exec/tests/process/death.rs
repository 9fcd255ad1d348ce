//! Deaths: of the main process, of a keeper, of a supervisor.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use dwindle_exec::process::{End, Launcher, Sandbox, TempFiles};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::bench::{Bench, alive, eventually, example, read_pid, sh, within};

/// A main process of its own, with so many slots, each at this script.
#[expect(clippy::disallowed_methods, reason = "the test needs a main process to kill")]
fn main_process(slots: usize, scratch: &Path, script: &str) -> Child {
    std::process::Command::new(example())
        .arg(slots.to_string())
        .arg(scratch)
        .args(["/bin/sh", "-c", script])
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

fn kill(pid: i32) {
    kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL).unwrap();
}

const STUBBORN: &str = "setsid sh -c 'trap \"\" TERM HUP; echo $$ > daemon; while :; do sleep 0.05; done' & \
    trap '' TERM; echo $PPID > keeper; echo $$ > test; while :; do sleep 0.05; done";

#[test]
fn nothing_is_left_two_seconds_after_the_main_process_was_killed() {
    for slots in [1, 4] {
        let scratch = TempDir::new().unwrap();
        let mut main = main_process(slots, scratch.path(), STUBBORN);
        let dirs: Vec<_> = (0..slots).map(|slot| scratch.path().join(slot.to_string())).collect();
        let pids: Vec<i32> = dirs
            .iter()
            .flat_map(|dir| ["keeper", "test", "daemon"].map(|name| read_pid(&dir.join(name))))
            .collect();
        assert!(pids.iter().all(|pid| alive(*pid)));
        main.kill().unwrap();
        main.wait().unwrap();
        let gone = || pids.iter().all(|pid| !alive(*pid)) && dirs.iter().all(|dir| !dir.exists());
        assert!(within(Duration::from_secs(2), gone), "{:?}", pids.iter().map(|pid| alive(*pid)));
    }
}

#[test]
fn an_interrupt_at_the_terminal_does_not_reach_keepers_and_tests() {
    let scratch = TempDir::new().unwrap();
    let mut main = main_process(1, scratch.path(), STUBBORN);
    let pids = ["keeper", "test"].map(|name| read_pid(&scratch.path().join("0").join(name)));
    let ours = group_of(i32::try_from(std::process::id()).unwrap());
    let groups = pids.map(group_of);
    assert!(groups[0] != ours && groups[1] != ours && groups[0] != groups[1]);
    let name = fs::read_to_string(format!("/proc/{}/task/{}/comm", pids[0], pids[0])).unwrap();
    assert_eq!(name, "keeper\n");
    main.kill().unwrap();
    main.wait().unwrap();
}

/// As `/proc` tells it: zero when the leader of the group is outside our namespace of processes.
fn group_of(pid: i32) -> i32 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    fields.split_ascii_whitespace().nth(2).unwrap().parse().unwrap()
}

#[test]
fn a_keeper_that_dies_is_an_error_only_of_the_run_that_it_was_for_and_replaced() {
    let mut bench = Bench::keeper();
    let first = bench.supervisor.keeper_id().unwrap();
    let error = bench.supervisor.run(&sh("kill -9 $PPID"), &super::bench::run(bench.dir())).unwrap_err();
    assert!(error.to_string().contains("the keeper of this slot died (signal: 9"), "{error}");
    assert_eq!(bench.sh("exit 6").end, End::Exited(6));
    let second = bench.supervisor.keeper_id().unwrap();
    assert_ne!(second, first);
    // One that died between two runs is replaced before the next.
    kill(i32::try_from(second).unwrap());
    eventually("it dies", || !alive(i32::try_from(second).unwrap()));
    assert_eq!(bench.sh("exit 6").end, End::Exited(6));
    assert_ne!(bench.supervisor.keeper_id().unwrap(), second);
    assert!(bench.dir().exists());
}

#[test]
fn dropping_a_supervisor_ends_its_keeper_and_leaves_the_directory() {
    let Bench { supervisor, scratch } = Bench::keeper();
    let keeper = supervisor.keeper_id().unwrap();
    drop(supervisor);
    assert!(!Path::new(&format!("/proc/{keeper}")).exists(), "not even a zombie is left");
    assert!(scratch.path().exists());
}

#[test]
fn a_program_that_is_no_keeper_is_told_of() {
    let scratch = TempDir::new().unwrap();
    let open = |program: &str, args: &[&str]| {
        let args = args.iter().map(Into::into).collect();
        Launcher::Keeper {
            program: program.into(),
            args,
            temp: TempFiles::InScratch,
            sandbox: Sandbox::default(),
        }
        .open(scratch.path())
        .unwrap_err()
        .to_string()
    };
    for (program, args) in [
        ("/no/such", &[][..]),
        ("/bin/true", &[]),
        ("/bin/cat", &[]),
        ("/bin/sh", &["-c", "echo hello there"]),
    ] {
        let error = open(program, args);
        assert!(error.contains(&format!("cannot start the keeper {program}")), "{error}");
    }
}

#[test]
fn slots_work_at_once_and_end_apart() {
    let mut benches: Vec<Bench> = (0..6).map(|_| Bench::keeper()).collect();
    std::thread::scope(|scope| {
        for (index, bench) in (0..).zip(&mut benches) {
            scope.spawn(move || {
                for round in 0..5 {
                    let report = bench.sh(&format!("echo {index}.{round}; exit {index}"));
                    let expected = (End::Exited(index), format!("{index}.{round}\n"));
                    assert_eq!((report.end, report.stdout.text()), expected);
                }
            });
        }
    });
    // A keeper opened later must not hold the pipe of an earlier one: then this would never end.
    let keepers: Vec<u32> = benches.iter().map(|bench| bench.supervisor.keeper_id().unwrap()).collect();
    for (bench, keeper) in benches.into_iter().zip(keepers) {
        drop(bench);
        eventually("the keeper ends", || !alive(i32::try_from(keeper).unwrap()));
    }
}

#[test]
fn a_keeper_that_no_longer_reads_and_does_not_end_is_given_up() {
    let scratch = TempDir::new().unwrap();
    // Reads what opens it, closes its input, and says that it is there, of this version.
    let deaf = |version: &str| {
        let script = format!(
            "n=$(head -c 4 | od -An -tu4); head -c $n >/dev/null; exec <&-\n\
             text='{{\"Ready\":\"{version}\"}}'; printf \"\\\\$(printf %o ${{#text}})\\\\0\\\\0\\\\0%s\" \"$text\"; exec sleep 1000"
        );
        Launcher::Keeper {
            program: "/bin/sh".into(),
            args: vec!["-c".into(), script.into()],
            temp: TempFiles::InScratch,
            sandbox: Sandbox::default(),
        }
    };
    let error = deaf("another").open(scratch.path()).unwrap_err().to_string();
    let (_, version) = error.rsplit_once("we are ").unwrap();
    let mut supervisor = deaf(version).open(scratch.path()).unwrap();
    let error = supervisor.run(&sh("exit 0"), &super::bench::run(scratch.path())).unwrap_err();
    assert_eq!(error.to_string(), "it does not answer");
}
