//! The words of `dwindle changes`.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Args, ValueHint};
use dwindle::Algorithm;
use dwindle_changes::Level;

use super::options::{Budget, Debug, Limits, Memory, Progress};

/// The words of `dwindle changes`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle changes [OPTIONS] --good REV [--bad REV] -- COMMAND...\n       \
                            dwindle changes [OPTIONS] --good-dir DIR --bad-dir DIR -- COMMAND...")]
pub struct Changes {
    /// The command that tells good from bad, run in the candidate's uppermost directory
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
    pub limits: Limits,
    #[command(flatten)]
    pub budget: Budget,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub debug: Debug,
}

/// Between which versions.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Versions")]
pub struct Between {
    /// The version that works
    #[arg(long, value_name = "REV", required_unless_present = "good_dir", conflicts_with_all = ["good_dir", "bad_dir"])]
    pub good: Option<String>,
    /// The version that does not [default: what is not committed, or HEAD where all is]
    #[arg(long, value_name = "REV", conflicts_with_all = ["good_dir", "bad_dir"])]
    pub bad: Option<String>,
    /// The version that works, as a directory without a history
    #[arg(long, value_name = "DIR", requires = "bad_dir", value_hint = ValueHint::DirPath)]
    pub good_dir: Option<OsString>,
    /// The version that does not, as a directory
    #[arg(long, value_name = "DIR", requires = "good_dir", value_hint = ValueHint::DirPath)]
    pub bad_dir: Option<OsString>,
    /// The good version is the newer one: find which of its changes the fix needs, as a patch for the bad one
    #[arg(long)]
    pub fix: bool,
}

/// How a version is judged.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Judging {
    /// Run this shell command in the candidate's directory before the test; where it fails, nothing can be told
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub build: Option<String>,
    /// A version is bad if the output of the test matches REGEX [default: by exit code, as git bisect run has it: 0
    /// good, 1 to 124 bad, 125 to 127 cannot tell, above: stop]
    #[arg(long, value_name = "REGEX")]
    pub bad_matches: Option<String>,
    /// Lay this file or folder in each candidate's directory, for what the test needs; may be given again
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub with: Vec<OsString>,
    /// Run the test up to N times a candidate; it fails when K runs do
    #[arg(long, value_name = "K/N")]
    pub repeat: Option<String>,
    /// Remove everything else from the directory before each candidate, products of builds too
    #[arg(long)]
    pub clean: bool,
}

/// How the changes are cut, and narrowed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub struct Cutting {
    /// Put changes together by these, the coarsest first: commit, directory, file, function, hunk, edit, line
    /// [default: to hunk]
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', hide_possible_values = true,
          value_parser = PossibleValuesParser::new(Level::ALL.map(Level::name)))]
    pub by: Vec<String>,
    /// Narrow with this algorithm on lists [default: dwindle]
    #[arg(short, long, value_name = "NAME", hide_possible_values = true, conflicts_with = "plain",
          value_parser = PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)))]
    pub algorithm: Option<String>,
    /// Narrow the difference between a passing and a failing version only: dd as it was published
    #[arg(long)]
    pub plain: bool,
}
