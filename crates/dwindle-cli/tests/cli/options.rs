//! Which arguments of a command matter.

use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use serde_json::Value;

use crate::env::{Shown, TestEnv, passed_over};

/// A program that crashes with `-a`, a value `out` for `-o`, and `bug` in a file that is named; `--cure` helps, and so
/// do `-p` and `-q` together. It says what else is wrong, too.
const TOOL: &str = "a=; o=; f=; c=; p=; q=\n\
    while [ $# -gt 0 ]; do\n\
    case $1 in\n\
    -a) a=1 ;;\n\
    -o) [ $# -gt 1 ] || { echo 'tool: -o wants a value' >&2; exit 2; }; shift; [ \"$1\" = out ] && o=1 ;;\n\
    -x|-k|-l|-I) shift ;; --cure) c=1 ;; -p) p=1 ;; -q) q=1 ;; -*) ;;\n\
    *) [ -f \"$1\" ] || { echo \"tool: no file $1\" >&2; exit 2; }; grep -q bug \"$1\" && f=1 ;;\n\
    esac; shift; done\n\
    if [ \"$a$o$f\" = 111 ] && [ -z \"$c\" ] && [ \"$p$q\" != 11 ]; then echo 'tool: crash' >&2; exit 3; fi";

fn tool() -> TestEnv {
    let env = TestEnv::new();
    std::fs::create_dir(env.path("src")).unwrap();
    env.script("tool", TOOL).file("src/in.txt", "bug\n");
    env.file("more.rsp", "-g '-w x'\n-o out");
    env
}

/// Runs the program with these words; those behind the last are split at blanks.
fn run(env: &TestEnv, words: &[&str], rest: &str) -> Shown {
    env.run_words(words.iter().copied().chain(rest.split_whitespace()))
}

/// What a run found: the lines on standard output.
fn answer(env: &TestEnv, words: &[&str], rest: &str) -> String {
    let shown = run(env, words, rest);
    assert_eq!(shown.code, 0, "{shown}");
    shown.stdout
}

fn last(shown: &Shown) -> Value {
    let line = shown.stdout.lines().next_back().unwrap_or_else(|| panic!("{shown}"));
    let mut last: Value = serde_json::from_str(line).unwrap();
    last["data"]["seconds"] = Value::Null;
    last
}

