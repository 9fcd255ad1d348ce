//! The signs of executed lines, and what is said beside them of what a slice may lack.

use std::fs;

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
#[expect(clippy::disallowed_methods, reason = "a compiler is started")]
fn each_executed_line_has_a_sign_and_what_cannot_be_left_out_a_reason() {
    if std::process::Command::new("cc").arg("--version").output().is_err() {
        return;
    }
    let env = TestEnv::new();
    let program = "#include <stdio.h>\nstatic double half(double v) {\n    return v / 2;\n}\nstatic float twice(float v) {\n    \
                   double w = v;\n    return w * 2;\n}\nint main(void) {\n    double v = twice(1);\n    int unused = 3;\n    \
                   printf(\"%g\\n\",\n           half(v));\n    return 0;\n}\n";
    env.file("half.c", program);
    let built = std::process::Command::new("cc")
        .args(["-g", "-O0", "half.c", "-o", "half"])
        .current_dir(env.path("."))
        .status()
        .unwrap();
    assert!(built.success());
    assert_snapshot!(env.run("trace --jobs 1 --quiet -- ./half"), @r#"
    half.c
                      1  #include <stdio.h>
      +               2  static double half(double v) {
      +               3      return v / 2;
      +               4  }
      +               5  static float twice(float v) {
      *       1/1     6      double w = v;
      +               7      return w * 2;
      +               8  }
      +               9  int main(void) {
      *       1/1    10      double v = twice(1);
      .              11      int unused = 3;
      *       1/1    12      printf("%g\n",
                     13             half(v));
      +              14      return 0;
      +              15  }

            2  half.c:10             double v = twice(1);                          v: 2
            4  half.c:6              double w = v;                                 w: 1
            7  half.c:12             printf("%g\n",

    * matters (how many of its executions)  ? decides the way  + cannot be left out
    ~ not needed, but may matter by what it did not do  . not needed: the same without it
    + it settles what the function returns: half.c:3, half.c:7, half.c:14
    => 0
    "#);
}

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
    fs::create_dir_all(env.path("app")).unwrap();
    fs::create_dir_all(env.path("elsewhere")).unwrap();
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
    fs::create_dir_all(env.path(folder)).unwrap();
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

/// A sum is compared with what it should be, so that any other wrong one would come to the same exit code.
const WRONG: &str = "#include <stdlib.h>\nstatic int sum_of(const int *values, int n) {\n    int sum = 0;\n    for (int i = 1; i < n; i++)\n        \
    sum += values[i];\n    return sum;\n}\nint main(void) {\n    int values[] = {3, 1, 4};\n    int sum = sum_of(values, 3);\n    if (sum != 8)\n        \
    abort();\n    return 0;\n}\n";

#[test]
#[expect(clippy::disallowed_methods, reason = "the test compiles its program")]
fn a_native_program_is_asked_for_all_that_conditions_compare_and_a_lower_level_says_what_it_may_lack() {
    let env = TestEnv::new();
    env.file("wrong.c", WRONG);
    let compiles = |name: &str| {
        let mut compiler = std::process::Command::new("cc");
        compiler.args(["-g", "-w", "-o", name, &format!("{name}.c")]).current_dir(env.path("."));
        compiler.status().is_ok_and(|status| status.success())
    };
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) || !compiles("wrong") {
        return;
    }
    let of = |control: &str| env.run(&format!("trace --jobs 1 {control} -- ./wrong"));
    let found = of("");
    for said in [
        "?               4      for (int i = 1; i < n; i++)",
        "*       1/1    10      int sum = sum_of(values, 3);",
        "storage: what was not initialised held 0x7f, 0xe1 and 0x00 in each byte",
        "control: exact, ",
    ] {
        assert!(found.to_string().contains(said), "{said}: {found}");
    }
    assert!(!found.stderr.contains("--control"), "{found}");
    let nothing = of("--control recorded");
    for said in [
        "+              12          abort();",
        "nothing that can be left out matters",
        "ask again with --control exact",
        "wrong: 0 of ",
    ] {
        assert!(nothing.to_string().contains(said), "{said}: {nothing}");
    }
    assert!(of("--control strict").stderr.contains("from other values: ask again with --control exact"));
    env.file("reads.c", "#include <stdio.h>\nint main(void) {\n    int a;\n    if (a > 0)\n        puts(\"yes\");\n    puts(\"no\");\n    return 0;\n}\n");
    assert!(compiles("reads"));
    let reads = env.run("trace --jobs 1 -- ./reads");
    assert!(reads.stderr.contains("the program reads storage that it never initialised: "), "{reads}");
    let words = "trace --jobs 1 --control exact -- python3 names.py";
    env.file("names.py", "print(1)\n");
    assert!(env.run(words).stderr.contains("--control strict is the strictest that it knows"));
}
