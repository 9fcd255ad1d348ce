//! Passes that are programs: when they run, what becomes of their answers, and what is said of trouble.

use crate::env::{Shown, TestEnv};

/// An input of which nothing can be removed, though something else would do.
fn program() -> TestEnv {
    let env = TestEnv::new();
    env.file("crash.c", "int a[2][3];\n");
    env.script("test.sh", "grep -qxE 'int a(\\[2\\]\\[3\\]|\\[6\\]);' crash.c");
    env
}

/// Lays a program in the place of `clang_delta`: one transformation, and what it does with the file.
fn clang_delta(env: &TestEnv, does: &str) {
    let body = format!(
        "case $1 in --transformations) echo reduce-array-dim;;\n\
         --query*) echo 'Available transformation instances: 1';;\n\
         *) {does};; esac"
    );
    env.script("clang_delta", &body);
}

fn reduce(env: &TestEnv, more: &[&str]) -> Shown {
    let mut command = env.command();
    command.env("DWINDLE_CLANG_DELTA", env.path("clang_delta")).args(["reduce", "--minify", "--jobs", "1"]);
    env.shown(&command.args(more).args(["./test.sh", "crash.c"]).output().unwrap())
}

#[test]
fn clang_delta_is_asked_without_an_option_and_belongs_to_the_run() {
    let env = program();
    clang_delta(&env, "sed 's/.2..3./[6]/' \"$3\"");
    let shown = reduce(&env, &[]);
    assert_eq!((shown.code, env.read("crash.min.c").as_str()), (0, "int a[6];"), "{shown}");
    let again = reduce(&env, &[]);
    assert!(again.stderr.contains("continuing: "), "{again}");
    let without = reduce(&env, &["--skip-pass", "clang-delta"]);
    assert!(!without.stderr.contains("continuing: "), "{without}");
    clang_delta(&env, "cat \"$3\" && exit 0");
    let other = reduce(&env, &[]);
    assert!(!other.stderr.contains("continuing: ") && other.stderr.contains("clang_delta"), "{other}");
}

#[test]
fn what_is_longer_first_is_kept_if_it_is_shorter_in_the_end() {
    let env = TestEnv::new();
    env.file("crash.c", "int a[2][3];\n");
    env.script("test.sh", "grep -qxE 'int a.2..3.;' crash.c || grep -q 'int b' crash.c");
    clang_delta(&env, "echo 'int ab; int b; c;'");
    let shown = reduce(&env, &[]);
    assert_eq!((shown.code, env.read("crash.min.c").as_str()), (0, "int b"), "{shown}");
    // What comes to nothing leaves no trace but tests.
    env.script("test.sh", "grep -q 'int a.2..3.;' crash.c");
    clang_delta(&env, "echo 'int d; int a[2][3];'");
    let shown = reduce(&env, &["--fresh"]);
    assert_eq!((shown.code, env.read("crash.min.c").as_str()), (0, "int a[2][3];"), "{shown}");
}

#[test]
fn what_is_wrong_with_clang_delta_is_told_once_and_the_run_goes_on() {
    let env = program();
    clang_delta(&env, "kill -SEGV $$");
    let shown = reduce(&env, &[]);
    let told = "clang_delta: reduce-array-dim ended with signal 11; such transformations are passed over";
    assert!(shown.code == 0 && shown.stderr.matches(told).count() == 1, "{shown}");
    assert!(shown.stderr.contains("can be removed"), "what is proved is proved: {shown}");
    assert_eq!(env.read("crash.min.c"), "int a[2][3];");
}

#[test]
fn a_run_is_stopped_while_a_program_hangs() {
    let env = program();
    clang_delta(&env, "sleep 50");
    let shown = reduce(&env, &["--budget", "3s"]);
    assert!(shown.code == 6 && shown.stderr.contains("stopped: the budget is spent"), "{shown}");
}

#[test]
fn a_program_of_ones_own_is_asked() {
    let env = program();
    let answers = r#"
        read -r line; echo '{"languages":["c"]}'
        while read -r line; do
            f=${line#*file\":\"} f=${f%%\"*}
            if grep -q '2..3' "$f"; then echo '{"rewrites":[[{"start":5,"end":11,"with":"[6]"}]]}'
            else echo '{"rewrites":[]}'; fi
        done"#;
    env.script("rewrite.sh", answers);
    let shown = reduce(&env, &["--skip-pass", "clang-delta", "--external-pass", "./rewrite.sh"]);
    assert_eq!((shown.code, env.read("crash.min.c").as_str()), (0, "int a[6];"), "{shown}");
    let shown = reduce(&env, &["--skip-pass", "clang-delta", "--external-pass", "echo hello"]);
    let told = "the external pass `echo hello` is left out: it answered `hello`";
    assert!(shown.code == 0 && shown.stderr.contains(told), "{shown}");
}

#[test]
fn passes_without_their_program_are_refused() {
    let env = program();
    let chosen = |name: &str| env.run(&format!("reduce --passes {name} ./test.sh crash.c"));
    insta::assert_snapshot!(chosen("clang-delta"), @"
    error: --passes clang-delta: there is no clang_delta for this input
      hint: it works on C and C++, and comes with C-Vise and C-Reduce; DWINDLE_CLANG_DELTA names another place
    => 2
    ");
    insta::assert_snapshot!(chosen("external"), @"
    error: --passes external: no program is named
      hint: name one with --external-pass 'CMD'
    => 2
    ");
}
