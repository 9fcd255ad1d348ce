//! Full disks and small ones: a run goes on where it can, and loses nothing where it cannot.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use libtest_mimic::Trial;
use rustix::fs::{CWD, Mode, mkfifoat};

use crate::env::{Shown, TestEnv};
use crate::needs::{Need, in_namespace, trial};

pub(super) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 8] = [
        ("a_result_that_has_no_room_at_first_is_written_when_it_has_become_small", result_at_last),
        ("a_result_that_never_has_room_is_kept_elsewhere_and_the_run_fails", result_elsewhere),
        ("a_journal_and_other_failures_without_room_do_not_end_the_run", no_room_for_records),
        ("tests_begin_where_there_is_room_for_them", little_in_memory),
        ("tests_go_on_elsewhere_when_the_scratch_directory_is_full", full_scratch),
        ("a_run_ends_in_good_order_when_there_is_no_room_for_candidates_anywhere", full_everywhere),
        ("a_run_for_whose_input_there_is_no_room_names_no_result", full_from_the_start),
        ("what_others_put_among_the_scratch_directories_is_left_alone", strangers),
    ];
    tests.map(|(name, test)| trial(name, &[Need::Mounts], test)).into()
}

/// Runs `dwindle WORDS`, with what else the shell is to do around it: `run` stands for the program in `script`.
fn run(env: &TestEnv, script: &str, words: &str) -> Shown {
    let script = format!("run() {{ \"{}\" {words}; }}\n{script}", env!("CARGO_BIN_EXE_dwindle"));
    let output = in_namespace().arg(script).current_dir(env.path("")).env("LC_ALL", "C").output().unwrap();
    env.shown(&output)
}

/// Mounts a file system of so many KiB at `small`, and copies to `kept` what lies there afterwards.
fn in_small(size: u32, before: &str) -> String {
    format!(
        "mount -t tmpfs -o size={size}k none small; cp input.txt small; {before}\n\
         run && code=0 || code=$?\ncp -r small/. kept; exit $code"
    )
}

fn with_folders(lines: u32) -> TestEnv {
    let env = TestEnv::with_lines();
    env.lines("input.txt", lines);
    for folder in ["small", "kept", "tmp"] {
        fs::create_dir(env.path(folder)).unwrap();
    }
    env
}

fn result_at_last() {
    let env = with_folders(2000);
    let shown =
        run(&env, &in_small(64, "head -c 16384 /dev/zero >small/fill"), "reduce ./test.sh small/input.txt");
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!(env.read("kept/input.min.txt"), "line 3\nline 11");
    assert_eq!(env.read("kept/input.txt").lines().count(), 2000);
    let said = "warning: failed to write \"[DIR]/small/input.min.txt\": No space left on device (os error 28); \
                the run continues, and writes its result when there is space\n";
    assert_eq!(shown.stderr.matches(said).count(), 1, "{shown}");
}

