//! Sandboxed tests that try to do harm. Where the kernel or a container does not allow a sandbox, the tests say so.

#[path = "sandbox/reach.rs"]
mod reach;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use dwindle_exec::process::{Answer, End, Launcher, Level, Limits, Refused, Sandbox, TempFiles};
use tempfile::TempDir;

use super::bench::{Bench, alive, eventually, example, program, sh};
use super::kernel::allows_sandbox;

/// A bench with a sandbox of this level; none where that cannot be had in full.
fn sandboxed(level: Level) -> Option<Bench> {
    with(Sandbox { level, ..Sandbox::default() })
}

#[expect(clippy::print_stderr, reason = "that a promise could not be tested has to be seen")]
fn with(sandbox: Sandbox) -> Option<Bench> {
    let level = sandbox.level;
    let bench = Bench::of(&launcher(TempFiles::InScratch, sandbox));
    let reached = bench.supervisor.reached();
    if reached.level == level && reached.lacking.is_empty() {
        return Some(bench);
    }
    assert!(!allows_sandbox(level == Level::Full), "the kernel allows it: {reached:?}");
    eprintln!("NOT TESTED: no sandbox `{}` here: {reached:?}", level.name());
    None
}

fn launcher(temp: TempFiles, sandbox: Sandbox) -> Launcher {
    Launcher::Keeper { program: example(), args: vec!["__keeper".into()], temp, sandbox }
}

/// Both levels, as far as they can be had.
fn both() -> impl Iterator<Item = (Level, Bench)> {
    [Level::Files, Level::Full].into_iter().filter_map(|level| Some((level, sandboxed(level)?)))
}

#[test]
fn a_test_works_in_its_own_directories_as_without_a_sandbox() {
    let script = "mkdir -p a/b && echo x >a/b/file && mv a/b/file a/moved && ln a/moved a/link && \
                  ln -s moved a/soft && mkfifo a/pipe && : >a/moved && rm -r a && echo y >\"$TMPDIR/file\" && \
                  mv \"$TMPDIR/file\" here && echo z >/dev/null && echo z >/dev/stdout && ! echo z 2>&1 >/dev/full && \
                  rm here && test -r /proc/self/status && ls / >/dev/null && sh -c 'sleep 100 & kill -9 $!'";
    for (level, mut bench) in both() {
        let report = bench.sh(script);
        assert_eq!(report.end, End::Exited(0), "{level:?}: {}", report.stderr.text());
    }
}

#[test]
fn what_a_test_is_refused_is_seen_although_it_looks_away() {
    let home = TempDir::new().unwrap();
    let at = |name: &str| home.path().canonicalize().unwrap().join(name);
    fs::create_dir(at("dir")).unwrap();
    #[expect(clippy::disallowed_methods, reason = "a test's own file")]
    fs::write(at("old"), "x").unwrap();
    std::os::unix::fs::symlink(at("old"), at("link")).unwrap();
    for (level, mut bench) in both() {
        for (script, refused) in [
            ("echo x >\"$HOME/new\"", Some("new")),
            ("echo x >>\"$HOME/old\"", Some("old")),
            ("cd \"$HOME/dir\" && : >../dir/./../link", Some("old")),
            ("mkdir -p \"$HOME/dir/a/b\"", Some("dir/a")),
            ("rm -rf \"$HOME\"", Some("dir")),
            ("rm -f \"$HOME/old\"", Some("old")),
            ("echo x >x; mv x \"$HOME/dir/\"", Some("dir/x")),
            ("ln -s x \"$HOME/dir/y\"", Some("dir/y")),
            ("truncate -s 0 \"$HOME/old\"", Some("old")),
            // Nothing is lost of what would not be done without a sandbox either, or is not done elsewhere.
            ("cat \"$HOME/old\"; echo x >\"$HOME/none/x\"; mkdir \"$HOME/dir\"; rm -f \"$HOME/none\"", None),
            ("echo x >a; mkdir b; mv a b; ln -s \"$HOME\" c; rm c; echo x >\"$TMPDIR/a\"; rm -r b", None),
            (
                "echo x >/dev/null; echo x >/dev/stdout; echo x >/dev/fd/2; echo 0 >/proc/self/oom_score_adj",
                None,
            ),
            ("set -C; echo x >\"$HOME/old\"", None),
            // Python goes on in the same way without these.
            ("mkdir \"$HOME/__pycache__\"; echo x >\"$HOME/dir/__pycache__\"", None),
        ] {
            let mut command = sh(&format!("({script}) >/dev/null 2>&1; exit 3"));
            command.env.push(("HOME".into(), home.path().into()));
            let report = bench.run(&command);
            assert_eq!(report.end, End::Exited(3), "{level:?}");
            let first = report.refused.into_iter().next().map(|refused| refused.place);
            assert_eq!(first, refused.map(at), "{level:?}: {script}");
        }
    }
}

