//! The examples in the help really run.

use std::path::Path;

use crate::changes::Repository;
use crate::env::TestEnv;

/// The lines of the examples in the help of `command`.
fn examples(env: &TestEnv, command: &str) -> Vec<String> {
    let help = env.run(&format!("{command} -h")).stdout;
    let examples = help.split_once("\nExamples:\n").unwrap().1;
    let lines = examples.lines().filter_map(|line| line.strip_prefix("  dwindle "));
    lines.map(str::to_owned).collect()
}

/// The words of a line as a shell sees them; only single quotes are known.
fn words(line: &str) -> Vec<String> {
    let quoted = line
        .split('\'')
        .enumerate()
        .flat_map(|(i, piece)| if i % 2 == 1 { vec![piece] } else { piece.split_whitespace().collect() });
    quoted.map(str::to_owned).collect()
}

/// A directory as the examples take it for granted, with a compiler that has the bug.
fn crashing() -> TestEnv {
    let env = TestEnv::new();
    let program = "int ok;\nint f(void) { return bug; }\nint g(void) { return 0; }\n";
    env.file("crash.c", program).file("crash.json", "{\"a\": 1,\n\"bug\": 2}\n");
    env.script("test.sh", "grep -q bug crash.c");
    env.file("proj/main.c", program).file("proj/README", "read me\n").file("crash.h", "int g;\n");
    env.file("session.log", "open a\npress a\nrelease a\nclose a\n");
    let actions =
        ["open", "type", "save"].map(|does| format!("{{\"t\": 1, \"window\": 1, \"do\": \"{does}\"}}\n"));
    env.file("session.jsonl", actions.concat());
    let report = "def mean(numbers):\n    total = 0\n    for number in numbers:\n        total += number\n    return total\n\n\n\
                  print('total: %d' % mean([40, 1]))\n";
    env.file("report.py", report);
    env.script("replay", "if grep -q -e press -e type \"$1\"; then echo 'panic: typed' >&2; exit 101; fi");
    env.file("expr.ebnf", "expr = digit, [ \"+\", digit ] ; digit = \"0\" | \"1\" ;\n");
    env.script("calc", "if grep -q '0+' \"$1\"; then echo 'panic: zero' >&2; kill -ABRT $$; fi");
    env.script("parser", "if grep -q -e bug -e '\\[' \"$@\"; then echo 'panic: bug' >&2; exit 101; fi");
    env.file("crashes/1", "{\"bug\": 1}").file("crashes/2", "[1]");
    // It has the bug with -c, unless a variable or an option keeps it from it.
    let compiler = "for word; do case $word in *.c) file=$word ;; -c) c=1 ;; -fno-tree-vrp) exit ;; esac; done\n\
                    if [ -n \"$c\" ] && [ -z \"$SAFE\" ] && grep -q bug \"$file\"; then echo 'internal compiler error: bug' >&2; exit 4; fi";
    env.script("bin/gcc", compiler).file("good.env", "SAFE=1\n");
    env.script("bin/make", "cd \"$2\" && gcc -c main.c");
    env
}

/// Makes a repository of the directory, with releases of which one is broken, and two directories.
fn broken_since(env: &TestEnv) {
    env.script("check.sh", "! grep -q bug lib.txt");
    env.file("build.sh", "cp lib.txt built.txt\n");
    let repository = Repository::new(env);
    for (version, text) in [("v1.0", "a\nb\n"), ("v2.0", "a\nbug\nb\nc\n"), ("v3.0", "a\nb\nc\n")] {
        repository.commit(version, &[("lib.txt", text.as_bytes())]);
        repository.git(&["tag", version]);
    }
    for (dir, text) in [("old", "a\n"), ("new", "a\nbug\n")] {
        env.file(Path::new(dir).join("lib.txt"), text);
    }
    env.file("lib.txt", "a\nb\nbug\nc\n");
}

#[test]
fn every_example_in_the_help_runs() {
    let path = |env: &TestEnv| {
        let system = "/usr/local/bin:/usr/bin:/bin";
        format!("{}:{system}", env.path(Path::new("bin")).display())
    };
    let commands = "reduce isolate maximize changes events trace check compare options env path \
                    languages passes parse generate fuzz triage report replay diff clean completions man";
    for command in commands.split_whitespace().chain([""]) {
        let lines = examples(&TestEnv::new(), command);
        let least = if matches!(command, "languages" | "passes") { 1 } else { 3 };
        assert!((least..=6).contains(&lines.len()), "{command} has {} examples", lines.len());
        for line in lines {
            let env = crashing();
            if command == "changes" {
                broken_since(&env);
            }
            if matches!(command, "report" | "replay" | "diff") {
                let reduce = words("reduce crash.c -- gcc -c {}");
                let output = env.command().args(reduce).env("PATH", path(&env)).output().unwrap();
                let shown = env.shown(&output);
                assert_eq!(shown.code, 0, "what is told of is made first\n{shown}");
            }
            let output = env.command().args(words(&line)).env("PATH", path(&env)).output().unwrap();
            let shown = env.shown(&output);
            // Nobody says that crash.c is minimal.
            let expected: &[i32] = if line.contains("--minimality") { &[7] } else { &[0] };
            assert!(expected.contains(&shown.code), "dwindle {line}\n{shown}");
        }
    }
}
