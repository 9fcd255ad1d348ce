//! The persistent workers that `docs/worker.md` shows work as they stand there.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use libtest_mimic::Trial;
use regex::Regex;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

pub(super) fn trials() -> Vec<Trial> {
    vec![
        trial("the_worker_in_python_in_the_documents_works", &[Need::Program("python3")], || {
            check("python", "worker.py");
        }),
        trial("the_worker_in_shell_in_the_documents_works", &[], || check("sh", "worker.sh")),
    ]
}

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

fn check(language: &str, name: &str) {
    let text = document("docs/worker.md");
    let block = Regex::new(&format!(r"(?ms)^```{language}\n(.*?)^```$")).unwrap();
    let workers: Vec<&str> =
        block.captures_iter(&text).map(|worker| worker.get(1).unwrap().as_str()).collect();
    let [worker] = workers[..] else { panic!("one worker in {language}") };
    let env = TestEnv::new();
    env.file("page.html", "<html>\n<p>one</p>\n<SELECT NAME=\"priority\">\n</html>\n");
    env.file(name, worker);
    fs::set_permissions(env.path(name), Permissions::from_mode(0o755)).unwrap();
    for words in ["--worker ./NAME page.html -o -", "--worker page.html -o - -- ./NAME"] {
        let shown = env.run(&format!("reduce --fresh {}", words.replace("NAME", name)));
        assert_eq!(shown.stdout, "<SELECT/>", "{words}: {shown}");
    }
}
