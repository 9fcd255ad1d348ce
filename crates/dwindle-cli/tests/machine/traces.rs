//! `dwindle trace` on native programs: the paper's, and one that crashes.

use std::path::Path;

use insta::assert_snapshot;
use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

/// What the native tracer is for.
pub(super) const NATIVE: &str =
    "test \"$(uname -sm)\" = 'Linux x86_64' && ldd --version 2>&1 | grep -qi -e glibc -e gnu";

pub(super) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 7] = [
        (
            "each_executed_line_has_a_sign_and_what_cannot_be_left_out_a_reason",
            each_executed_line_has_a_sign_and_what_cannot_be_left_out_a_reason,
        ),
        (
            "a_native_program_is_asked_for_all_that_conditions_compare_and_a_lower_level_says_what_it_may_lack",
            a_native_program_is_asked_for_all_that_conditions_compare_and_a_lower_level_says_what_it_may_lack,
        ),
        (
            "of_many_executions_of_a_line_only_those_are_kept_that_matter",
            of_many_executions_of_a_line_only_those_are_kept_that_matter,
        ),
        (
            "a_native_program_that_does_not_end_is_told_with_its_place",
            a_native_program_that_does_not_end_is_told_with_its_place,
        ),
        (
            "the_assignment_of_null_is_in_the_slice_of_a_crash",
            the_assignment_of_null_is_in_the_slice_of_a_crash,
        ),
        (
            "native_programs_that_cannot_be_traced_are_refused",
            native_programs_that_cannot_be_traced_are_refused,
        ),
        ("programs_that_read_the_terminal_are_refused", programs_that_read_the_terminal_are_refused),
    ];
    let needs = [
        Need::Program("gcc"),
        Need::Program("perl"),
        Need::Program("script"),
        Need::Holds("not x86-64 Linux", NATIVE),
    ];
    tests.map(|(name, test)| trial(name, &needs, test)).into()
}

/// A program in a directory of its own, built with these options.
fn built(name: &str, options: &str) -> TestEnv {
    let env = TestEnv::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dwindle-trace/testdata/c").join(name);
    std::fs::copy(source, env.path(name)).unwrap();
    compile(&env, name, options);
    env
}

fn compile(env: &TestEnv, name: &str, options: &str) {
    #[expect(clippy::disallowed_methods, reason = "tests run programs")]
    let mut compiler = std::process::Command::new("gcc");
    compiler.current_dir(env.path("")).args(options.split(' ')).args(["-o", "prog", name]);
    assert!(compiler.status().unwrap().success());
}

fn the_assignment_of_null_is_in_the_slice_of_a_crash() {
    let env = built("names.c", "-g -O0");
    let shown = env.run("trace --message-format json -- ./prog");
    let end = shown.last();
    let data = &end["data"];
    assert_eq!((shown.code, data["control"].as_str()), (0, Some("exact")), "{shown}");
    let executions = data["executions"].as_array().unwrap();
    assert!(data["of"].as_u64().unwrap() > 250 && executions.len() <= 30, "{data}");
    let cause = executions.iter().find(|it| it["text"] == "item->name = NULL;").unwrap();
    let change = &cause["values"][0];
    assert_eq!((change["name"].as_str(), change["after"].as_str()), (Some("item->name"), Some("0x0")));
    assert!(change["before"].as_str().unwrap().starts_with("0x5"), "{cause}");
    // The same at another number of jobs.
    let again = env.run("trace --fresh --jobs 1 --message-format json -- ./prog");
    let end = again.last();
    assert_eq!(&end["data"]["executions"], &data["executions"]);
}

fn native_programs_that_cannot_be_traced_are_refused() {
    let shown = built("names.c", "-g -O2").run("trace -- ./prog");
    assert_eq!(shown.code, 5, "{shown}");
    assert!(shown.stderr.starts_with("error: the program cannot be traced: "), "{shown}");
    assert!(shown.stderr.contains("was built with optimisation"), "{shown}");
    let differs = "#include <stdio.h>\nint main(void) {\n    int runs = 0;\n    FILE *file = fopen(\"runs\", \"a+\");\n    \
                   while (getc(file) != EOF)\n        runs++;\n    putc('x', file);\n    return 0;\n}\n";
    let shown = compiled("differs.c", differs).run("trace -- ./prog");
    assert_eq!(shown.code, 4, "{shown}");
    assert!(shown.stderr.contains("does not do the same in each run: executed statement "), "{shown}");
}

/// A program in C in a directory of its own.
fn compiled(name: &str, source: &str) -> TestEnv {
    let env = TestEnv::new();
    env.file(name, source);
    compile(&env, name, "-g -O0 -w");
    env
}

