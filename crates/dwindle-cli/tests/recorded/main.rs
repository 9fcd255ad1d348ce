//! What the documents show of sessions and messages is what the program says: the commands are run as they are typed.
//!
//! `UPDATE_DOCS=1` writes them anew; `sessions`, `mistakes` and `pages` in the place of `1` some of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod desk;
mod mistakes;
#[path = "../machine/needs.rs"]
#[expect(dead_code, reason = "what only the tests of the machine need")]
mod needs;
mod pages;
mod sessions;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    #[expect(
        clippy::disallowed_methods,
        reason = "whether documents are written is for whoever runs the test"
    )]
    let update = std::env::var_os("UPDATE_DOCS");
    for (name, write) in
        [("sessions", sessions::write as fn()), ("mistakes", mistakes::write), ("pages", pages::write)]
    {
        if update.as_ref().is_some_and(|update| update == name || update == "1") {
            write();
        }
    }
    let trials = sessions::trials().into_iter().chain(mistakes::trials()).chain(pages::trials()).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
