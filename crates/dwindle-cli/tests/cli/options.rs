//! Which arguments of a command matter.

mod sides;

use insta::assert_snapshot;
use serde_json::Value;

use crate::env::TestEnv;

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
    env.script("tool", TOOL).file("src/in.txt", "bug\n");
    env.file("more.rsp", "-g '-w x'\n-o out");
    env
}

#[test]
fn the_arguments_that_matter_are_left_with_their_values_in_order() {
    let env = tool();
    assert_snapshot!(env.run("options --jobs 1 -- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -I src -std=c99"), @"
    ./tool -a -o out src/in.txt
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 12 candidates: 5 still fail (kept), 6 pass, 1 unresolved (another failure: exit code 2, stderr: tool: no file out: 1)
    ran 23 tests: 12 for these, 11 to confirm results
    other failures found: 1, in ./tool.options.dwindle/[RUN]/other-failures
    result: standard output
    tool: 2 of 9 arguments matter, found in 12 tests, [TIME]; none of the 3 words can be removed
    => 0
    ");
    assert_eq!(env.names(), ["more.rsp", "src", "tool", "tool.options.dwindle"]);
}

#[test]
fn a_value_that_is_none_is_taken_apart_in_the_end() {
    let env = TestEnv::new();
    env.script("tool", "case \" $* \" in *' x '*) echo crash >&2; exit 3;; esac");
    // `-v x` is taken for one argument.
    assert_eq!(env.answer(&["options"], "--jobs 1 -- ./tool -g -v x -w"), "./tool x\n");
    // Somebody says that it is one.
    assert_eq!(env.answer(&["options", "--group", "-v x"], "-- ./tool -g -v x -w"), "./tool -v x\n");
}

#[test]
fn groups_go_together_and_what_is_kept_stays() {
    let env = TestEnv::new();
    env.script("tool", "case \" $* \" in *' -fb '*) echo crash >&2; exit 3;; esac");
    let line = "-- ./tool -fa -g -fb -O2 -fc";
    assert_eq!(env.answer(&["options", "--group", "-f.*"], line), "./tool -fa -fb -fc\n");
    assert_eq!(env.answer(&["options", "--keep", "-O.", "--keep", "-fa"], line), "./tool -fa -fb -O2\n");
}

#[test]
fn files_stay_unless_all_may_go() {
    let env = TestEnv::new();
    env.file("a.txt", "").script("tool", "echo crash >&2; exit 3");
    assert_eq!(env.answer(&["options"], "-- ./tool -c a.txt"), "./tool a.txt\n");
    assert_eq!(env.answer(&["options", "--all"], "-- ./tool -c a.txt"), "./tool\n");
}

#[test]
fn files_are_laid_where_the_arguments_name_them() {
    let env = tool();
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
    asked about 2 candidates: 2 still fail (kept), 0 pass, 0 unresolved
    ran 4 tests: 1 for these, 3 to confirm results; 1 answered from memory
    result: standard output
    tool: none of 2 arguments matters, found in 2 tests, [TIME]
    => 0
    ");
}

#[test]
fn what_prevents_a_failure_is_found_again_and_again() {
    let env = tool();
    let run = |again: &[&str]| {
        let words = [&["options", "--jobs", "1", "--prevent", "-g -p -O2 --cure -q -w"], again].concat();
        env.run_with(&words, "-- ./tool -a -o out src/in.txt")
    };
    assert_snapshot!(run(&[]), @"
    ./tool -a -o out src/in.txt --cure
    the failure to prevent: exit code 3, stderr: tool: crash
    asked about 7 candidates: 5 without the failure (kept), 2 with it, 0 unresolved
    ran 9 tests: 6 for these, 3 to confirm results; 1 answered from memory
    result: standard output
    tool: 1 of 6 arguments prevents the failure, found in 7 tests, [TIME]; no argument can be removed
    => 0
    ");
    assert_snapshot!(run(&["--again"]), @"
    ./tool -a -o out src/in.txt --cure
    ./tool -a -o out src/in.txt -p -q
    the failure to prevent: exit code 3, stderr: tool: crash
    continuing: 8 tests known from an earlier run
    asked about 15 candidates: 9 without the failure (kept), 6 with it, 0 unresolved
    ran 14 tests: 8 for these, 6 to confirm results; 7 answered from memory
    result: standard output
    tool: 2 answers, with 1 and 2 of 6 arguments; the remaining 3 do not prevent the failure, found in 15 tests, [TIME]
    => 0
    ");
}

#[test]
fn what_prevents_stands_where_its_place_is() {
    let env = TestEnv::new();
    env.script("tool", "[ \"$2\" = --cure ] || { echo crash >&2; exit 3; }");
    let found = env.answer(&["options", "--prevent", "--cure -g"], "-- ./tool -a {} -b");
    assert_eq!(found, "./tool -a --cure -b\n");
}

#[test]
fn programs_are_told_arguments_command_and_line() {
    let env = tool();
    let shown = env.run("options --message-format json --jobs 1 -- ./tool -a -g @more.rsp src/in.txt");
    assert_snapshot!(shown.stdout.lines().next().unwrap(), @r#"{"type":"start","data":{"format":2,"version":"0.1.0","command":"options","input":{"text":"tool.options"},"jobs":1}}"#);
    assert_snapshot!(shown.steady(), @r#"{"data":{"answers":[{"arguments":[[{"text":"-a"}],[{"text":"-o"},{"text":"out"}]],"command":[{"text":"./tool"},{"text":"-a"},{"text":"-o"},{"text":"out"},{"text":"src/in.txt"}],"line":"./tool -a -o out src/in.txt"}],"asked":10,"exit":0,"flakiness":null,"input_size":32,"minimality":[{"removals":3,"unit":"words"}],"other_failures":{"folder":{"text":"./tool.options.dwindle/[RUN]/other-failures"},"signatures":["exit code 2, stderr: tool: no file out"]},"result":[],"result_size":21,"seconds":null,"stop":null,"tests":{"ahead":0,"confirming":11,"fail":4,"pass":5,"ran":21,"reasons":[{"reason":"another failure: exit code 2, stderr: tool: no file out","times":1}],"remembered":0,"unresolved":1},"tokens":null},"type":"end"}"#);
}

#[test]
fn the_result_is_the_same_at_any_number_of_jobs() {
    let env = tool();
    let found: Vec<Value> = [1, 2, 4]
        .map(|jobs| {
            let line = format!("options --fresh --message-format json --jobs {jobs}");
            let shown =
                env.run(&format!("{line} -- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -k 1 -l 2"));
            let end = shown.steady()["data"].clone();
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
    assert!(shown.stderr.contains("continuing: 6 tests known from an earlier run\n"), "{shown}");
    assert_eq!(shown.stdout, "./tool -a -o out src/in.txt\n");
    let again = env.run(&format!("options --jobs 1 {line}"));
    assert_eq!((again.stdout, again.code), (shown.stdout, 0));
}

#[test]
fn bad_input_is_told_with_what_to_do() {
    let env = tool();
    let check = |words: &[&str], rest: &str| {
        let shown = env.run_with(&[&["options"], words].concat(), rest);
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
    error: missing -- before the command ./tool

      tip: did you mean: dwindle options -- ./tool -a

    Usage: dwindle options [OPTIONS] -- COMMAND...
           dwindle options [OPTIONS] --prevent WORDS -- COMMAND...

    For more information, try '--help'.
    => 2
    ");
    assert_snapshot!(check(&[], "-- ./tool -a @nowhere.rsp"), @"
    error: response file @nowhere.rsp: no such file
      hint: if it is not a response file, keep it as it is: --keep @nowhere.rsp
    => 2
    ");
    assert_snapshot!(check(&["--group", "-a -zz"], "-- ./tool -a -b"), @"
    error: --group '-a -zz': the command has no word -zz
      hint: give a word of the command, or a regular expression for whole words
    => 2
    ");
    assert_snapshot!(check(&["--group", "'-a"], "-- ./tool -a -b"), @"
    error: --group '-a: unterminated quote
      hint: words are separated by blanks; quote a word that contains blanks
    => 2
    ");
    assert_snapshot!(check(&["--keep", "-zz"], "-- ./tool -a -b"), @"
    error: --keep -zz: the command has no word -zz
      hint: give a word of the command, or a regular expression for whole words
    => 2
    ");
    assert_snapshot!(check(&["--prevent", "-g -w"], "-- ./tool -a -o out src/in.txt"), @"
    the failure to prevent: exit code 3, stderr: tool: crash
    error: these words do not prevent the failure: it still occurs with all of them
      hint: name more or other words: with all of them, the command has to pass
    => 3
    ");
    assert_snapshot!(check(&["--prevent", "-g -w"], "-- ./tool -a src/in.txt"), @"
    error: the command does not fail: ./tool -a src/in.txt
      ran:     [DIR]/tool -a src/in.txt
      in:      [SCRATCH]/work
      ended:   exit code 0
      by hand: [DIR]/tool -a src/in.txt
      hint: it ran in a directory of its own, with the files that its arguments name: name other files that it reads with --with PATH
      hint: a command fails if it ends with an exit code other than 0, or by a signal
    => 3
    ");
    assert_snapshot!(check(&["--prevent", " "], "-- ./tool -a src/in.txt"), @"
    error: --prevent: no words given
      hint: name words that may prevent the failure, such as --prevent '-fno-inline -O0'
    => 2
    ");
    assert_snapshot!(check(&[], "-- ./tool -a src/in.txt"), @"
    error: the command does not fail: ./tool -a src/in.txt
      ran:     [DIR]/tool -a src/in.txt
      in:      [SCRATCH]/work
      ended:   exit code 0
      by hand: [DIR]/tool -a src/in.txt
      hint: it ran in a directory of its own, with the files that its arguments name: name other files that it reads with --with PATH
      hint: a command fails if it ends with an exit code other than 0, or by a signal
    => 3
    ");
    assert_snapshot!(check(&[], "-- ./tool src/in.txt"), @"
    error: nothing to remove: all arguments of the command are kept
      hint: arguments that name files are kept unless --all is given, and others because of --keep
    => 2
    ");
    assert_snapshot!(check(&[], "-- ./tool"), @"
    error: nothing to remove: the command has no arguments
    => 2
    ");
    assert_snapshot!(check(&["--algorithm", "hdd"], "-- ./tool -a"), @"
    error: invalid value 'hdd' for '--algorithm <NAME>'
      [possible values: dwindle, one-minimal, ddmin, ddmin-complement, dd, probdd, cdd, wddmin, depth-first]

      tip: a similar value exists: 'cdd'

    For more information, try '--help'.
    => 2
    ");
}

#[test]
fn the_command_is_written_to_a_file_that_is_named() {
    let env = tool();
    let line = "--jobs 1 -- ./tool -x c -a -O2 @more.rsp src/in.txt";
    assert_snapshot!(env.run_with(&["options", "-o", "found.sh"], line), @"
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 12 candidates: 5 still fail (kept), 6 pass, 1 unresolved (another failure: exit code 2, stderr: tool: no file out: 1)
    ran 23 tests: 12 for these, 11 to confirm results
    other failures found: 1, in ./tool.options.dwindle/[RUN]/other-failures
    result: found.sh
    tool: 2 of 6 arguments matter, found in 12 tests, [TIME]; none of the 3 words can be removed
    => 0
    ");
    assert_eq!(env.read("found.sh"), "./tool -a -o out src/in.txt\n");
    let isolate = env.run_with(&["options", "-q", "--isolate", "-o", "both.sh"], line);
    assert_eq!((isolate.code, isolate.stdout.as_str()), (0, ""), "{isolate}");
    assert_eq!(env.read("both.sh"), "./tool -o out src/in.txt\n./tool -a -o out src/in.txt\n");
    let maximize = env.run_with(&["options", "-q", "--maximize", "-o", "most.sh"], line);
    assert_eq!(maximize.code, 0, "{maximize}");
    assert_eq!(env.read("most.sh"), "./tool -x c -O2 -g '-w x' -o out src/in.txt\n");
    let dash = env.run_with(&["options", "-q", "-o", "-"], line);
    assert_eq!(dash.stdout, "./tool -a -o out src/in.txt\n");
    env.file("mine.sh", "mine\n");
    let refused = env.run_with(&["options", "-o", "mine.sh"], line);
    assert!(refused.code == 2 && env.read("mine.sh") == "mine\n", "{refused}");
    let shown = env.run_with(&["options", "--maximize", "--fresh", "--budget", "1", "-o", "none.sh"], line);
    assert!(!shown.stderr.contains("result:") && !env.path("none.sh").exists(), "{shown}");
}

#[test]
fn two_dashes_end_the_options_and_are_no_argument() {
    let env = tool();
    let line = "--jobs 1 -- ./tool -x c -a -o out -- src/in.txt";
    assert_snapshot!(env.run_with(&["options"], line), @"
    ./tool -a -o out -- src/in.txt
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 7 candidates: 1 still fails (kept), 5 pass, 1 unresolved (another failure: exit code 2, stderr: tool: no file out: 1)
    ran 10 tests: 7 for these, 3 to confirm results
    other failures found: 1, in ./tool.options.dwindle/[RUN]/other-failures
    result: standard output
    tool: 2 of 3 arguments matter, found in 7 tests, [TIME]; none of the 3 words can be removed
    => 0
    ");
    assert_snapshot!(env.run_with(&["options", "--all"], line).stdout, @"./tool -a -o out -- src/in.txt");
}
