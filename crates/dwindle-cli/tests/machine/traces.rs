//! `dwindle trace` on native programs: the paper's, and one that crashes.

use std::path::Path;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

/// What the native tracer is for.
pub(super) const NATIVE: &str =
    "test \"$(uname -sm)\" = 'Linux x86_64' && ldd --version 2>&1 | grep -qi -e glibc -e gnu";

pub(super) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 3] = [
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
    let end: Value = serde_json::from_str(shown.stdout.lines().last().unwrap()).unwrap();
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
    let end: Value = serde_json::from_str(again.stdout.lines().last().unwrap()).unwrap();
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
    compile(&env, name, "-g -O0");
    env
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
