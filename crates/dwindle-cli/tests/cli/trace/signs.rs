//! The signs of executed lines, and what is said beside them of what a slice may lack.

use crate::env::TestEnv;

#[test]
fn nothing_is_said_not_to_matter_that_only_left_undone_what_would() {
    let env = TestEnv::new();
    // The count of the wrong target is lowered, so the right one is never ready.
    let program = "waiting = {'a': 0, 'b': 1}\nready = ['a']\ncounted = 0\nwhile ready:\n    name = ready.pop()\n    \
                   for user in ['b']:\n        counted += 1\n        waiting[name] -= 1\n        if waiting[user] == 0:\n            \
                   ready.append(user)\nif waiting['b'] > 0:\n    raise ValueError('a ring')\n";
    env.file("order.py", program);
    let shown = env.run("trace --jobs 1 -- python3 order.py");
    assert!(shown.stdout.contains("  ~               8          waiting[name] -= 1"), "{shown}");
    assert!(shown.stdout.contains("  .               3  counted = 0"), "{shown}");
    assert!(shown.stdout.contains(". not needed: the same without it"), "{shown}");
    assert!(shown.stderr.contains("(~): a fault can lie in what was not done there"), "{shown}");
    assert!(!shown.to_string().contains("does not matter"), "{shown}");
}

/// The second call undoes what the first does, so neither is needed; and no name says that they change what is printed.
#[test]
fn nothing_is_said_not_to_be_needed_without_which_alone_the_outcome_is_another_one() {
    let env = TestEnv::new();
    let program = "data = {'n': 1}\nsame = [data]\nunused = 3\ndef twice(items):\n    for item in items:\n        item['n'] *= 2\n\
                   def half(things):\n    for thing in things:\n        thing['n'] //= 2\ntwice(same)\nhalf(same)\nprint(data['n'])\n";
    env.file("undone.py", program);
    let shown = env.run("trace --jobs 1 -- python3 undone.py");
    for line in [
        "  ~               6          item['n'] *= 2",
        "  ~               9          thing['n'] //= 2",
        "  ~              10  twice(same)",
        "  ~              11  half(same)",
        "  .               3  unused = 3",
    ] {
        assert!(shown.stdout.contains(line), "{line}: {shown}");
    }
}

#[test]
fn files_of_the_program_that_are_not_traced_are_named() {
    let env = TestEnv::new();
    env.file("more.pl", "$main::more = 3;\n");
    env.file("main.pl", "do './more.pl';\nprint $main::more + 1;\n");
    env.file("elsewhere/extra.py", "MORE = 3\n");
    env.file("app/main.py", "import sys\nsys.path.insert(0, 'elsewhere')\nimport extra\nprint(extra.MORE)\n");
    for (program, file) in [("perl main.pl", "more.pl"), ("python3 app/main.py", "elsewhere/extra.py")] {
        let shown = env.run(&format!("trace --jobs 1 -- {program}"));
        let said = format!("not traced, so nothing was left out of it: {file}\n");
        assert!(shown.stderr.contains(&said), "{shown}");
    }
}

#[test]
fn the_listing_fits_in_100_columns() {
    let env = TestEnv::new();
    let folder = "a/project/with/folders/of/names/that/are/rather/long/for/a/terminal/of/80/columns/in/all/of/them/or/so";
    let long = "'x' * 9 + 'a text that takes so many columns that nothing fits in beside it, and then some more of it'";
    env.file(
        format!("{folder}/program.py"),
        format!("word = {long}\nnumber = len(word) * 1000000\nprint(word, number)\n"),
    );
    let shown = env.run(&format!("trace --jobs 1 --quiet -- python3 {folder}/program.py"));
    let listing: Vec<&str> = shown.stdout.lines().collect();
    assert!(listing.iter().all(|line| line.chars().count() <= 100), "{shown}");
    assert!(listing[0].starts_with(".../") && listing[0].ends_with("/program.py"), "{shown}");
    let list = |what: &str| listing.iter().any(|line| line.contains("/program.py:2") && line.contains(what));
    assert!(list("number: 99000000"), "{shown}");
}

#[test]
fn a_level_that_the_tracer_does_not_know_is_refused_with_the_strictest() {
    let env = TestEnv::new();
    env.file("names.py", "print(1)\n");
    let shown = env.run("trace --jobs 1 --control exact -- python3 names.py");
    assert!(shown.stderr.contains("--control strict is the strictest that it knows"), "{shown}");
}
