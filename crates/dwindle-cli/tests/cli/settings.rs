//! The settings file.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use insta::assert_snapshot;

use crate::env::TestEnv;

/// What a run of `line` says that reads `settings`.
fn told(settings: &str, line: &str) -> String {
    let env = TestEnv::with_lines();
    env.file("dwindle.toml", settings);
    let shown = env.run(line);
    assert_eq!((shown.code, shown.stdout.as_str()), (2, ""), "{shown}");
    shown.stderr
}

#[test]
fn settings_are_found_beside_the_input_and_above() {
    let env = TestEnv::with_lines();
    fs::create_dir_all(env.path("src/deep")).unwrap();
    fs::rename(env.path("input.txt"), env.path("src/deep/input.txt")).unwrap();
    env.file("dwindle.toml", "verbose = true\n[reduce]\nunit = \"lines\"\nfresh = true\njobs = 1\n");
    let shown = env.run("./test.sh src/deep/input.txt");
    assert!(shown.stderr.starts_with("settings: dwindle.toml\n"), "{shown}");
    assert_eq!(env.read("src/deep/input.min.txt"), "line 3\nline 11\n", "by lines only");
    env.file("src/dwindle.toml", "unit = \"chars\"\n");
    let shown = env.run("-v ./test.sh src/deep/input.txt");
    assert!(shown.stderr.starts_with("settings: src/dwindle.toml\n"), "the nearer one: {shown}");
    let shown = env.run("--no-settings -v --fresh ./test.sh src/deep/input.txt");
    assert!(!shown.stderr.contains("settings:"), "{shown}");
}

#[test]
fn settings_are_not_looked_for_above_the_home() {
    let env = TestEnv::with_lines();
    env.file("dwindle.toml", "unknown = 1\n");
    fs::create_dir(env.path("home")).unwrap();
    fs::rename(env.path("input.txt"), env.path("home/input.txt")).unwrap();
    let mut command = env.command();
    command.env("HOME", env.path("home")).args(["./test.sh", "home/input.txt"]);
    let shown = env.shown(&command.output().unwrap());
    assert_eq!(shown.code, 0, "{shown}");
}

#[test]
fn the_command_line_beats_the_section_and_the_section_what_stands_above() {
    let env = TestEnv::with_lines();
    env.file(
        "dwindle.toml",
        "unit = \"chars\"\nquiet = true\njobs = 1\n[reduce]\nunit = [\"lines\"]\nverbose = true\n[check]\nunit = \"bytes\"\n",
    );
    let shown = env.run("reduce ./test.sh input.txt");
    assert!(shown.stderr.contains("by lines"), "the section, and verbose beats quiet: {shown}");
    let shown = env.run("reduce --fresh --quiet --unit tokens ./test.sh input.txt");
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""), "the command line: {shown}");
    assert_eq!(env.run("check ./test.sh input.txt").code, 0);
}

#[test]
fn an_option_that_is_typed_turns_off_those_that_it_cannot_be_used_with() {
    let env = TestEnv::with_lines();
    env.file("dwindle.toml", "signature = \"crash\"\njobs = 1\n");
    env.script("tool", "grep -q 'line 3' \"$1\" && exit 3; exit 0");
    let shown = env.run("reduce --exit-code 3 --unit lines input.txt -- ./tool {}");
    assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{shown}");
}

#[test]
fn paths_start_at_the_folder_of_the_file() {
    let env = TestEnv::with_lines();
    env.file("conf/data/needed", "line 3").file("conf/mine.toml", "with = \"data\"\nunit = \"lines\"\n");
    env.script("test.sh", "grep -qf data/needed input.txt");
    let shown = env.run("--settings conf/mine.toml ./test.sh input.txt");
    assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{shown}");
}

#[test]
fn programs_are_told_the_file() {
    let env = TestEnv::with_lines();
    env.file("dwindle.toml", "message-format = \"json\"\n");
    let shown = env.run("reduce ./test.sh input.txt");
    assert_eq!(shown.messages()[0]["data"]["settings_file"]["text"], "dwindle.toml", "{shown}");
}

