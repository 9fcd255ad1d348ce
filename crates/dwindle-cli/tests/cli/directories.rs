//! `reduce` on directories and on several files.

use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};

use crate::env::TestEnv;

/// `proj`, in which `src/b.txt` and a line of `src/deep/c.txt` are needed, and `test.sh`.
pub fn project() -> TestEnv {
    let env = TestEnv::new();
    fs::create_dir_all(env.path("proj/empty")).unwrap();
    for name in ["a.txt", "src/b.txt", "src/deep/c.txt", "src/deep/d.txt"] {
        env.lines(&format!("proj/{name}"), 6);
    }
    env.file("proj/run", "#!/bin/sh\n");
    fs::set_permissions(env.path("proj/run"), Permissions::from_mode(0o755)).unwrap();
    symlink("../a.txt", env.path("proj/src/link")).unwrap();
    env.script("test.sh", "test -e proj/src/b.txt && grep -qx 'line 5' proj/src/deep/c.txt");
    env
}

/// All that lies below `dir`: paths, permission bits, and what files and links say.
pub fn listing(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let about = path.symlink_metadata().unwrap();
            let says = if about.is_symlink() {
                fs::read_link(&path).unwrap().display().to_string()
            } else if about.is_dir() {
                folders.push(path.clone());
                String::new()
            } else {
                fs::read_to_string(&path).unwrap()
            };
            let name = path.strip_prefix(dir).unwrap().display().to_string();
            let mode = about.permissions().mode() & 0o777;
            found.push(format!("{name} {mode:o} {says:?}"));
        }
    }
    found.sort();
    found
}

