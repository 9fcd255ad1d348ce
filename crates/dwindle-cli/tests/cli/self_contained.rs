//! `reduce --self-contained`: the source first, and then what it is after preprocessing.

use std::fs;
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::Value;

use crate::env::TestEnv;
use crate::schema::Schema;

/// A source that includes a header, and a compiler that finds `needed` in the two. With -E it prints what `print` does.
fn source(print: &str) -> TestEnv {
    let env = TestEnv::new();
    env.file("main.c", "int one;\n#include \"part.h\"\nint two;\n");
    let numbered =
        |from: u32, to: u32| (from..to).map(|n| format!("int x{n};")).collect::<Vec<_>>().join("\n");
    let part = format!("{}\nint needed;\n{}\n", numbered(0, 17), numbered(18, 40));
    env.file("part.h", part);
    let dir = env.path("").display().to_string();
    let body = format!(
        "for word; do case $word in -E) print=1;; -*) ;; *) file=$word;; esac; done\n\
         [ $print ] || echo run >>{dir}log\n\
         whole() {{ while read -r line; do case $line in '#include \"part.h\"') cat {dir}part.h;; *) echo \"$line\";; esac; done <$file; }}\n\
         [ $print ] && {{ {print}; exit; }}\n\
         whole | grep -q needed && {{ echo 'error: needed' >&2; exit 1; }}\n\
         exit 0"
    );
    env.script("gcc", &body);
    env
}

const RUN: &str = "reduce --sandbox off --unit lines -j 1 --self-contained main.c -- ./gcc -c {}";

fn runs(env: &TestEnv) -> usize {
    env.read("log").lines().count()
}