#[test]
fn a_mistake_is_told_with_its_place_and_the_nearest_key() {
    assert_snapshot!(told("# mine\njbos = 4\n", "./test.sh input.txt"), @"
    error: dwindle.toml:2:1: no command has an option `jbos`
      hint: did you mean `jobs`?
    ");
    assert_snapshot!(told("[redcue]\njobs = 4\n", "./test.sh input.txt"), @"
    error: dwindle.toml:1:2: no command with settings is called `redcue`
      hint: did you mean [reduce]?
    ");
    assert_snapshot!(told("[check]\nminify = true\n", "./test.sh input.txt"), @"
    error: dwindle.toml:2:1: `check` has no option `minify`
      hint: it is an option of reduce
    ");
    assert_snapshot!(told("[check]\nminifi = true\n", "./test.sh input.txt"), @"
    error: dwindle.toml:2:1: `check` has no option `minifi`
      hint: did you mean `minimality`?
    ");
    assert_snapshot!(told("xyzzy = 1\n", "./test.sh input.txt"), @"
    error: dwindle.toml:1:1: no command has an option `xyzzy`
      hint: to see the options of a command: dwindle COMMAND --help
    ");
    assert_snapshot!(told("jobs = 4\njobs = 5\n", "./test.sh input.txt"), @"
    error: dwindle.toml:2:1: duplicate key
      hint: the file is written in TOML: name = value, and [reduce] before what is for reduce only
    ");
    assert_snapshot!(told("jobs = \n", "./test.sh input.txt"), @"
    error: dwindle.toml:1:8: string values must be quoted, expected literal string
      hint: the file is written in TOML: name = value, and [reduce] before what is for reduce only
    ");
}

#[test]
fn a_value_that_means_nothing_is_told_with_its_place() {
    assert_snapshot!(told("unit = \"line\"\n", "./test.sh input.txt"), @"
    error: dwindle.toml:1:8: `unit` cannot be `line`
      hint: did you mean `lines`?
    ");
    assert_snapshot!(told("fresh = \"yes\"\n", "./test.sh input.txt"), @"
    error: dwindle.toml:1:9: `fresh` is either true or false
      hint: write it without quotes: fresh = true
    ");
    assert_snapshot!(told("jobs = true\n", "./test.sh input.txt"), @r#"
    error: dwindle.toml:1:8: `jobs` takes a string or a number
      hint: put the value in quotes: jobs = "VALUE"
    "#);
    assert_snapshot!(told("unit = [\"lines\", \"tokens\"]\n", "check ./test.sh input.txt"), @"
    error: dwindle.toml:1:8: `unit` takes one value, not a list
      hint: a command that takes a list can have it in a section, as [reduce]
    ");
    assert_snapshot!(told("[reduce]\nquiet = true\nverbose = true\n", "./test.sh input.txt"), @"
    error: dwindle.toml:3:1: `verbose` cannot be used with `quiet`
      `quiet` is set in dwindle.toml:2:1
      hint: leave one of them out, or put it into the section of another command
    ");
    assert_snapshot!(told("\n  timeout = \"soon\"\n", "./test.sh input.txt"), @"
    error: --timeout soon: not a time
      `timeout` is set in dwindle.toml:2:3
      hint: give a positive number with a unit (ms, s, m or h), such as 500ms, 10s or 1.5m
    ");
    assert_snapshot!(told("hang = true\n", "reduce input.txt -- cat {}"), @"
    error: the following required arguments were not provided:
      --timeout <TIME>

      tip: some options are from dwindle.toml; --no-settings leaves them out

    Usage: dwindle reduce [OPTIONS] INPUT... -- COMMAND...
           dwindle reduce [OPTIONS] TEST INPUT...

    For more information, try '--help'.
    ");
}

#[test]
fn a_file_that_is_named_has_to_be_there() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("--settings none.toml ./test.sh input.txt"), @"
    error: cannot read the settings file none.toml: No such file or directory (os error 2)
      hint: name another file with --settings FILE, or use none with --no-settings
    => 2
    ");
    env.file("bytes.toml", b"jobs = \xff");
    assert_snapshot!(env.run("--settings=bytes.toml ./test.sh input.txt"), @"
    error: cannot read the settings file bytes.toml: it is not valid UTF-8
      hint: name another file with --settings FILE, or use none with --no-settings
    => 2
    ");
}

#[test]
fn a_found_file_that_everybody_can_write_is_left_out_and_told() {
    let env = TestEnv::with_lines();
    env.file("dwindle.toml", "unit = \"lines\"\njobs = 1\n");
    fs::set_permissions(env.path("dwindle.toml"), fs::Permissions::from_mode(0o666)).unwrap();
    let shown = env.run("./test.sh input.txt");
    assert_eq!(
        shown.stderr.lines().next(),
        Some(
            "note: [DIR]/dwindle.toml is not used: everybody can write it; \
             to use it nevertheless, give --settings [DIR]/dwindle.toml"
        ),
        "{shown}"
    );
    assert_ne!(env.read("input.min.txt"), "line 3\nline 11\n", "by characters, too");
    let shown = env.run("--settings dwindle.toml --fresh ./test.sh input.txt");
    assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\nline 11\n"), "{shown}");
}

#[test]
fn commands_that_run_nothing_read_no_settings() {
    let env = TestEnv::with_lines();
    env.file("dwindle.toml", "unknown = 1\n");
    assert_eq!(env.run("languages").code, 0);
    assert_eq!(env.run("clean input.txt").code, 0);
}

#[test]
fn programs_are_told_mistakes_and_files_that_are_left_out() {
    let env = TestEnv::with_lines();
    env.file("dwindle.toml", "jbos = 4\n");
    let shown = env.run("reduce --message-format json ./test.sh input.txt");
    assert_snapshot!(shown.stdout, @r#"{"type":"error","data":{"exit":2,"message":"dwindle.toml:1:1: no command has an option `jbos`","hints":["did you mean `jobs`?"]}}"#);
    fs::set_permissions(env.path("dwindle.toml"), fs::Permissions::from_mode(0o666)).unwrap();
    let shown = env.run("reduce --message-format json ./test.sh input.txt");
    assert_snapshot!(shown.stdout.lines().nth(1).unwrap(), @r#"{"type":"warning","data":{"text":"[DIR]/dwindle.toml is not used: everybody can write it; to use it nevertheless, give --settings [DIR]/dwindle.toml"}}"#);
}
