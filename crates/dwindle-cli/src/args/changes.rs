//! The words of `dwindle changes`.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::{Args, ValueHint};
use dwindle::Algorithm;
use dwindle_changes::Level;

use super::options::{Bounds, Running, list_algorithms, one_of};

/// The words of `dwindle changes`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle changes [OPTIONS] --good REV [--bad REV] -- COMMAND...\n       \
                            dwindle changes [OPTIONS] --good-dir DIR --bad-dir DIR -- COMMAND...")]
pub struct Changes {
    /// The test, run in the top directory of each candidate; exit code 0 is good, 125 skips the candidate
    #[arg(value_name = "COMMAND", last = true, required = true, num_args = 1.., help_heading = Resettable::Reset,
          value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
    #[command(flatten)]
    pub between: Between,
    #[command(flatten)]
    pub judging: Judging,
    #[command(flatten)]
    pub cutting: Cutting,
    #[command(flatten)]
    pub limits: Bounds,
    /// Write the patch of the cause to FILE, or to standard output for - [default: GOOD..BAD.cause.patch in
    /// .git/dwindle, or beside --bad-dir]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<OsString>,
    #[command(flatten)]
    pub running: Running,
}

/// Between which versions.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Versions")]
pub struct Between {
    /// The version that works
    #[arg(long, value_name = "REV", required_unless_present = "good_dir", conflicts_with_all = ["good_dir", "bad_dir"])]
    pub good: Option<String>,
    /// The version that fails [default: the uncommitted changes, or HEAD where there are none]
    #[arg(long, value_name = "REV", conflicts_with_all = ["good_dir", "bad_dir"])]
    pub bad: Option<String>,
    /// The version that works, as a directory
    #[arg(long, value_name = "DIR", requires = "bad_dir", value_hint = ValueHint::DirPath)]
    pub good_dir: Option<OsString>,
    /// The version that fails, as a directory
    #[arg(long, value_name = "DIR", requires = "good_dir", value_hint = ValueHint::DirPath)]
    pub bad_dir: Option<OsString>,
    /// The good version is the newer one: find the changes that fix the bad one, as a patch for it
    #[arg(long)]
    pub fix: bool,
}

/// How a version is tested.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Judging {
    /// Run this shell command in the directory of each candidate before the test; skip the candidate if it fails
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub build: Option<String>,
    /// A candidate is bad if the output of the test matches REGEX [default: by exit code, as in git bisect run: 0
    /// good, 1 to 124 bad, 125 to 127 skip, above: stop]
    #[arg(long, value_name = "REGEX")]
    pub bad_matches: Option<String>,
    /// Copy this file or directory, which the test needs, into the directory of each candidate; can be repeated
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub with: Vec<OsString>,
    /// Run the test up to N times for each candidate, which fails if K of the runs fail; auto: until it is clear
    /// whether it fails as often as the input
    #[arg(long, value_name = "K/N|auto")]
    pub repeat: Option<String>,
    /// Empty the directory before each candidate, to remove files of earlier builds
    #[arg(long)]
    pub clean: bool,
}

/// How the changes are grouped, and searched.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub struct Cutting {
    /// Group the changes by these levels, coarsest first: commit, directory, file, function, hunk, edit, line
    /// [default: commit to hunk]
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', hide_possible_values = true,
          value_parser = one_of::<Level>(Level::ALL.iter().map(|it| it.name())))]
    pub by: Vec<Level>,
    /// Search with this list algorithm [default: dwindle]
    #[arg(short, long, value_name = "NAME", hide_possible_values = true, conflicts_with = "plain",
          value_parser = list_algorithms())]
    pub algorithm: Option<Algorithm>,
    /// Only narrow the difference between a passing and a failing version (dd as published)
    #[arg(long)]
    pub plain: bool,
    /// Ignore lines that differ only in line endings or other whitespace: keep them as in the bad version
    #[arg(long)]
    pub ignore_blanks: bool,
    /// Stop when the cause is known; do not search for the changes that make the good version fail
    #[arg(long, conflicts_with = "plain")]
    pub cause_only: bool,
}