#[test]
fn all_that_a_test_changes_elsewhere_is_seen_where_it_is_looked_on() {
    let home = TempDir::new().unwrap();
    let root = home.path().canonicalize().unwrap();
    let Some(mut bench) = with(Sandbox { looks_on: true, ..Sandbox::default() }) else { return };
    let script = "echo x >x && mkdir -p \"$HOME/a/b\" && echo x >\"$HOME/a/b/c\" && echo x >>\"$HOME/a/b/c\" && rm -r \"$HOME/a/b\"";
    let mut command = sh(&format!("{script} && exit 3"));
    command.env.push(("HOME".into(), home.path().into()));
    let report = bench.run(&command);
    assert_eq!(report.end, End::Exited(3), "nothing is in its way: {}", report.stderr.text());
    let expected = [
        ("a", ".", true),
        ("a/b", "a", true),
        ("a/b/c", "a/b", true),
        // What is added to the end stays.
        ("a/b/c", "a/b/c", false),
    ]
    .map(|(place, writable, is_replaced)| Refused {
        place: root.join(place),
        writable: root.join(writable),
        is_replaced,
    });
    assert_eq!(report.refused, expected);
}

#[test]
fn what_a_user_may_not_write_anyway_is_not_lost() {
    if rustix::process::geteuid().is_root() {
        eprintln!("NOT TESTED: root may write anywhere");
        return;
    }
    for (level, mut bench) in both() {
        let report = bench.sh("echo x >/etc/passwd; mkdir /usr/dwindle; exit 3");
        assert_eq!((report.end, report.refused), (End::Exited(3), vec![]), "{level:?}");
    }
}

#[test]
fn a_slot_that_moves_takes_its_rights_along() {
    for (level, mut bench) in both() {
        for root in [TempDir::new().unwrap(), TempDir::new_in("/dev/shm").unwrap()] {
            let script = format!("cd {} && echo x >file", root.path().display());
            assert_ne!(bench.sh(&script).end, End::Exited(0), "{level:?}");
            bench.supervisor.allow(root.path()).unwrap();
            let report = bench.sh(&script);
            assert_eq!(report.end, End::Exited(0), "{level:?}: {}", report.stderr.text());
        }
    }
}

#[test]
fn shared_memory_is_a_test_s_own_and_bounded_and_empty_again() {
    let Some(mut bench) = sandboxed(Level::Full) else { return };
    for _ in 0..2 {
        let report =
            bench.sh("ls -A /dev/shm; echo x >/dev/shm/mine; mkdir -p /dev/shm/a/b; cat /dev/shm/mine");
        assert_eq!(report.stdout.text(), "x\n", "{}", report.stderr.text());
        assert!(!Path::new("/dev/shm/mine").exists());
    }
    let report = bench.sh("head -c 1100M /dev/zero >/dev/shm/large");
    assert!(report.stderr.text().contains("No space left on device"), "{}", report.stderr.text());
}

#[test]
fn directories_of_a_slot_in_shared_memory_stay_where_they_are() {
    let scratch = TempDir::new_in("/dev/shm").unwrap();
    let sandbox = Sandbox { level: Level::Full, ..Sandbox::default() };
    let mut bench =
        Bench { supervisor: launcher(TempFiles::InScratch, sandbox).open(scratch.path()).unwrap(), scratch };
    if bench.supervisor.reached().level != Level::Full {
        return;
    }
    for _ in 0..2 {
        let report = bench
            .sh("ls -A \"$TMPDIR\"; echo x >\"$TMPDIR/left\"; echo x >file && rm -rf /dev/shm/*; exit 0");
        assert_eq!((report.end, &*report.stdout.text()), (End::Exited(0), ""), "{}", report.stderr.text());
    }
    assert!(bench.dir().exists());
}

#[test]
fn whatever_a_test_does_to_its_temporary_directory_the_next_can_write_there() {
    for level in [Level::Files, Level::Full] {
        let (scratch, temp) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let sandbox = Sandbox { level, ..Sandbox::default() };
        let supervisor =
            launcher(TempFiles::In(temp.path().to_owned()), sandbox).open(scratch.path()).unwrap();
        let mut bench = Bench { supervisor, scratch };
        for harm in ["chmod 0 \"$TMPDIR\"", "rm -rf \"$TMPDIR\"", "mv \"$TMPDIR\" \"$TMPDIR.old\"", "true"] {
            let report =
                bench.sh(&format!("ls -A \"$TMPDIR\" && echo x >\"$TMPDIR/file\" || exit 7; {harm}; exit 0"));
            assert_eq!((report.end, &*report.stdout.text()), (End::Exited(0), ""), "{level:?}, then {harm}");
        }
    }
}

#[test]
fn a_fork_bomb_is_over_with_its_test() {
    for (level, mut bench) in both() {
        // Small, as other tests run: each process forks one more and waits.
        let bomb = "n=$1; test $n -gt 300 && sleep 100; setsid sh \"$0\" $((n + 1)) & sleep 100";
        let file = bench.file("bomb", 0o755, bomb);
        let command = sh(&format!("echo $$ >pid; exec sh {} 0", file.display()));
        let report = bench.timed(&command, Duration::from_millis(700));
        assert_eq!(report.end, End::TimedOut, "{level:?}");
        let listed = fs::read_dir("/proc").unwrap().flatten();
        let left = listed.filter(|process| {
            let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&words).contains(file.to_str().unwrap())
        });
        assert_eq!(left.count(), 0, "{level:?}");
    }
}

