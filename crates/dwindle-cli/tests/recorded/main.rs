//! What the documents show of sessions and messages is what the program says: the commands are run as they are typed.
//!
//! `UPDATE_DOCS=1` writes both anew.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod desk;
mod mistakes;
#[path = "../machine/needs.rs"]
#[expect(dead_code, reason = "what only the tests of the machine need")]
mod needs;
mod sessions;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    #[expect(
        clippy::disallowed_methods,
        reason = "whether documents are written is for whoever runs the test"
    )]
    if std::env::var_os("UPDATE_DOCS").is_some() {
        sessions::write();
        mistakes::write();
    }
    let trials = sessions::trials().into_iter().chain(mistakes::trials()).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
