//! Tests that make something anew at a fixed place, where two at once look at each other's.

use std::thread::available_parallelism;

use crate::env::TestEnv;

const WARNING: &str = "warning: one test runs at a time, since each makes [DIR]/project/";

/// What is said of a run with the usual jobs of a script that works in `project`; none where one job is usual here.
fn said(script: &str, options: &str) -> Option<String> {
    if available_parallelism().map_or(1, usize::from) == 1 {
        return None;
    }
    let env = TestEnv::with_lines();
    env.file("project/old", "");
    env.file("script.sh", script.replace("PROJECT", &env.path("project").display().to_string()));
    env.script("test.sh", &format!(". {}", env.path("script.sh").display()));
    let shown = env
        .run(&format!("reduce --unit lines {} ./test.sh input.txt", options.replace("PROJECT", "project")));
    assert_eq!((shown.code, &*env.read("input.min.txt")), (0, "line 3\nline 11\n"), "{shown}");
    Some(shown.stderr)
}

const LOOKS: &str = "grep -qx 'line 3' \"$at\" && grep -qx 'line 11' \"$at\"";

#[test]
fn tests_that_share_a_file_run_one_at_a_time_unless_jobs_are_named() {
    // Beside another one it looks at that one's candidate.
    for makes in [
        "cp input.txt $at",
        "rm -f $at; cat input.txt >>$at",
        "mkdir $at.lock; cat input.txt >$at; rmdir $at.lock",
    ] {
        let script = format!("at=PROJECT/copy; {makes}; sleep 0.01; {LOOKS}");
        for options in ["", "--allow-write PROJECT"] {
            let Some(said) = said(&script, options) else { return };
            assert!(
                said.contains(WARNING) && said.contains(" anew: two at once could look at"),
                "{makes}: {said}"
            );
            assert!(!said.contains("begins anew"), "{makes}: {said}");
        }
    }
    let harmless = format!("at=input.txt; cp $at PROJECT/copy; {LOOKS}");
    let Some(said) = said(&harmless, "--jobs 2") else { return };
    assert!(!said.contains(WARNING), "{said}");
}

#[test]
fn tests_that_share_nothing_but_a_log_or_a_cache_run_as_many_at_once_as_before() {
    for changes in [
        "echo x >>PROJECT/log",
        ": >PROJECT/$$; rm PROJECT/$$",
        "mkdir -p PROJECT/.cache/a; : >PROJECT/.cache/a/b",
    ] {
        for options in ["", "--allow-write PROJECT"] {
            let Some(said) = said(&format!("at=input.txt; {changes}; {LOOKS}"), options) else { return };
            assert!(!said.contains(WARNING), "{changes}: {said}");
        }
    }
}

#[test]
fn a_result_of_few_questions_that_does_not_fail_alone_is_no_result() {
    let env = TestEnv::with_lines();
    env.file("input.txt", "a\nb\n");
    // The first that is smaller is taken for one that fails, and no other run of it.
    let once = env.path("once");
    let script =
        format!("[ $(wc -l <input.txt) = 2 ] && exit 0; [ -s input.txt ] && mkdir {}", once.display());
    env.script("test.sh", &script);
    let shown = env.run("reduce --sandbox off --unit lines --jobs 2 ./test.sh input.txt");
    assert!(
        shown.stderr.contains("warning: the search begins anew, one test at a time: alone its result"),
        "{shown}"
    );
    assert_eq!((shown.code, env.read("input.min.txt").lines().count()), (0, 2), "{shown}");
    // What was asked beside other tests is not known any more.
    let again = env.run("reduce --sandbox off --unit lines --jobs 2 ./test.sh input.txt");
    assert!(!again.stderr.contains("anew"), "{again}");
    assert_eq!((again.code, env.read("input.min.txt").lines().count()), (0, 2), "{again}");
}
