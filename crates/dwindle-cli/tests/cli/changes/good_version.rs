//! A good version that fails: what is shown of it, and what is proposed.

use insta::assert_snapshot;

use crate::env::TestEnv;

/// Two versions, of which `new` has a line that breaks it.
fn two_versions() -> TestEnv {
    let env = TestEnv::new();
    for (dir, line) in [("old", "fine"), ("new", "boom")] {
        env.file(format!("{dir}/a.txt"), format!("begin\n{line}\nend\n"));
    }
    env
}

fn run(env: &TestEnv, options: &[&str], test: &[&str]) -> crate::env::Shown {
    let words = ["changes", "--jobs", "1", "--good-dir", "old", "--bad-dir", "new"];
    env.run_words(words.iter().chain(options).chain(&["--"]).chain(test))
}

#[test]
fn what_ran_on_it_is_shown_with_its_end_and_its_output() {
    let env = two_versions();
    assert_snapshot!(run(&env, &[], &["sh", "-c", "cat needed.txt; exit 1"]), @"
    error: the good version fails too: old..new
      ran:     /usr/bin/sh -c 'cat needed.txt; exit 1'
      in:      [SCRATCH]/work
      ended:   exit code 1
      stderr:  cat: needed.txt: No such file or directory
      hint: if the test needs a file that this version does not have, copy it into each candidate: --with PATH
      hint: if it fails for another reason there, let the test exit with 125 in that case, or describe the failure: --bad-matches REGEX
      hint: if it is the same failure, name an older good version
    => 3
    ");
}

#[test]
fn what_the_test_names_and_the_version_lacks_is_proposed_and_the_proposal_works() {
    let env = two_versions();
    env.script("tests/check.sh", "! grep -q boom a.txt");
    let shown = run(&env, &[], &["sh", "tests/check.sh"]);
    assert_snapshot!(shown, @"
    error: the good version fails too: old..new
      ran:     /usr/bin/sh tests/check.sh
      in:      [SCRATCH]/work
      ended:   exit code 2
      stderr:  /usr/bin/sh: 0: cannot open tests/check.sh: No such file
      hint: tests/check.sh is not in the good version; copy it into each candidate: --with tests/check.sh -- sh check.sh
      hint: if it fails for another reason there, let the test exit with 125 in that case, or describe the failure: --bad-matches REGEX
      hint: if it is the same failure, name an older good version
    => 3
    ");
    let hint = shown.stderr.lines().find_map(|line| line.split_once("each candidate: ")).unwrap().1;
    let (options, test) = hint.split_once(" -- ").unwrap();
    let options: Vec<&str> = options.split(' ').collect();
    let test: Vec<&str> = test.split(' ').collect();
    let shown = run(&env, &options, &test);
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.starts_with("a.txt: line 2 replaced by line 2\n"), "{shown}");
}

#[test]
fn versions_that_are_swapped_are_noticed_and_the_options_for_them_shown() {
    let env = two_versions();
    let words = ["changes", "--jobs", "1", "--good-dir", "new", "--bad-dir", "old", "--"];
    let test = ["sh", "-c", "! grep boom a.txt"];
    let shown = env.run_words(words.iter().chain(&test));
    assert_snapshot!(shown, @"
    error: the bad version passes: new..old
      ran:     /usr/bin/sh -c '! grep boom a.txt'
      in:      [SCRATCH]/work
      ended:   exit code 0
      hint: a version is bad if its test exits with a code from 1 to 124, and good if it exits with 0
      hint: did you swap good and bad? The good version fails; try dwindle changes --good-dir old --bad-dir new --jobs 1 -- sh -c '! grep boom a.txt'
    => 3
    ");
    let line = shown.stderr.lines().find_map(|line| line.split_once("; try dwindle ")).unwrap().1;
    let words = line.split_once(" -- ").unwrap().0.split(' ').chain(["--"]);
    assert_eq!(env.run_words(words.chain(test)).code, 0);
}

#[test]
fn a_good_version_that_fails_only_once_is_said_to_be_inconsistent() {
    let env = two_versions();
    let at = env.path("ran");
    // The second run on it passes.
    let body = format!("grep -q boom a.txt && exit 1; test -e {0} || {{ touch {0}; exit 1; }}", at.display());
    let shown = run(&env, &["--sandbox", "off"], &["sh", "-c", &body]);
    assert_eq!(shown.code, 4, "{shown}");
    assert!(
        shown.stderr.contains(
            "the test gives inconsistent results: the outcome of the good version was fail, and then it passed"
        ),
        "{shown}"
    );
}
