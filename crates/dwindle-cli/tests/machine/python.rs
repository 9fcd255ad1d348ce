//! Python as a user's program: which variable keeps it from starting, and the worker of the documents.

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

pub(super) fn trials() -> Vec<Trial> {
    let knows = "PYTHONIOENCODING=utf9 python3 -c 'print(1)'; test $? -eq 1";
    let needs = [Need::Program("python3"), Need::Holds("python3 knows no encodings", knows)];
    let name = "one_variable_of_sixty_keeps_a_real_program_from_starting";
    vec![trial(name, &needs, one_variable_of_sixty_keeps_a_real_program_from_starting)]
}

/// Sixty variables: `PATH`, and others with nothing in them that anybody needs.
fn sixty() -> Vec<(String, String)> {
    let made = (1..60).map(|n| (format!("VARIABLE_{n:02}"), format!("value {n}")));
    made.chain([("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned())]).collect()
}

fn one_variable_of_sixty_keeps_a_real_program_from_starting() {
    let env = TestEnv::new();
    let python =
        ["env", "--fresh", "--message-format", "json", "--jobs", "1", "--", "python3", "-c", "print(1)"];
    let broken = [("PYTHONIOENCODING", "utf9")];
    let mut counts = Vec::new();
    for jobs in ["1", "4"] {
        let mut words = python;
        words[5] = jobs;
        let mut command = env.command();
        // One of the sixty goes for the one that matters.
        command.env_clear().envs(sixty()).env_remove("VARIABLE_07").envs(broken).args(words);
        let output = command.output().unwrap();
        let shown = env.shown(&output);
        let end = shown.steady()["data"].clone();
        let variables = &end["answers"][0]["variables"];
        assert_eq!(variables.as_array().map(Vec::len), Some(1), "{shown}");
        assert_eq!(variables[0]["name"]["text"], "PYTHONIOENCODING");
        counts.push(end["asked"].as_u64().unwrap());
    }
    // Twice log2 C(60, 1) + 1.
    assert!(counts[0] <= 13, "{counts:?}");
    assert_eq!(counts[0], counts[1]);
}