#[test]
fn isolation_prints_a_command_that_passes_and_one_that_fails() {
    let env = tool();
    let line = "--isolate --jobs 1 -- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -I src -std=c99";
    assert_snapshot!(run(&env, &["options"], line), @"
    ./tool -o out src/in.txt
    ./tool -a -o out src/in.txt
    the failure to keep: exit code 3, stderr: tool: crash
    tool: 1 of 9 arguments makes the difference (the first command passes, the second fails), found in 13 tests, [TIME]
    tests: 5 fail, 6 pass, 0 unresolved
    result: standard output
    => 0
    ");
    let both = answer(&env, &["options", "--fresh"], &line.replace("--jobs 1", "--jobs 4"));
    assert_eq!(both.lines().count(), 2, "{both}");
    assert_eq!(both, answer(&env, &["options"], line), "jobs change nothing");
    let json = run(&env, &["options", "--message-format", "json"], line);
    assert_snapshot!(last(&json)["data"]["answers"], @r#"[{"arguments":[[{"text":"-a"}]],"command":[{"text":"./tool"},{"text":"-a"},{"text":"-o"},{"text":"out"},{"text":"src/in.txt"}],"line":"./tool -a -o out src/in.txt","passing":[{"text":"./tool"},{"text":"-o"},{"text":"out"},{"text":"src/in.txt"}]}]"#);
    // Without what stays it does not even begin.
    assert_snapshot!(run(&env, &["options"], "--isolate --all -j1 -- ./tool -a -o out src/in.txt -o"), @"
    ./tool
    ./tool -o
    the failure to keep: exit code 2, stderr: tool: -o wants a value
    tool: 1 of 4 arguments makes the difference (the first command passes, the second fails), found in 6 tests, [TIME]
    tests: 2 fail, 2 pass, 0 unresolved
    result: standard output
    => 0
    ");
}

#[test]
fn maximizing_prints_the_command_with_as_many_arguments_as_it_passes_with() {
    let env = tool();
    let line = "--maximize --jobs 1 -- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -I src -std=c99";
    assert_snapshot!(run(&env, &["options"], line), @"
    ./tool -x c -O2 -g '-w x' -o out -Wall src/in.txt -I src -std=c99
    the failure to keep: exit code 3, stderr: tool: crash
    tool: passes with 8 of 9 arguments, found in 7 tests, [TIME]
    tests: 1 fail, 4 pass, 0 unresolved
    left out: -a
    1-maximal by arguments: with any one more it does not pass
    result: standard output
    => 0
    ");
    assert_eq!(
        env.run("options -q -- ./tool -x c -a -O2 -Wall src/in.txt").code,
        3,
        "it passes without -o out"
    );
    let passing = answer(&env, &["options", "--fresh"], &line.replace("--jobs 1", "--jobs 4"));
    assert_eq!(passing, answer(&env, &["options"], line), "jobs change nothing");
    let json = run(&env, &["options", "--message-format", "json"], line);
    assert_snapshot!(last(&json)["data"]["answers"], @r#"[{"command":[{"text":"./tool"},{"text":"-x"},{"text":"c"},{"text":"-O2"},{"text":"-g"},{"text":"-w x"},{"text":"-o"},{"text":"out"},{"text":"-Wall"},{"text":"src/in.txt"},{"text":"-I"},{"text":"src"},{"text":"-std=c99"}],"difference":[[{"text":"-a"}]],"line":"./tool -x c -O2 -g '-w x' -o out -Wall src/in.txt -I src -std=c99"}]"#);
}

#[test]
fn maximizing_goes_on_where_the_budget_ended_with_the_most_so_far() {
    let env = tool();
    let line = "-- ./tool -x c -k 1 -a -O2 -l 2 @more.rsp -Wall src/in.txt -std=c99";
    let nothing = env.run(&format!("options --maximize --jobs 1 --budget 1 {line}"));
    assert_snapshot!(nothing, @"
    the failure to keep: exit code 3, stderr: tool: crash
    tool: nothing that passes yet, in 1 test, [TIME]
    tests: 0 fail, 0 pass, 0 unresolved
    stopped: the budget is spent; a larger one goes on from here
    result: standard output
    => 6
    ");
    assert_snapshot!(env.run(&format!("options --maximize --jobs 1 --budget 3 {line}")), @"
    ./tool -g '-w x' -o out -Wall src/in.txt -std=c99
    the failure to keep: exit code 3, stderr: tool: crash
    going on: 2 tests known from before
    tool: passes with 5 of 10 arguments, so far in 3 tests, [TIME]
    tests: 0 fail, 1 pass, 0 unresolved
    stopped: the budget is spent; a larger one goes on from here
    left out: -x c -k 1 -a -O2 -l 2
    result: standard output
    => 6
    ");
    assert_snapshot!(env.run(&format!("options --maximize --jobs 1 {line}")), @"
    ./tool -x c -k 1 -O2 -l 2 -g '-w x' -o out -Wall src/in.txt -std=c99
    the failure to keep: exit code 3, stderr: tool: crash
    going on: 3 tests known from before
    tool: passes with 9 of 10 arguments, found in 6 tests, [TIME]
    tests: 1 fail, 3 pass, 0 unresolved
    left out: -a
    1-maximal by arguments: with any one more it does not pass
    result: standard output
    => 0
    ");
}

#[test]
fn maximizing_says_when_no_argument_or_nothing_passes() {
    let env = TestEnv::new();
    env.script("tool", "case $* in *-[ab]*) echo crash >&2; exit 3;; *--fine*) exit 0;; esac; exit $#");
    assert_snapshot!(env.run("options --maximize --jobs 1 -- ./tool -a -b"), @"
    ./tool
    the failure to keep: exit code 3, stderr: crash
    tool: passes with none of 2 arguments, found in 4 tests, [TIME]
    tests: 2 fail, 0 pass, 0 unresolved
    left out: -a -b
    1-maximal by arguments: with any one more it does not pass
    result: standard output
    => 0
    ");
    env.script("tool", "[ $# -gt 0 ] || exit 9; echo crash >&2; exit 3");
    assert_snapshot!(env.run("options --maximize --jobs 1 -- ./tool -a -b"), @"
    the failure to keep: exit code 3, stderr: crash
    error: nothing passes: with nothing of what can be left out it does not pass, nor with anything that was tried between
      hint: keep what it cannot do without: --keep, of a log --protect
    => 3
    ");
    env.script("tool", "echo crash >&2; exit 3");
    assert_snapshot!(env.run("options --maximize --jobs 1 -- ./tool -a -b"), @"
    the failure to keep: exit code 3, stderr: crash
    error: nothing passes: with nothing of what can be left out it fails, too
      hint: the failure needs something else; nothing that is left out here repairs it
    => 3
    ");
    for other in ["--isolate", "--again", "--prevent=-x", "--algorithm=dd"] {
        let shown = env.run(&format!("options --maximize {other} -- ./tool -a -b"));
        let refused = "the argument '--maximize' cannot be used with";
        assert!(shown.code == 2 && shown.stderr.contains(refused), "{shown}");
    }
}

#[test]
fn the_arguments_that_matter_are_left_with_their_values_in_order() {
    let env = tool();
    assert_snapshot!(env.run("options --jobs 1 -- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -I src -std=c99"), @"
    ./tool -a -o out src/in.txt
    the failure to keep: exit code 3, stderr: tool: crash
    tool: 2 of 9 arguments matter, found in 12 tests, [TIME]
    tests: 5 fail, 6 pass, 1 unresolved (another failure: exit code 2, stderr: tool: no file out: 1)
    1-minimal by words: 3 single removals of words tested
    other failures met: 1, in ./tool.options.dwindle/[RUN]/other-failures
    result: standard output
    => 0
    ");
    assert_eq!(env.names(), ["more.rsp", "src", "tool", "tool.options.dwindle"]);
}

#[test]
fn a_value_that_is_none_is_taken_apart_in_the_end() {
    let env = TestEnv::new();
    env.script("tool", "case \" $* \" in *' x '*) echo crash >&2; exit 3;; esac");
    // `-v x` is taken for one argument.
    assert_eq!(answer(&env, &["options"], "--jobs 1 -- ./tool -g -v x -w"), "./tool x\n");
    // Somebody says that it is one.
    assert_eq!(answer(&env, &["options", "--group", "-v x"], "-- ./tool -g -v x -w"), "./tool -v x\n");
}

#[test]
fn groups_go_together_and_what_is_kept_stays() {
    let env = TestEnv::new();
    env.script("tool", "case \" $* \" in *' -fb '*) echo crash >&2; exit 3;; esac");
    let line = "-- ./tool -fa -g -fb -O2 -fc";
    assert_eq!(answer(&env, &["options", "--group", "-f.*"], line), "./tool -fa -fb -fc\n");
    assert_eq!(answer(&env, &["options", "--keep", "-O.", "--keep", "-fa"], line), "./tool -fa -fb -O2\n");
}

#[test]
fn files_stay_unless_all_may_go() {
    let env = TestEnv::new();
    env.file("a.txt", "").script("tool", "echo crash >&2; exit 3");
    assert_eq!(answer(&env, &["options"], "-- ./tool -c a.txt"), "./tool a.txt\n");
    assert_eq!(answer(&env, &["options", "--all"], "-- ./tool -c a.txt"), "./tool\n");
}

#[test]
fn files_are_laid_where_the_arguments_name_them() {
    let env = tool();
    std::fs::create_dir(env.path("here")).unwrap();
    env.file("here/x.cfg", "");
    env.script(
        "tool",
        "[ -f src/in.txt ] && [ -f \"$2\" ] && [ -f here/x.cfg ] && { echo crash >&2; exit 3; }; :",
    );
    let shown = env.run("options -- ./tool ./src/in.txt src/in.txt --config=here/x.cfg -g");
    assert_eq!(shown.stdout, "./tool ./src/in.txt src/in.txt\n", "{shown}");
}

#[test]
fn a_failure_that_needs_no_argument_says_so() {
    let env = TestEnv::new();
    env.script("tool", "echo crash >&2; exit 3");
    assert_snapshot!(env.run("options --jobs 1 -- ./tool -a -b"), @"
    ./tool
    the failure to keep: exit code 3, stderr: crash
    tool: none of 2 arguments matters, found in 2 tests, [TIME]
    tests: 1 fail, 0 pass, 0 unresolved
    result: standard output
    => 0
    ");
}

#[test]
fn what_prevents_a_failure_is_found_again_and_again() {
    let env = tool();
    let run = |again: &[&str]| {
        let words = [&["options", "--jobs", "1", "--prevent", "-g -p -O2 --cure -q -w"], again].concat();
        self::run(&env, &words, "-- ./tool -a -o out src/in.txt")
    };
    assert_snapshot!(run(&[]), @"
    ./tool -a -o out src/in.txt -p -q
    the failure to prevent: exit code 3, stderr: tool: crash
    tool: 2 of 6 arguments prevent the failure, found in 9 tests, [TIME]
    tests: 4 fail, 4 pass, 0 unresolved
    1-minimal by arguments: 2 single removals of arguments tested
    result: standard output
    => 0
    ");
    assert_snapshot!(run(&["--again"]), @"
    ./tool -a -o out src/in.txt -p -q
    ./tool -a -o out src/in.txt --cure
    the failure to prevent: exit code 3, stderr: tool: crash
    going on: 10 tests known from before
    tool: 2 answers, of 2 and 1 of 6 arguments; the 3 that are left do not prevent the failure, found in 14 tests, [TIME]
    tests: 7 fail, 6 pass, 0 unresolved
    result: standard output
    => 0
    ");
}

#[test]
fn what_prevents_stands_where_its_place_is() {
    let env = TestEnv::new();
    env.script("tool", "[ \"$2\" = --cure ] || { echo crash >&2; exit 3; }");
    let found = answer(&env, &["options", "--prevent", "--cure -g"], "-- ./tool -a {} -b");
    assert_eq!(found, "./tool -a --cure -b\n");
}

#[test]
fn programs_are_told_arguments_command_and_line() {
    let env = tool();
    let shown = env.run("options --message-format json --jobs 1 -- ./tool -a -g @more.rsp src/in.txt");
    assert_snapshot!(shown.stdout.lines().next().unwrap(), @r#"{"type":"start","data":{"format":1,"version":"0.1.0","command":"options","input":{"text":"tool.options"},"jobs":1}}"#);
    assert_snapshot!(last(&shown), @r#"{"data":{"answers":[{"arguments":[[{"text":"-a"}],[{"text":"-o"},{"text":"out"}]],"command":[{"text":"./tool"},{"text":"-a"},{"text":"-o"},{"text":"out"},{"text":"src/in.txt"}],"line":"./tool -a -o out src/in.txt"}],"asked":10,"exit":0,"flakiness":null,"input_size":32,"minimality":[{"removals":3,"unit":"words"}],"other_failures":{"folder":{"text":"./tool.options.dwindle/[RUN]/other-failures"},"signatures":["exit code 2, stderr: tool: no file out"]},"result":[],"result_size":21,"seconds":null,"stop":null,"tests":{"fail":4,"pass":5,"reasons":[{"reason":"another failure: exit code 2, stderr: tool: no file out","times":1}],"unresolved":1}},"type":"end"}"#);
}

#[test]
fn the_result_is_the_same_at_any_number_of_jobs() {
    let env = tool();
    let found: Vec<Value> = [1, 2, 4]
        .map(|jobs| {
            let line = format!("options --fresh --message-format json --jobs {jobs}");
            let shown =
                env.run(&format!("{line} -- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -k 1 -l 2"));
            let end = last(&shown)["data"].clone();
            serde_json::json!([end["answers"], end["asked"], end["result_size"], end["minimality"]])
        })
        .to_vec();
    assert_eq!(found[0][0][0]["line"], "./tool -a -o out src/in.txt");
    assert_eq!((&found[0], &found[0]), (&found[1], &found[2]));
}

#[test]
fn the_same_command_goes_on_where_the_budget_ended() {
    let env = tool();
    let line = "-- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -k 1 -l 2";
    let stopped = env.run(&format!("options --jobs 1 --budget 4 {line}"));
    assert_eq!(stopped.code, 6, "{stopped}");
    assert!(stopped.stdout.starts_with("./tool ") && stopped.stdout.contains(" -o out "), "{stopped}");
    let shown = env.run(&format!("options --jobs 1 {line}"));
    assert!(shown.stderr.contains("going on: 6 tests known from before\n"), "{shown}");
    assert_eq!(shown.stdout, "./tool -a -o out src/in.txt\n");
    let again = env.run(&format!("options --jobs 1 {line}"));
    assert_eq!((again.stdout, again.code), (shown.stdout, 0));
}

#[test]
fn bad_input_is_told_with_what_to_do() {
    let env = tool();
    let check = |words: &[&str], rest: &str| {
        let shown = run(&env, &[&["options"], words].concat(), rest);
        assert!(shown.stdout.is_empty(), "{shown}");
        shown.to_string()
    };
    assert_snapshot!(check(&[], "--"), @"
    error: the following required arguments were not provided:
      <COMMAND>...

    Usage: dwindle options [OPTIONS] -- COMMAND...
           dwindle options [OPTIONS] --prevent WORDS -- COMMAND...

    For more information, try '--help'.
    => 2
    ");
    assert_snapshot!(check(&[], "./tool -a"), @"
    error: unexpected argument './tool' found

    Usage: dwindle options [OPTIONS] -- COMMAND...
           dwindle options [OPTIONS] --prevent WORDS -- COMMAND...

    For more information, try '--help'.
    => 2
    ");
    assert_snapshot!(check(&[], "-- ./tool -a @nowhere.rsp"), @"
    error: response file @nowhere.rsp: there is no such file
      hint: if it is no response file, say so: --keep @nowhere.rsp
    => 2
    ");
    assert_snapshot!(check(&["--group", "-a -zz"], "-- ./tool -a -b"), @"
    error: --group '-a -zz': no word of the command is -zz
      hint: give a word of the command, or a regular expression for whole words
    => 2
    ");
    assert_snapshot!(check(&["--group", "'-a"], "-- ./tool -a -b"), @"
    error: --group '-a: a quote in it does not end
      hint: words are parted by blanks; quote those that have blanks in them
    => 2
    ");
    assert_snapshot!(check(&["--keep", "-zz"], "-- ./tool -a -b"), @"
    error: --keep -zz: no word of the command is -zz
      hint: give a word of the command, or a regular expression for whole words
    => 2
    ");
    assert_snapshot!(check(&["--prevent", "-g -w"], "-- ./tool -a -o out src/in.txt"), @"
    the failure to prevent: exit code 3, stderr: tool: crash
    error: these words do not prevent the failure: with all of them it is still there
      hint: name more, or others; all of them together have to make the command pass
    => 3
    ");
    assert_snapshot!(check(&["--prevent", "-g -w"], "-- ./tool -a src/in.txt"), @"
    error: the command does not fail: ./tool -a src/in.txt
      ran:     [DIR]/tool -a src/in.txt
      in:      [SCRATCH]/work
      ended:   exit code 0
      by hand: [DIR]/tool -a src/in.txt
      hint: it ran in a directory of its own, with the files that its arguments name: name what else it reads with --with PATH
      hint: a command fails when it ends with another exit code than 0, or by a signal
    => 3
    ");
    assert_snapshot!(check(&["--prevent", " "], "-- ./tool -a src/in.txt"), @"
    error: --prevent: there is no word in it that could be left out
      hint: name what may prevent the failure, as --prevent '-fno-inline -O0'
    => 2
    ");
    assert_snapshot!(check(&[], "-- ./tool -a src/in.txt"), @"
    error: the command does not fail: ./tool -a src/in.txt
      ran:     [DIR]/tool -a src/in.txt
      in:      [SCRATCH]/work
      ended:   exit code 0
      by hand: [DIR]/tool -a src/in.txt
      hint: it ran in a directory of its own, with the files that its arguments name: name what else it reads with --with PATH
      hint: a command fails when it ends with another exit code than 0, or by a signal
    => 3
    ");
    assert_snapshot!(check(&[], "-- ./tool src/in.txt"), @"
    error: nothing to leave out: all arguments of the command stay
      hint: words that name files stay unless --all is given, others by --keep
    => 2
    ");
    assert_snapshot!(check(&[], "-- ./tool"), @"
    error: nothing to leave out: the command has no arguments
    => 2
    ");
    assert_snapshot!(check(&["--algorithm", "hdd"], "-- ./tool -a"), @"
    error: invalid value 'hdd' for '--algorithm <NAME>'
      [possible values: dwindle, one-minimal, ddmin, ddmin-complement, dd, probdd, cdd, wddmin]

      tip: a similar value exists: 'cdd'

    For more information, try '--help'.
    => 2
    ");
}

/// The case of the paper's kind, where there is a GCC whose sum is wrong.
fn kahan() -> Option<TestEnv> {
    let env = TestEnv::new();
    let case: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/kahan");
    for name in ["sum.c", "check.sh", "options.txt", "cures.txt"] {
        std::fs::copy(case.join(name), env.path(name)).unwrap();
    }
    #[expect(clippy::disallowed_methods, reason = "tests run programs")]
    let compiled = std::process::Command::new("sh")
        .args(["-c", "./check.sh -O1 && ! ./check.sh $(cat options.txt) && ! ./check.sh -Ofast; rm -f sum"])
        .current_dir(env.path(""))
        .output();
    let is_there =
        compiled.is_ok_and(|output| output.status.success() && output.stderr == b"wrong sum\nwrong sum\n");
    if !is_there {
        passed_over("no gcc here that gets testdata/kahan wrong");
    }
    is_there.then_some(env)
}

#[test]
fn four_of_forty_options_of_a_real_compiler_are_found_in_few_tests() {
    let Some(env) = kahan() else { return };
    let (n, k) = (40.0_f64, 4);
    let choices: f64 = (0..k).map(|i| (n - f64::from(i)) / f64::from(i + 1)).product();
    let bound = choices.log2() + f64::from(k);
    for jobs in [1, 4] {
        let line = format!("options --fresh --message-format json --jobs {jobs} -- ./check.sh @options.txt");
        let shown = env.run(&line);
        let end = &last(&shown)["data"];
        assert_eq!(
            end["answers"][0]["line"],
            "./check.sh -O1 -fassociative-math -fno-signed-zeros -fno-trapping-math",
            "{shown}"
        );
        let tests = end["asked"].as_f64().unwrap();
        assert!(tests <= 2.0 * bound, "{tests} tests, more than twice {bound:.1}");
    }
}

#[test]
fn a_real_compiler_is_right_with_all_but_one_of_forty_options() {
    let Some(env) = kahan() else { return };
    let found: Vec<String> = ["1", "4"]
        .map(|jobs| {
            answer(&env, &["options", "--fresh", "--maximize", "--jobs", jobs], "-- ./check.sh @options.txt")
        })
        .to_vec();
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].split_whitespace().count(), 40, "the program and 39 options");
    let needed = ["-O1", "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math"];
    let left_out = needed.iter().filter(|&&option| !found[0].split_whitespace().any(|word| word == option));
    assert_eq!(left_out.count(), 1, "{}", found[0]);
}

#[test]
fn four_options_of_a_real_compiler_each_prevent_a_failure() {
    let Some(env) = kahan() else { return };
    let found = answer(&env, &["options", "--again", "--prevent", "@cures.txt"], "-- ./check.sh -Ofast");
    let mut cures: Vec<&str> =
        found.lines().map(|line| line.strip_prefix("./check.sh -Ofast ").unwrap()).collect();
    cures.sort_unstable();
    let expected =
        ["-fno-associative-math", "-fno-unsafe-math-optimizations", "-fsigned-zeros", "-ftrapping-math"];
    assert_eq!(cures, expected);
}