fn each_executed_line_has_a_sign_and_what_cannot_be_left_out_a_reason() {
    let program = "#include <stdio.h>\nstatic double half(double v) {\n    return v / 2;\n}\nstatic float twice(float v) {\n    \
                   double w = v;\n    return w * 2;\n}\nint main(void) {\n    double v = twice(1);\n    int unused = 3;\n    \
                   printf(\"%g\\n\",\n           half(v));\n    return 0;\n}\n";
    let env = compiled("half.c", program);
    assert_snapshot!(env.run("trace --jobs 1 --quiet -- ./prog"), @r#"
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

/// A sum is compared with what it should be, so that any other wrong one would come to the same exit code.
const WRONG: &str = "#include <stdlib.h>\nstatic int sum_of(const int *values, int n) {\n    int sum = 0;\n    for (int i = 1; i < n; i++)\n        \
    sum += values[i];\n    return sum;\n}\nint main(void) {\n    int values[] = {3, 1, 4};\n    int sum = sum_of(values, 3);\n    if (sum != 8)\n        \
    abort();\n    return 0;\n}\n";

fn a_native_program_is_asked_for_all_that_conditions_compare_and_a_lower_level_says_what_it_may_lack() {
    let env = compiled("wrong.c", WRONG);
    let of = |control: &str| env.run(&format!("trace --jobs 1 {control} -- ./prog"));
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
        "prog: 0 of ",
    ] {
        assert!(nothing.to_string().contains(said), "{said}: {nothing}");
    }
    assert!(of("--control strict").stderr.contains("from other values: ask again with --control exact"));
    let reads = compiled(
        "reads.c",
        "#include <stdio.h>\nint main(void) {\n    int a;\n    if (a > 0)\n        puts(\"yes\");\n    puts(\"no\");\n    return 0;\n}\n",
    );
    let reads = reads.run("trace --jobs 1 -- ./prog");
    assert!(reads.stderr.contains("the program reads storage that it never initialised: "), "{reads}");
}

/// Ten calls of one function, of which one lowers the sum too far; the others are executions of the same lines.
const CALLS: &str = "#include <stdlib.h>\nstatic int cents = 500;\nstatic void take(int many) {\n    int taken = many * 100;\n    if (many > 8)\n        \
    cents = -1;\n    (void)taken;\n}\nint main(void) {\n    for (int i = 0; i < 10; i++)\n        take(i);\n    if (cents < 0)\n        \
    abort();\n    return 0;\n}\n";

fn of_many_executions_of_a_line_only_those_are_kept_that_matter() {
    let env = compiled("calls.c", CALLS);
    let shown = env.run("trace --jobs 1 --quiet -- ./prog");
    for said in [
        "*      1/10    11          take(i);",
        "*       1/1     6          cents = -1;",
        ".               4      int taken",
    ] {
        assert!(shown.stdout.contains(said), "{said}: {shown}");
    }
}

fn a_native_program_that_does_not_end_is_told_with_its_place() {
    let loops = "static int turn(int n) {\n    for (;;) n++;\n}\nint main(void) {\n    return turn(1);\n}\n";
    let shown = compiled("loops.c", loops).run("trace --timeout 2s -- ./prog");
    let said = "did not end: it had executed 4 statements, and was at loops.c:2, in turn\n";
    assert!(shown.stderr.contains(said), "{shown}");
}

fn programs_that_read_the_terminal_are_refused() {
    let reads = "#include <stdio.h>\nint main(void) {\n    char line[80] = \"\";\n    FILE *file = fopen(\"/dev/tty\", \"r\");\n    \
                 if (file)\n        fgets(line, 80, file);\n    return line[0];\n}\n";
    let env = compiled("reads.c", reads);
    env.file(
        "asks.c",
        "#include <unistd.h>\nint main(void) {\n    char *word = getpass(\"? \");\n    return word[0];\n}\n",
    );
    env.file("asks.py", "import getpass\nword = getpass.getpass()\nprint(word)\n");
    env.file(
        "reads.pl",
        "my $word = 1;\nopen my $file, '<', '/dev/tty' or die;\n$word = <$file>;\nprint $word;\n",
    );
    for program in ["./prog", "python3 asks.py", "perl reads.pl"] {
        let shown = at_terminal(&env, program);
        assert!(
            shown.contains("reads from the terminal") && shown.contains("ended with 5"),
            "{program}: {shown}"
        );
    }
    compile(&env, "asks.c", "-g");
    let shown = at_terminal(&env, "./prog");
    assert!(shown.contains("reads from the terminal"), "{shown}");
    let here = |process: &Path| std::fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd == env.path(""));
    let left: Vec<_> =
        std::fs::read_dir("/proc").unwrap().map(|it| it.unwrap().path()).filter(|it| here(it)).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// What is shown on a terminal where a program is to be traced.
fn at_terminal(env: &TestEnv, program: &str) -> String {
    let dwindle = env.command();
    let line = format!("{} trace -- {program}; echo ended with $?", dwindle.get_program().display());
    #[expect(clippy::disallowed_methods, reason = "tests run programs")]
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).current_dir(env.path("")).stdin(std::process::Stdio::null());
    String::from_utf8_lossy(&script.output().unwrap().stdout).into_owned()
}
