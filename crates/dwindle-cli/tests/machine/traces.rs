//! `dwindle trace` on native programs: the paper's, and one that crashes.

use std::path::Path;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

/// What the native tracer is for.
const NATIVE: &str =
    "test \"$(uname -sm)\" = 'Linux x86_64' && ldd --version 2>&1 | grep -qi -e glibc -e gnu";

pub(super) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 2] = [
        (
            "the_assignment_of_null_is_in_the_slice_of_a_crash",
            the_assignment_of_null_is_in_the_slice_of_a_crash,
        ),
        ("an_optimised_program_is_refused", an_optimised_program_is_refused),
    ];
    tests
        .map(|(name, test)| {
            trial(name, &[Need::Program("gcc"), Need::Holds("not x86-64 Linux", NATIVE)], test)
        })
        .into()
}

/// A program in a directory of its own, built with these options.
fn built(name: &str, options: &str) -> TestEnv {
    let env = TestEnv::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dwindle-trace/testdata/c").join(name);
    std::fs::copy(source, env.path(name)).unwrap();
    #[expect(clippy::disallowed_methods, reason = "tests run programs")]
    let mut compiler = std::process::Command::new("gcc");
    compiler.current_dir(env.path("")).args(options.split(' ')).args(["-o", "prog", name]);
    assert!(compiler.status().unwrap().success());
    env
}

fn the_assignment_of_null_is_in_the_slice_of_a_crash() {
    let env = built("names.c", "-g -O0");
    let shown = env.run("trace --message-format json -- ./prog");
    let end: Value = serde_json::from_str(shown.stdout.lines().last().unwrap()).unwrap();
    let data = &end["data"];
    assert_eq!((shown.code, data["control"].as_str()), (0, Some("strict")), "{shown}");
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

fn an_optimised_program_is_refused() {
    let shown = built("names.c", "-g -O2").run("trace -- ./prog");
    assert_eq!(shown.code, 5, "{shown}");
    assert!(shown.stderr.starts_with("error: the program cannot be traced: "), "{shown}");
    assert!(shown.stderr.contains("was built with optimisation"), "{shown}");
}