#[test]
fn a_source_is_reduced_and_then_what_is_left_with_its_headers() {
    let env = source("whole");
    assert_snapshot!(env.run(RUN), @"
    the failure to keep: exit code 1, stderr: error: needed
    the source: main.min.c, 18 bytes; preprocessed by [DIR]/gcc {} -E -w: 353 bytes
    asked about 12 candidates: 6 still fail (kept), 6 pass, 0 unresolved
    ran 25 tests: 10 for these, 15 to confirm results; 2 answered from memory
    the source, with its #include lines: main.min.c, 18 bytes
    result: main.self-contained.c
    36 → 12 bytes (3 tokens) in 12 tests, [TIME]; no line can be removed
    => 0
    ");
    assert_eq!(
        [env.read("main.min.c"), env.read("main.self-contained.c")],
        ["#include \"part.h\"\n", "int needed;\n"]
    );
    // The same again takes what is known, for both.
    let before = runs(&env);
    assert_eq!(env.run(RUN).code, 0);
    assert!(runs(&env) - before < 20, "{} runs", runs(&env) - before);
}

#[test]
fn without_it_the_summary_names_it_where_headers_are_left() {
    let env = source("whole");
    let shown = env.run("reduce --unit lines -j 1 main.c -- ./gcc -c {}");
    assert_snapshot!(shown.stderr.lines().next_back().unwrap_or_default(), @"it still includes headers; to reduce these, too: dwindle reduce --self-contained --unit lines -j 1 main.c -- ./gcc -c {}");
    // And it goes on from there.
    let before = runs(&env);
    assert_eq!(env.run(RUN).code, 0);
    assert_eq!(env.read("main.self-contained.c"), "int needed;\n");
    assert!(runs(&env) > before);
    // A test script says nothing of how to preprocess.
    env.script("test.sh", "! ./gcc -c main.c");
    let shown = env.run("reduce --unit lines -j 1 --with gcc ./test.sh main.c");
    assert!(shown.code == 0 && !shown.stderr.contains("--self-contained"), "{shown}");
}

#[test]
fn a_command_of_the_users_preprocesses_for_a_script_and_results_go_where_they_are_asked_for() {
    let env = source("whole");
    env.script("test.sh", "grep -q 'needed\\|include' main.c");
    env.script("expand.sh", "sed 's/^#include.*/int a;\\nint needed;\\n/' $1");
    let expand = env.path("expand.sh").display().to_string() + " {}";
    let run = |output: &str| {
        let words =
            ["reduce", "--unit", "lines", "-j", "1", "--self-contained", "--preprocess", &expand, "-o"];
        env.run_words(words.into_iter().chain([output, "./test.sh", "main.c"]))
    };
    let shown = run("out.c");
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!(
        [env.read("out.c"), env.read("out.self-contained.c")],
        ["#include \"part.h\"\n", "int needed;\n"]
    );
    let shown = run("-");
    assert_eq!((shown.code, shown.stdout.as_str()), (0, "int needed;\n"), "{shown}");
}

#[test]
fn a_failure_that_preprocessing_loses_leaves_the_source() {
    let env = source("echo int a");
    assert_snapshot!(env.run(RUN), @"
    the failure to keep: exit code 1, stderr: error: needed
    asked about 4 candidates: 2 still fail (kept), 2 pass, 0 unresolved
    ran 7 tests: 3 for these, 4 to confirm results; 1 answered from memory
    not self-contained: the failure is gone after preprocessing
    result: main.min.c
    36 → 18 bytes (1 token) in 4 tests, [TIME]; no line can be removed
    => 3
    ");
    assert_eq!(env.read("main.min.c"), "#include \"part.h\"\n");
    assert!(!env.path("main.self-contained.c").exists());
}

#[test]
fn a_source_that_includes_nothing_any_more_is_self_contained() {
    let env = source("whole");
    env.file("main.c", "#include \"part.h\"\nint needed;\n");
    env.file("part.h", "int x;\n");
    let shown = env.run(RUN);
    assert!(shown.code == 0 && shown.stderr.contains("the result includes no other file"), "{shown}");
}

#[test]
fn what_cannot_be_preprocessed_is_said_before_anything_is_reduced() {
    let env = source("echo 'main.c:2:10: fatal error: part.h: No such file or directory' >&2; exit 1");
    assert_snapshot!(env.run(RUN), @"
    the failure to keep: exit code 1, stderr: error: needed
    error: cannot preprocess main.c: main.c:2:10: fatal error: part.h: No such file or directory
      ran: [DIR]/gcc {} -E -w
      hint: it runs in a directory of its own: name headers that lie beside the input with --with
      hint: or name another command that preprocesses: --preprocess 'CMD {}'
    => 2
    ");
    assert!(
        !env.path("main.min.c").exists() || env.read("main.min.c").contains("one"),
        "nothing was reduced"
    );
    env.script("test.sh", "grep -q needed main.c");
    assert_snapshot!(env.run("reduce --self-contained ./test.sh main.c"), @"
    error: --self-contained: test.sh is not a known compiler, so it is not known how to preprocess
      hint: name the command that preprocesses, with {} for the file: --preprocess 'g++ -E {}'
    => 2
    ");
    assert_snapshot!(env.run("reduce --self-contained --preprocess cpp ./test.sh main.c"), @"
    error: --preprocess: the command does not contain {}
      hint: put it where the path of the source belongs: --preprocess 'g++ -E {}'
    => 2
    ");
    env.file("main.py", "needed\n");
    assert_snapshot!(env.run("reduce --self-contained ./test.sh main.py"), @"
    error: --self-contained: python has no preprocessor
      hint: leave --self-contained out, or name a command that puts in what the input includes, with --preprocess 'CMD {}'
    => 2
    ");
    assert_snapshot!(env.run("reduce --self-contained ./test.sh ."), @"
    error: --self-contained: the input is not one file
      hint: reduce the directory without it, and then its source file with it, the others named with --with
    => 2
    ");
    assert_snapshot!(env.run("reduce --preprocess cpp ./test.sh main.c"), @"
    error: the following required arguments were not provided:
      --self-contained

    Usage: dwindle reduce [OPTIONS] INPUT... -- COMMAND...
           dwindle reduce [OPTIONS] TEST INPUT...

    For more information, try '--help'.
    => 2
    ");
}

#[test]
fn a_run_that_is_killed_in_its_second_search_goes_on_there() {
    let env = source("whole");
    assert_eq!(env.run(RUN).code, 0);
    let alone = runs(&env);
    let env = source("whole");
    let mut child = env.start(RUN);
    while !env.path("main.self-contained.c").exists() {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it was killed");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(env.read("main.self-contained.c").contains("needed"), "the result fails at every moment");
    assert_eq!(env.read("main.min.c"), "#include \"part.h\"\n");
    assert_eq!(env.run(RUN).code, 0);
    assert_eq!(env.read("main.self-contained.c"), "int needed;\n");
    // What was in flight, and the checks of both searches.
    assert!(runs(&env) <= alone + 24, "{} runs, alone {alone}", runs(&env));
}

#[test]
fn a_budget_is_one_for_both_searches() {
    let env = source("whole");
    let first = env.run("reduce --unit lines -j 1 main.c -- ./gcc -c {}");
    assert_eq!(first.code, 0, "{first}");
    fs::remove_dir_all(env.path("main.c.dwindle")).unwrap();
    fs::remove_file(env.path("main.min.c")).unwrap();
    for budget in ["1", "6", "10"] {
        let shown = env.run(&RUN.replace("-j 1", &format!("-j 1 --budget {budget}")));
        assert!(shown.code == 6 && shown.stderr.contains("stopped: the budget is spent"), "{shown}");
    }
    assert_eq!(env.run(RUN).code, 0);
    assert_eq!(env.read("main.self-contained.c"), "int needed;\n");
}

#[test]
fn a_budget_of_time_ends_the_second_search_too() {
    let env = source("whole");
    // What hangs is a part of the preprocessed text.
    let script = env
        .read("gcc")
        .replace("whole | grep", "grep -q needed $file && ! grep -q x39 $file && sleep 600; whole | grep");
    env.file("gcc", script);
    let shown = env.run("reduce -j 1 --timeout 900s --budget 3s --self-contained main.c -- ./gcc -c {}");
    assert!(shown.code == 6 && shown.stderr.contains("stopped: the budget is spent"), "{shown}");
    assert!(env.read("main.min.c").contains("include"));
}

#[test]
fn programs_are_told_of_both_searches() {
    let env = source("whole");
    let schema = Schema::of_messages();
    let shown = env.run(&RUN.replace("-j 1", "-j 1 --message-format json"));
    let records = shown.messages();
    for record in &records {
        schema.check(record).unwrap();
    }
    let end = &records.last().unwrap()["data"];
    assert_eq!(end["result"][0]["text"], "[DIR]/main.self-contained.c");
    assert_eq!(end["self_contained"]["source"]["text"], "[DIR]/main.min.c");
    assert_eq!(end["self_contained"]["source_size"], 18);
    let number = |value: &Value| value.as_u64().unwrap();
    let tests = &end["tests"];
    assert_eq!(
        number(&end["asked"]),
        ["fail", "pass", "unresolved"].iter().map(|kind| number(&tests[*kind])).sum::<u64>()
    );
    let shown = env.run("reduce --unit lines -j 1 --message-format json main.c -- ./gcc -c {}");
    let last = shown.last();
    schema.check(&last).unwrap();
    assert!(last["data"]["next"].as_str().unwrap().contains("--self-contained"), "{last}");
}