/// Linux 6.14 and newer have a bound for each namespace; of older ones nothing is said here.
#[test]
fn processes_are_bounded_where_the_kernel_bounds_them_for_a_namespace() {
    let Some(mut bench) = sandboxed(Level::Full) else { return };
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(['.', '-']).map(|number| number.parse().unwrap_or(0));
    let kernel: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    let before = fs::read_to_string("/proc/sys/kernel/pid_max").unwrap();
    let report = bench.sh("cat /proc/sys/kernel/pid_max; grep processes /proc/self/limits");
    let bounds = report.stdout.text();
    if kernel >= (5, 14) {
        assert!(bounds.lines().nth(1).unwrap().contains(" 4096 "), "{bounds}");
    }
    if kernel >= (6, 14) && rustix::process::geteuid().is_root() {
        assert!(bounds.lines().next() == Some("4096"), "{bounds}");
    }
    assert_eq!(fs::read_to_string("/proc/sys/kernel/pid_max").unwrap(), before);
}

#[test]
fn a_file_that_would_fill_the_disk_ends_at_the_limit() {
    for (level, mut bench) in both() {
        let mut command = sh("head -c 10000000 /dev/zero >file");
        command.limits = Limits { file_size: Some(1 << 20), ..Limits::default() };
        assert_eq!(bench.run(&command).end, End::Exited(128 + 25), "{level:?}");
        assert_eq!(fs::metadata(bench.dir().join("file")).unwrap().len(), 1 << 20);
    }
}

#[test]
fn killing_the_outer_keeper_ends_all_that_it_started() {
    let Some(mut bench) = sandboxed(Level::Full) else { return };
    let mark = format!("{}.5", 70_000 + std::process::id());
    let started = || {
        let listed = fs::read_dir("/proc").unwrap().flatten();
        let words = listed.map(|process| fs::read(process.path().join("cmdline")).unwrap_or_default());
        words
            .filter(|words| words.strip_suffix(b"\0").is_some_and(|words| words.ends_with(mark.as_bytes())))
            .count()
    };
    let keeper = bench.supervisor.keeper_id().unwrap();
    let command = sh(&format!("setsid sleep {mark}"));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            eventually("a test starts", || started() > 0);
            #[expect(clippy::disallowed_methods, reason = "a keeper is killed")]
            let killed = std::process::Command::new("kill").args(["-9", &keeper.to_string()]).status();
            assert!(killed.unwrap().success());
        });
        let run = super::bench::run(bench.scratch.path());
        assert!(bench.supervisor.run(&command, &run).is_err());
    });
    eventually("nothing is left", || started() == 0);
    assert_eq!(bench.sh("exit 6").end, End::Exited(6));
}

#[test]
fn what_a_test_made_unreadable_goes_with_the_slot() {
    for (level, mut bench) in both() {
        assert_eq!(bench.sh("mkdir -p a/b; echo x >a/b/c; chmod 0 a/b a").end, End::Exited(0), "{level:?}");
        drop(bench.supervisor);
        let mode = fs::metadata(bench.scratch.path().join("a")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0, "{level:?}");
        dwindle_exec::scratch::clear(bench.scratch.path()).unwrap();
    }
}

#[test]
fn workers_are_sandboxed_too_and_what_they_are_refused_is_told_with_each_answer() {
    for (level, mut bench) in both() {
        let outside = TempDir::new().unwrap();
        let file = outside.path().join("file");
        let worker = sh(&format!(
            "while read -r line; do [ $line = b ] || echo x >{} || :; echo $line; done",
            file.display()
        ));
        let dir = bench.dir().to_owned();
        for (line, refused) in [(b"a", 1), (b"b", 0), (b"c", 1)] {
            let reply = bench.supervisor.ask(&worker, &dir, line, None).unwrap();
            assert_eq!(reply.answer, Answer::Line(line.to_vec()), "{level:?}");
            let places: Vec<&Path> = reply.refused.iter().map(|it| it.place.as_path()).collect();
            assert_eq!(places, vec![file.as_path(); refused], "{level:?}");
        }
        assert!(!file.exists(), "{level:?}");
    }
}

#[test]
fn if_memory_runs_out_tests_end_before_keepers_and_others() {
    let own = fs::read_to_string("/proc/self/oom_score_adj").unwrap();
    for (level, mut bench) in both().chain([(Level::Off, Bench::keeper())]) {
        for _ in 0..2 {
            // A keeper has the score of a test while it begins one.
            let scores = bench.sh(
                "n=0; until [ \"$(cat /proc/$PPID/oom_score_adj)\" != 500 ] || [ $n = 100 ]; do n=$((n + 1)); sleep 0.02; done
                 cat /proc/self/oom_score_adj /proc/$PPID/oom_score_adj",
            );
            let scores = scores.stdout.text();
            assert_eq!(scores, format!("500\n{own}"), "{level:?}");
        }
    }
}