fn result_elsewhere() {
    let env = with_folders(20);
    // The first test on a part of the input fills the disk, and so it stays.
    let fill = format!("head -c 999999 /dev/zero >>{}/fill 2>/dev/null", env.path("small").display());
    let part = format!("case $(wc -l <input.txt) in 0|20) ;; *) {fill};; esac");
    env.script("test.sh", &format!("{part}; grep -qx 'line 3' input.txt"));
    let script = format!("export TMPDIR=$PWD/tmp\n{}", in_small(96, ""));
    let shown = run(&env, &script, "reduce --sandbox off --jobs 1 -o small/out.txt ./test.sh input.txt");
    assert_eq!(shown.code, 1, "{shown}");
    let kept: Vec<_> = fs::read_dir(env.path("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "{shown}");
    assert_eq!(fs::read_to_string(&kept[0]).unwrap(), "line 3");
    let name = kept[0].file_name().unwrap().to_str().unwrap();
    assert!(shown.stderr.contains(&format!("the smallest result is kept in [DIR]/tmp/{name}")), "{shown}");
    assert_eq!(env.read("kept/out.txt").lines().count(), 20, "the last that had room is whole");
}

fn no_room_for_records() {
    let env = with_folders(400);
    let home = env.path("input.txt.dwindle").display().to_string();
    // What lies where other failures are to be kept is no folder.
    let taken = format!(
        "[ $(wc -l <input.txt) -ge 400 ] || for run in {home}/*/; do touch $run/other-failures; done"
    );
    let others = "echo \"error: other $(wc -l <input.txt)\" >&2; exit 4";
    let fails = "grep -qx 'line 3' input.txt && echo 'error: lost' >&2 && exit 3";
    env.script("test.sh", &format!("test -s input.txt || exit 0; {taken}; {fails}; {others}"));
    // No file may be longer than 8 KiB: the result is not, but the journal would be.
    let script = "trap '' XFSZ; ulimit -f 16\nrun";
    let shown = run(&env, script, "reduce --sandbox off --jobs 1 input.txt -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3");
    for said in ["append to the journal", "keep another failure in"] {
        assert_eq!(shown.stderr.matches(&format!("warning: failed to {said} ")).count(), 1, "{shown}");
    }
    assert_eq!(shown.stderr.matches("warning: ").count(), 2, "{shown}");
}

/// Fills the file system in memory with each test there on something smaller than the input.
const FILL: &str = "[ $(wc -l <input.txt) -ge 2000 ] || case $PWD in /dev/shm/*)\n\
                    head -c 9999999 /dev/zero >>../../full 2>/dev/null;; esac\n\
                    grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt";

/// In memory only where candidates of all jobs have room twice.
fn little_in_memory() {
    let env = with_folders(2000);
    let size = env.read("input.txt").len();
    env.script("test.sh", "echo $PWD >>$LOG; grep -qx 'line 3' input.txt");
    for (room, is_in_memory) in [(7 * size, false), (16 * size, true)] {
        let script = format!(
            "mount -t tmpfs -o size={room} none /dev/shm; export TMPDIR=$PWD/tmp LOG=$PWD/log; rm -f log\nrun"
        );
        let shown = run(&env, &script, "reduce --fresh --sandbox off --jobs 3 ./test.sh input.txt");
        assert_eq!(shown.code, 0, "{shown}");
        assert!(!shown.stderr.contains("tests continue in"), "{shown}");
        let places = env.read("log");
        let begin = if is_in_memory { "/dev/shm".into() } else { env.path("tmp") };
        assert!(
            !places.is_empty() && places.lines().all(|place| Path::new(place).starts_with(&begin)),
            "{places}"
        );
    }
}

fn full_scratch() {
    let env = with_folders(2000);
    env.script("test.sh", FILL);
    let script = "mount -t tmpfs -o size=256k none /dev/shm; export TMPDIR=$PWD/tmp\nrun";
    for jobs in [1, 3] {
        let shown = run(&env, script, &format!("reduce --fresh --jobs {jobs} ./test.sh input.txt"));
        assert_eq!(shown.code, 0, "{shown}");
        assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
        let said = "warning: there is no space left in [SCRATCH]: tests continue in [DIR][SCRATCH]\n";
        // Of several tests at once one may make room in time for the other.
        let times = shown.stderr.matches(said).count();
        assert!(times == 1 || (times == 0 && jobs > 1), "{shown}");
        assert_eq!(fs::read_dir(env.path("tmp")).unwrap().count(), 0, "nothing is left over");
    }
}

fn full_everywhere() {
    let env = with_folders(2000);
    env.script("test.sh", FILL);
    let script = "mount -t tmpfs -o size=256k none /dev/shm; export TMPDIR=/dev/shm\nrun";
    let shown = run(&env, script, "reduce --jobs 1 ./test.sh input.txt");
    assert_eq!(shown.code, 1, "{shown}");
    let said = "error: cannot write a candidate to [SCRATCH]: No space left on device (os error 28)\n";
    assert!(shown.stderr.contains(said), "{shown}");
    assert_eq!(env.read("input.min.txt").lines().count(), 2000, "the best until then");
    assert!(shown.stderr.contains("  the best result so far is in input.min.txt\n"), "{shown}");
}

fn full_from_the_start() {
    let env = with_folders(2000);
    let script = "mount -t tmpfs -o size=16k none /dev/shm; export TMPDIR=/dev/shm\nrun";
    let shown = run(&env, script, "reduce --jobs 1 ./test.sh input.txt");
    assert_eq!(shown.code, 1, "{shown}");
    assert!(shown.stderr.contains("No space left on device"), "{shown}");
    assert!(!shown.stderr.contains("best result"), "there is none: {shown}");
    assert!(!env.path("input.min.txt").exists());
}

fn strangers() {
    let env = with_folders(400);
    fs::create_dir_all(env.path("tmp/dwindle-2026-notes/chapter")).unwrap();
    env.file("tmp/dwindle-2026-notes/one.txt", "mine").file("precious", "mine");
    mkfifoat(CWD, env.path("tmp/dwindle-123-abc"), Mode::RWXU).unwrap();
    env.file("elsewhere/file", "mine");
    symlink(env.path("elsewhere"), env.path("tmp/dwindle-124-abc")).unwrap();
    env.script("test.sh", "stat -c %a ../.. >>\"$MODES\"; grep -qx 'line 3' input.txt");
    // There is no room in memory, so the directory for temporary files comes first.
    let script = "mount -t tmpfs -o size=4k none /dev/shm\n\
                  umask 022; export TMPDIR=$PWD/tmp MODES=$PWD/modes\nrun";
    for words in ["reduce --jobs 1 ./test.sh input.txt", "clean input.txt"] {
        let shown = run(&env, script, words);
        assert_eq!(shown.code, 0, "{shown}");
    }
    let modes = env.read("modes");
    assert!(modes.lines().count() > 3 && modes.lines().all(|mode| mode == "700"), "{modes}");
    assert_eq!(env.read("elsewhere/file"), "mine");
    assert_eq!(env.read("tmp/dwindle-2026-notes/one.txt"), "mine");
    let left = fs::read_dir(env.path("tmp")).unwrap().count();
    assert_eq!(left, 3, "the user's notes, the pipe and the link");
}
