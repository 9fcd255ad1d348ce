//! Passes that are programs: when they run, what becomes of their answers, and what is said of trouble.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, test_kill_process};

use crate::env::{Shown, TestEnv, signal};

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

/// Six words of which `clang_delta` makes shorter ones, one at a time, and all but one may be. It keeps what it was given.
fn words(env: &TestEnv) {
    env.file("crash.c", format!("int unused;\n{}", "int f() { return 1 + alpha; }\n".repeat(6)));
    let six = "[ $(grep -oE '(alpha|beta);' crash.c | wc -l) -ge 6 ]";
    env.script("test.sh", &format!("grep -q alpha crash.c && {six}"));
    let body = r#"
        log=${0%/*}/log
        case $1 in --transformations) echo shorter;;
        --query*) cat "$2" >> "$log"; echo >> "$log"
            echo "Available transformation instances: $(grep -o alpha "$2" | wc -l)";;
        *) sed "s/alpha/beta/${2#--counter=}" "$3";; esac"#;
    env.script("clang_delta", body);
}

#[test]
fn jobs_and_a_resumption_change_nothing_of_what_comes_of_clang_delta() {
    let env = TestEnv::new();
    words(&env);
    let run = |more: &[&str]| {
        let mut command = env.command();
        command.env("DWINDLE_CLANG_DELTA", env.path("clang_delta")).args(["reduce", "--minify"]);
        let shown = env.shown(&command.args(more).args(["./test.sh", "crash.c"]).output().unwrap());
        let asked = shown.stderr.lines().find(|line| line.starts_with("asked about ")).map(str::to_owned);
        (env.read("crash.min.c"), asked.unwrap_or_else(|| panic!("{shown}")))
    };
    let alone = run(&["--jobs", "1", "--fresh"]);
    assert_eq!(alone.0.matches("beta").count(), 5, "{alone:?}");
    for jobs in ["2", "8"] {
        assert_eq!(run(&["--jobs", jobs, "--fresh"]), alone, "at {jobs} jobs");
    }
    let tests: u64 = alone.1.split_whitespace().nth(2).unwrap().parse().unwrap();
    for left in [1, 3, 6] {
        run(&["--jobs", "2", "--fresh", "--budget", &(tests - left).to_string()]);
        assert_eq!(run(&["--jobs", "2"]), alone, "{left} before the end");
    }
}

#[test]
fn clang_delta_is_asked_only_about_what_no_pass_of_ours_makes_smaller() {
    let env = TestEnv::new();
    words(&env);
    let shown = reduce(&env, &[]);
    assert_eq!(shown.code, 0, "{shown}");
    let left = env.read("crash.min.c");
    assert_eq!((left.matches("beta;").count(), left.len()), (5, 31), "{left}");
    // What our passes leave, or prove that they leave, and what they leave of what came of that. The rest of the input goes before.
    let log = env.read("log");
    let mut asked: Vec<&str> = log.lines().collect();
    asked.dedup();
    assert!((2..6).contains(&asked.len()) && asked.last() == Some(&&*left), "{asked:?}");
    assert!(asked.iter().all(|text| !text.contains("int")), "{asked:?}");
}

#[test]
fn clang_delta_is_never_asked_about_a_long_text() {
    for (bytes, is_asked) in [(15_000, true), (17_000, false)] {
        let env = TestEnv::new();
        env.file("crash.c", format!("int a[] = {{ {} }};\n", "1,".repeat(bytes / 2)));
        env.script("test.sh", &format!("[ $(wc -c < crash.c) -ge {bytes} ]"));
        let asked = env.path("asked");
        env.script(
            "clang_delta",
            &format!("echo >> {}; echo 'Available transformation instances: 0'", asked.display()),
        );
        let shown = reduce(&env, &["--passes", "lines,clang-delta"]);
        assert!(shown.code == 0 && asked.exists() == is_asked, "{bytes}: {shown}");
    }
}

#[test]
fn no_process_of_clang_delta_is_left_after_a_kill() {
    let env = program();
    clang_delta(&env, "echo $$ > \"${0%/*}/pid\"; sleep 600");
    let mut command = env.command();
    command.env("DWINDLE_CLANG_DELTA", env.path("clang_delta")).args(["reduce", "./test.sh", "crash.c"]);
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let pid = env.path("pid");
    let pid = loop {
        match fs::read_to_string(&pid).ok().and_then(|pid| pid.trim().parse().ok()) {
            Some(pid) => break Pid::from_raw(pid).unwrap(),
            None => sleep(Duration::from_millis(20)),
        }
    };
    signal(&child, Signal::KILL);
    child.wait().unwrap();
    for _ in 0..100 {
        if test_kill_process(pid).is_err() {
            return;
        }
        sleep(Duration::from_millis(100));
    }
    panic!("process {pid:?} of clang_delta is left");
}
