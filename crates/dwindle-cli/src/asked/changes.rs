//! What `changes` is asked to do.

use std::path::PathBuf;

use dwindle::Algorithm;
use dwindle_changes::Level;
use dwindle_run::settings::Output;

/// Which changes are searched, and how.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Changes {
    /// Between what.
    pub between: Between,
    /// `--fix`: the good version is the newer one.
    pub fix: bool,
    /// `--by`, the coarsest first.
    pub levels: Vec<Level>,
    /// `--algorithm`.
    pub algorithm: Algorithm,
    /// `--plain`.
    pub plain: bool,
    /// `--clean`.
    pub clean: bool,
    /// `--ignore-blanks`.
    pub ignore_blanks: bool,
    /// `--cause-only`.
    pub cause_only: bool,
    /// `-o`: where the patch of the cause goes.
    pub output: Output,
}

/// Two versions.
#[derive(Clone, Debug)]
pub enum Between {
    /// Of the repository that the working directory is in.
    Revisions {
        /// `--good`.
        good: String,
        /// `--bad`; what is not committed, or `HEAD`, where not given.
        bad: Option<String>,
    },
    /// `--good-dir` and `--bad-dir`.
    Directories {
        /// The one that works.
        good: PathBuf,
        /// The one that does not.
        bad: PathBuf,
    },
}
