//! The recorded sessions in `docs/first-reductions.md`.

use std::fs;
use std::path::PathBuf;

use libtest_mimic::Trial;

use crate::desk::{Desk, steady};
use crate::needs::{Need, trial};
use crate::root;

/// What the compiler's session was recorded with: others say the same in other words.
const COMPILER: Need<'_> = Need::Holds("no g++ 12", "g++ -dumpversion | grep -q '^12'");

pub(super) fn trials() -> Vec<Trial> {
    let python = Need::Program("python3");
    vec![
        trial("the_session_with_a_cpp_file_is_as_recorded", &[Need::Slow, COMPILER], || replay("cxx")),
        trial("the_session_with_json_is_as_recorded", &[python], || replay("json")),
        trial("the_session_with_a_history_is_as_recorded", &[python, Need::Program("git")], || {
            replay("changes");
        }),
    ]
}

/// Writes all sessions anew, with the commands that they have.
pub(super) fn write() {
    let mut page = fs::read_to_string(document()).unwrap();
    for name in ["cxx", "json", "changes"] {
        let section = section(&page, name).to_owned();
        page = page.replace(&section, &typed_again(name, &section));
    }
    #[expect(clippy::disallowed_methods, reason = "the page is written on request")]
    fs::write(document(), page).unwrap();
}

fn document() -> PathBuf {
    root().join("docs/first-reductions.md")
}

/// The part of the page about the files in the folder `name`.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let marker = format!("`testdata/first-reductions/{name}`");
    page.split("\n## ").find(|section| section.contains(&marker)).unwrap()
}

/// `section` with what its commands show now.
fn typed_again(name: &str, section: &str) -> String {
    let mut desk = Desk::new();
    desk.copy(&root().join("testdata/first-reductions").join(name));
    let (now, commands) = desk.types_again(section);
    assert!(commands > 1, "{name} is a session");
    now
}

fn replay(name: &str) {
    let page = fs::read_to_string(document()).unwrap();
    let recorded = section(&page, name);
    let now = typed_again(name, recorded);
    assert_eq!(steady(&now), steady(recorded), "{now}");
}