#[test]
fn files_go_first_and_then_lines() {
    let env = project();
    let before = listing(&env.path("proj"));
    assert_snapshot!(env.run("reduce --jobs 1 --unit lines ./test.sh proj"), @"
    asked about 23 candidates: 11 still fail (kept), 7 pass, 5 unresolved (exit code 2: 5)
    ran 34 tests: 23 for these, 11 to confirm results
    result: proj.min
    255 → 41 bytes (4 of 9 files and directories, names included) in 23 tests, [TIME]; no file or line can be removed
    => 0
    ");
    assert_eq!(listing(&env.path("proj")), before, "the input is not touched");
    assert_eq!(env.names(), ["proj", "proj.dwindle", "proj.min", "test.sh"]);
    assert_snapshot!(listing(&env.path("proj.min")).join("\n"), @r#"
    src 755 ""
    src/b.txt 644 ""
    src/deep 755 ""
    src/deep/c.txt 644 "line 5\n"
    "#);
}

#[test]
fn a_command_runs_in_the_current_directory_where_that_is_the_input() {
    let env = project();
    env.file("proj/target/CACHEDIR.TAG", "").lines("proj/target/built", 9);
    env.file("proj/build/CMakeCache.txt", "");
    let here = |words: &str| {
        let mut command = env.command();
        command.current_dir(env.path("proj")).arg("reduce").args(words.split(' '));
        env.shown(&command.output().unwrap())
    };
    let shown = here("--jobs 1 --stdout line.5 . -- grep -r line src/deep");
    assert!(shown.stderr.contains("skipped: ./target (tests do not see it)\nskipped: ./build "), "{shown}");
    assert_eq!(listing(&env.path("proj.min")).len(), 3, "the file, and the folders it is in: {shown}");
    let shown = env.run("reduce --exit-code 2 proj/ -- grep -r line src/deep");
    let hint = "hint: the command runs beside proj/; to run it in there: cd proj/ && dwindle reduce --exit-code 2 . -- grep ";
    assert!(shown.code == 3 && shown.stderr.contains(hint), "{shown}");
}

#[test]
fn files_stay_whole_where_only_files_are_asked_for() {
    let env = project();
    env.script("test.sh", "grep -qs 'line 5' proj/src/deep/c.txt");
    assert_eq!(env.run("reduce --jobs 2 --unit files ./test.sh proj/").code, 0);
    assert_eq!(env.read("proj.min/src/deep/c.txt"), env.read("proj/src/deep/c.txt"));
    assert_eq!(listing(&env.path("proj.min")).len(), 3, "the file, and the folders it is in");
    env.file("one.txt", "1\n");
    assert_snapshot!(env.run("reduce --unit files ./test.sh one.txt"), @"
    error: --unit files: the input is one file
      hint: give a directory or several inputs, or choose a smaller unit, such as --unit lines
    => 2
    ");
}

#[test]
fn links_modes_and_empty_folders_stay_where_they_are_needed() {
    let env = project();
    let test = "test -x proj/run && test -d proj/empty && test \"$(readlink proj/src/link)\" = ../a.txt";
    env.script("test.sh", test);
    assert_eq!(env.run("reduce --jobs 2 ./test.sh proj/").code, 0);
    assert_snapshot!(listing(&env.path("proj.min")).join("\n"), @r#"
    empty 755 ""
    run 755 ""
    src 755 ""
    src/link 777 "../a.txt"
    "#);
}

#[test]
fn results_and_records_are_the_same_at_any_number_of_jobs() {
    let run = |jobs: u32| {
        let env = project();
        let words = format!("reduce --jobs {jobs} --message-format json ./test.sh proj");
        let shown = env.run(&words);
        assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
        let kinds = ["stage-began", "stage-ended", "file-began", "asked", "best"];
        let serial = shown
            .stdout
            .lines()
            .filter(|line| kinds.iter().any(|kind| line.starts_with(&format!("{{\"type\":\"{kind}\""))));
        (listing(&env.path("proj.min")), serial.map(str::to_owned).collect::<Vec<_>>())
    };
    let (alone, records) = run(1);
    assert_eq!((alone, records.clone()), run(4));
    let first = records.iter().find(|line| line.contains("file-began")).unwrap();
    assert_snapshot!(first, @r#"{"type":"file-began","data":{"path":"src/b.txt","size":42}}"#);
}

#[test]
fn isolation_writes_a_folder_that_passes_and_one_that_fails() {
    let env = project();
    let before = listing(&env.path("proj"));
    let script =
        "test -e proj/run || exit 125; test -e proj/src/b.txt && grep -qx 'line 5' proj/src/deep/c.txt";
    env.script("test.sh", &format!("{script} || exit 1"));
    assert_snapshot!(env.run("isolate --jobs 1 ./test.sh proj"), @"
    + src/b.txt
    asked about 15 candidates: 4 fail, 7 pass, 4 unresolved (exit code 125: 4)
    ran 16 tests: 13 for these, 3 to confirm results; 2 answered from memory
    result: proj.failing, proj.passing
    proj: 1 of 9 files and directories makes the difference, beside 4 that both sides have, found in 15 tests, [TIME]
    => 0
    ");
    assert_eq!(listing(&env.path("proj")), before, "the input is not touched");
    let sides = || [listing(&env.path("proj.passing")), listing(&env.path("proj.failing"))];
    let alone = sides();
    assert_snapshot!(alone[0].join("\n"), @r##"
    run 755 "#!/bin/sh\n"
    src 755 ""
    src/deep 755 ""
    src/deep/c.txt 644 "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"
    "##);
    assert_snapshot!(alone[1].join("\n"), @r##"
    run 755 "#!/bin/sh\n"
    src 755 ""
    src/b.txt 644 "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"
    src/deep 755 ""
    src/deep/c.txt 644 "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"
    "##);
    assert_eq!(env.run("isolate --fresh --jobs 4 ./test.sh proj").code, 0);
    assert_eq!(sides(), alone, "jobs change nothing");
    assert_snapshot!(env.run("isolate --passing proj ./test.sh proj"), @"
    error: --passing proj: the input is a directory
      hint: to compare two versions of a directory: dwindle changes --good-dir DIR --bad-dir DIR -- TEST
    => 2
    ");
}

#[test]
fn the_most_files_that_pass_are_a_folder() {
    let env = project();
    assert_snapshot!(env.run("maximize --jobs 1 ./test.sh proj"), @"
    - src/b.txt
    asked about 3 candidates: 1 fails, 2 pass (kept), 0 unresolved
    ran 4 tests: 1 for these, 3 to confirm results; 2 answered from memory
    result: proj.max
    proj: 8 of 9 files and directories pass together, in 3 tests, [TIME]
    => 0
    ");
    assert_snapshot!(listing(&env.path("proj.max")).join("\n"), @r##"
    a.txt 644 "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"
    empty 755 ""
    run 755 "#!/bin/sh\n"
    src 755 ""
    src/deep 755 ""
    src/deep/c.txt 644 "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"
    src/deep/d.txt 644 "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"
    src/link 777 "../a.txt"
    "##);
}

#[test]
fn several_files_lie_in_the_working_directory_under_their_paths() {
    let env = TestEnv::new();
    env.lines("a.txt", 9).lines("inc/b.txt", 9).lines("c.txt", 9);
    env.script("test.sh", "grep -qx 'line 2' a.txt && grep -qx 'line 7' inc/b.txt");
    assert_snapshot!(env.run("./test.sh a.txt inc/b.txt c.txt --unit lines -j 1"), @"
    asked about 23 candidates: 10 still fail (kept), 6 pass, 7 unresolved (exit code 2: 7)
    ran 33 tests: 22 for these, 11 to confirm results; 1 answered from memory
    result: a.txt.min
    211 → 31 bytes (3 of 4 files and directories, names included) in 23 tests, [TIME]; no file or line can be removed
    => 0
    ");
    assert_eq!(
        listing(&env.path("a.txt.min")),
        ["a.txt 644 \"line 2\\n\"", "inc 755 \"\"", "inc/b.txt 644 \"line 7\\n\""]
    );
    // {} is the directory in which they lie.
    env.script("holds", "grep -qx 'line 4' \"$1/c.txt\" && exit 3; exit 0");
    assert_eq!(env.run("reduce -o out --unit lines -j 1 a.txt ./c.txt -- ./holds {}").code, 0);
    assert_eq!(listing(&env.path("out")), ["c.txt 644 \"line 4\\n\""]);
}

#[test]
fn a_result_goes_where_it_is_told() {
    let env = project();
    let output = env.command().args(["reduce", "-q", "-o", "-", "./test.sh", "proj"]).output().unwrap();
    let files = dwindle::files::read_archive(output.stdout.as_slice()).unwrap();
    let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.to_owned()).collect();
    assert_eq!(paths, ["src", "src/b.txt", "src/deep", "src/deep/c.txt"].map(PathBuf::from));
    assert_eq!(env.names(), ["proj", "proj.dwindle", "test.sh"]);
    assert_eq!(env.run("reduce -q -o out ./test.sh proj").code, 0);
    assert_eq!(listing(&env.path("out")).len(), 4);
    // The same again finds its own result; what was changed is left alone.
    assert_eq!(env.run("reduce -q -o out --fresh ./test.sh proj").code, 0);
    env.file("out/notes", "mine\n");
    assert_snapshot!(env.run("reduce -q -o out ./test.sh proj"), @r#"
    error: failed to replace "[DIR]/out": Dwindle did not write it, or it was changed since
      hint: move it away, or choose another name for the result with -o FILE
    => 2
    "#);
    assert_eq!(env.read("out/notes"), "mine\n");
    assert_snapshot!(env.run("reduce -o proj/out ./test.sh proj"), @"
    error: proj/out is inside the input
      hint: choose a directory elsewhere with -o DIR: nothing is written to the input
    => 2
    ");
    assert_snapshot!(env.run("reduce --in-place ./test.sh proj"), @"
    error: --in-place: the directory proj cannot be replaced
      hint: the result is a directory beside the input, or the one that -o DIR names
    => 2
    ");
    assert_snapshot!(env.run("reduce --in-place ./test.sh proj/a.txt test.sh"), @"
    error: --in-place: 2 inputs cannot be replaced
      hint: the result is a directory beside the input, or the one that -o DIR names
    => 2
    ");
}

#[test]
fn a_spent_budget_is_gone_on_from() {
    let env = project();
    let first = env.run("reduce --jobs 1 --budget 6 ./test.sh proj");
    assert_eq!(first.code, 6, "{first}");
    assert!(env.path("proj.min/src/deep/c.txt").exists());
    let second = env.run("reduce --jobs 1 ./test.sh proj");
    assert!(second.stderr.starts_with("continuing: "), "{second}");
    assert_eq!(listing(&env.path("proj.min")).len(), 4);
}

#[test]
fn other_failures_are_kept_as_archives() {
    let env = project();
    env.script("fails", "grep -q 'line 3' $1/a.txt || { echo 'panic: other' >&2; exit 9; }; exit 4");
    assert_eq!(env.run("reduce --jobs 1 proj -- ./fails {}").code, 0);
    let run = fs::read_dir(env.path("proj.dwindle")).unwrap().map(|entry| entry.unwrap().path());
    let run = run.into_iter().find(|path| path.is_dir()).unwrap();
    let kept = fs::read_dir(run.join("other-failures")).unwrap().next().unwrap().unwrap().path();
    let archive = fs::File::open(kept.join("candidate.tar")).unwrap();
    let files = dwindle::files::read_archive(archive).unwrap();
    assert!(files.get(Path::new("a.txt")).is_none());
}

#[test]
fn what_git_keeps_is_left_out_and_said() {
    let env = project();
    env.file("proj/.git/HEAD", "ref\n");
    env.script("test.sh", "test ! -e proj/.git && test -e proj/a.txt");
    let shown = env.run("reduce -j 1 ./test.sh proj");
    assert!(shown.stderr.contains("skipped: proj/.git (tests do not see it)"), "{shown}");
    assert_eq!(shown.code, 0);
}

#[test]
fn what_cannot_be_copied_is_left_out_and_said_and_strange_names_and_links_are_kept() {
    let env = project();
    mknodat(CWD, env.path("proj/src/pipe"), FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    // Only root makes devices.
    let device = mknodat(
        CWD,
        env.path("proj/null"),
        FileType::CharacterDevice,
        Mode::from_raw_mode(0o600),
        makedev(1, 3),
    );
    let _socket = std::os::unix::net::UnixListener::bind(env.path("proj/socket")).unwrap();
    let names =
        ["-rf".as_ref(), "two\nlines \"of\" it".as_ref(), std::ffi::OsStr::from_bytes(b"latin-1 \xfc")];
    for name in names {
        env.file(Path::new("proj").join(name), "x\n");
    }
    std::os::unix::fs::symlink("nowhere", env.path("proj/dangling")).unwrap();
    env.script(
        "test.sh",
        "cd proj && test -e ./-rf -a -h dangling && test -e 'two
lines \"of\" it' && ls | grep -q latin",
    );
    let shown = env.run("reduce -j 1 ./test.sh proj");
    assert_eq!(shown.code, 0, "{shown}");
    for left_out in ["proj/src/pipe", "proj/socket"].into_iter().chain(device.ok().map(|()| "proj/null")) {
        assert!(shown.stderr.contains(left_out), "{shown}");
    }
    let mut left: Vec<_> =
        fs::read_dir(env.path("proj.min")).unwrap().map(|it| it.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["-rf".as_ref(), "dangling".as_ref(), names[2], names[1]]);
}

#[test]
fn directories_that_cannot_be_reduced_are_told_apart() {
    let env = project();
    fs::create_dir(env.path("nothing")).unwrap();
    assert_snapshot!(env.run("reduce ./test.sh nothing"), @"
    error: the input is empty: nothing contains no files
      hint: there is nothing to remove; if the test fails without any file, the input is already minimal
    => 3
    ");
    assert_snapshot!(env.run("reduce --stdin proj -- cat"), @"
    error: --stdin cannot be used with a directory or with several inputs
      hint: the candidate is in the working directory, and {} in the command stands for its path
    => 2
    ");
    assert_snapshot!(env.run("reduce ./test.sh proj/a.txt proj/../proj/a.txt"), @"
    error: two inputs would have the same path proj/a.txt where tests run
      the second is proj/../proj/a.txt
      hint: name each input once; inputs from elsewhere are placed there under their last name
    => 2
    ");
    assert_snapshot!(env.run("reduce ./test.sh - proj"), @"
    error: standard input cannot be one of several inputs
      hint: save it to a file, and name that file
    => 2
    ");
    assert_snapshot!(env.run("reduce ./test.sh proj nowhere"), @"
    error: no such file: nowhere
      hint: the order is INPUT... -- COMMAND, or TEST INPUT...
    => 2
    ");
    assert_snapshot!(env.run("compare ./test.sh proj"), @"
    error: proj is a directory, not a file
      hint: name one file, and others that the test needs with --with; `dwindle reduce` accepts directories
    => 2
    ");
    assert_snapshot!(env.run("compare ./test.sh proj test.sh"), @"
    error: 2 inputs, but this command takes one
      hint: name further files that the test needs with --with FILE
      hint: `dwindle reduce` accepts several inputs
    => 2
    ");
    mknodat(CWD, env.path("proj/pipe"), FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    assert_snapshot!(env.run("reduce ./test.sh proj/a.txt proj/pipe"), @"
    error: [DIR]/proj/pipe is neither a file, a symbolic link nor a directory
      hint: a pipe, a socket or a device cannot be copied: move it out of there, or reduce a copy without it
    => 2
    ");
    env.script("test.sh", "exit 1");
    let shown = env.run("reduce ./test.sh proj");
    fs::remove_file(env.path("proj/pipe")).unwrap();
    assert!(shown.stderr.contains("the input does not fail: proj"), "{shown}");
    assert!(shown.stderr.contains("hint: tests see a copy"), "{shown}");
    env.script("test.sh", "exit 0");
    assert_snapshot!(env.run("reduce ./test.sh proj"), @"
    error: the test is too loose: it also fails without any file
      hint: nothing would be left; the test has to depend on the input, for example on a particular message
    => 3
    ");
    if !rustix::process::geteuid().is_root() {
        fs::set_permissions(env.path("proj/a.txt"), Permissions::from_mode(0o0)).unwrap();
        let shown = env.run("reduce ./test.sh proj");
        assert!(shown.stderr.starts_with("error: cannot read proj/a.txt: "), "{shown}");
    }
}

#[test]
fn a_test_may_take_away_the_permissions_of_its_copy() {
    let env = project();
    env.script(
        "test.sh",
        "grep -qx 'line 5' proj/src/deep/c.txt; was=$?; touch proj/src/made; chmod -R a-w .; exit $was",
    );
    let shown = env.run("reduce --jobs 2 --unit lines -q ./test.sh proj");
    assert_eq!(shown.to_string(), "=> 0");
    assert_eq!(env.read("proj.min/src/deep/c.txt"), "line 5\n");
}

#[test]
fn links_in_a_folder_that_is_laid_beside_may_lead_nowhere_or_round() {
    let env = project();
    fs::create_dir_all(env.path("data/sub")).unwrap();
    env.file("there", "needed\n");
    symlink("nowhere", env.path("data/broken")).unwrap();
    symlink("..", env.path("data/sub/up")).unwrap();
    symlink("../there", env.path("data/there")).unwrap();
    let links = "test -L data/broken && test -L data/sub/up && grep -q needed data/there";
    env.script("test.sh", &format!("{links} && test ! -L data/there && test -e proj/src/b.txt"));
    let shown = env.run("reduce --jobs 2 --unit lines -q --with data ./test.sh proj");
    assert_eq!(shown.to_string(), "=> 0");
}
