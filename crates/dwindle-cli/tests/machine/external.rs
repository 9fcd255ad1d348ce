//! Passes that are programs: the one that `docs/external-passes.md` shows, and the real `clang_delta`.

use std::fs;
use std::path::Path;

use libtest_mimic::Trial;
use regex::Regex;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

pub(super) fn trials() -> Vec<Trial> {
    let installed = format!("{DWINDLE} passes | grep '^clang-delta' | grep -qv 'not installed'");
    let clang_delta = Need::Holds("no clang_delta", &installed);
    vec![
        trial("the_external_pass_in_the_documents_works", &[Need::Program("python3")], documented),
        trial("clang_delta_rewrites_what_no_other_pass_does", &[clang_delta], transformed),
    ]
}

const DWINDLE: &str = env!("CARGO_BIN_EXE_dwindle");

fn documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/external-passes.md");
    let text = fs::read_to_string(path).unwrap();
    let block = Regex::new(r"(?ms)^```python\n(.*?)^```$").unwrap();
    let env = TestEnv::new();
    env.file("calls.py", &block.captures(&text).unwrap()[1]);
    env.file("crash.c", "int y = f(g(x)) + h(z);\n");
    // Each step alone fails, and no part of it.
    env.script("test.sh", "grep -qxE 'int y = (f\\(g\\(x\\)\\)|f\\(x\\)|x) [+] (h\\(z\\)|z);' crash.c");
    let line = ["reduce", "--minify", "--passes", "external", "--external-pass", "python3 calls.py"];
    let shown = env.run_words(line.into_iter().chain(["-o", "-", "./test.sh", "crash.c"]));
    assert_eq!(shown.stdout, "int y = x + z;\n", "{shown}");
}

fn transformed() {
    let env = TestEnv::new();
    env.file("crash.c", "int unused; int a[2][3];\n");
    env.script("test.sh", "grep -qE '^(int unused; )?int a(\\[2\\]\\[3\\]|\\[6\\]);$' crash.c");
    let run = |more: &[&str]| {
        let mut command = env.command();
        command
            .env_remove("DWINDLE_CLANG_DELTA")
            .args(["reduce", "--fresh", "--minify", "-o", "-"])
            .args(more);
        env.shown(&command.args(["./test.sh", "crash.c"]).output().unwrap())
    };
    // Of a run that is so short it would take no more than eight questions.
    let (with, without) =
        (run(&["--passes", "tree,tokens,clang-delta"]), run(&["--skip-pass", "clang-delta"]));
    assert_eq!(with.stdout.trim(), "int a[6];", "{with}");
    assert_eq!(without.stdout.trim(), "int a[2][3];", "{without}");
}
