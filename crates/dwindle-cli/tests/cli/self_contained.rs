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
    let part: String = (0..40).map(|n| format!("int {};\n", if n == 17 { "needed".to_owned() } else { format!("x{n}") })).collect();
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

const RUN: &str = "reduce --unit lines -j 1 --self-contained main.c -- ./gcc -c {}";

fn runs(env: &TestEnv) -> usize {
    env.read("log").lines().count()
}

#[test]
fn a_source_is_reduced_and_then_what_is_left_with_its_headers() {
    let env = source("whole");
    assert_snapshot!(env.run(RUN), @"");
    assert_eq!([env.read("main.min.c"), env.read("main.self-contained.c")], ["#include \"part.h\"\n", "int needed;\n"]);
    // The same again takes what is known, for both.
    let before = runs(&env);
    assert_eq!(env.run(RUN).code, 0);
    assert!(runs(&env) - before < 20, "{} runs", runs(&env) - before);
}

#[test]
fn without_it_the_summary_names_it_where_headers_are_left() {
    let env = source("whole");
    let shown = env.run("reduce --unit lines -j 1 main.c -- ./gcc -c {}");
    assert_snapshot!(shown.stderr.lines().next_back().unwrap_or_default(), @"");
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
        let words = ["reduce", "--unit", "lines", "-j", "1", "--self-contained", "--preprocess", &expand, "-o"];
        env.run_words(words.iter().chain(&[output, "./test.sh", "main.c"]))
    };
    let shown = run("out.c");
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!([env.read("out.c"), env.read("out.self-contained.c")], ["#include \"part.h\"\n", "int needed;\n"]);
    let shown = run("-");
    assert_eq!((shown.code, shown.stdout.as_str()), (0, "int needed;\n"), "{shown}");
}

#[test]
fn a_failure_that_preprocessing_loses_leaves_the_source() {
    let env = source("echo int a");
    assert_snapshot!(env.run(RUN), @"");
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
    assert_snapshot!(env.run(RUN), @"");
    assert!(!env.path("main.min.c").exists() || env.read("main.min.c").contains("one"), "nothing was reduced");
    env.script("test.sh", "grep -q needed main.c");
    assert_snapshot!(env.run("reduce --self-contained ./test.sh main.c"), @"");
    assert_snapshot!(env.run("reduce --self-contained --preprocess cpp ./test.sh main.c"), @"");
    env.file("main.py", "needed\n");
    assert_snapshot!(env.run("reduce --self-contained ./test.sh main.py"), @"");
    assert_snapshot!(env.run("reduce --self-contained ./test.sh ."), @"");
    assert_snapshot!(env.run("reduce --preprocess cpp ./test.sh main.c"), @"");
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
    for budget in ["1", "12"] {
        let shown = env.run(&RUN.replace("-j 1", &format!("-j 1 --budget {budget}")));
        assert!(shown.code == 6 && shown.stderr.contains("stopped: the budget is spent"), "{shown}");
    }
    assert_eq!(env.run(RUN).code, 0);
    assert_eq!(env.read("main.self-contained.c"), "int needed;\n");
}

#[test]
fn programs_are_told_of_both_searches() {
    let env = source("whole");
    let schema = Schema::of_messages();
    let shown = env.run(&RUN.replace("-j 1", "-j 1 --message-format json"));
    let records: Vec<Value> = shown.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    records.iter().for_each(|record| schema.check(record).unwrap());
    let end = &records.last().unwrap()["data"];
    assert_eq!(end["result"][0]["text"], "[DIR]/main.self-contained.c");
    assert_eq!(end["self_contained"]["source"]["text"], "[DIR]/main.min.c");
    assert_eq!(end["self_contained"]["source_size"], 18);
    let number = |value: &Value| value.as_u64().unwrap();
    let tests = &end["tests"];
    assert_eq!(number(&end["asked"]), ["fail", "pass", "unresolved"].iter().map(|kind| number(&tests[kind])).sum());
    let shown = env.run("reduce --unit lines -j 1 --message-format json main.c -- ./gcc -c {}");
    let last: Value = serde_json::from_str(shown.stdout.lines().next_back().unwrap()).unwrap();
    schema.check(&last).unwrap();
    assert!(last["data"]["next"].as_str().unwrap().contains("--self-contained"), "{last}");
}
