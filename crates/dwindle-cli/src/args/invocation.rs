//! The commands whose subject is a command itself: its arguments, its environment.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::{Args, ValueHint};

use super::options::{Budget, Debug, Limits, Memory, Progress, list_algorithms};
use super::test::Failure;

/// The words of `dwindle options`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle options [OPTIONS] -- COMMAND...\n       \
                            dwindle options [OPTIONS] --prevent WORDS -- COMMAND...")]
pub struct Options {
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub arguments: Arguments,
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

/// What of a command line is looked at, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Selection")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Arguments {
    /// Never leave out WORD, or words that match it as a regular expression; may be given again
    #[arg(short, long, value_name = "WORD", allow_hyphen_values = true)]
    pub keep: Vec<String>,
    /// Let these words go together only; may be given again
    ///
    /// As '-I include', words with blanks between them, each a word or a regular expression for whole words. Where
    /// they stand one after the other, that is meant; else all words that are one of them, wherever they stand.
    #[arg(short, long, value_name = "WORDS", allow_hyphen_values = true)]
    pub group: Vec<OsString>,
    /// Leave out files, too: else arguments that name existing files stay
    #[arg(long)]
    pub all: bool,
    /// Find which of these words, added to the command, make the failure go away
    ///
    /// They are put behind the command, or where the word {} stands in it. May be given again.
    #[arg(short, long, value_name = "WORDS", allow_hyphen_values = true, conflicts_with = "all")]
    pub prevent: Vec<OsString>,
    /// Take the answer away and ask again, until what is left is no answer any more
    #[arg(long)]
    pub again: bool,
    /// Find the smallest difference between a command that passes and one that fails, and print both
    #[arg(long, conflicts_with_all = ["prevent", "again", "algorithm"])]
    pub isolate: bool,
    /// Find as many arguments as possible with which the command passes, and print it with these
    #[arg(long, conflicts_with_all = ["isolate", "prevent", "again", "algorithm"])]
    pub maximize: bool,
    /// Search with this algorithm
    #[arg(short, long, value_name = "NAME", value_parser = list_algorithms(), hide_possible_values = true,
          help = super::options::list_algorithm_help())]
    pub algorithm: Option<String>,
}

/// The words of `dwindle env`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle env [OPTIONS] -- COMMAND...")]
pub struct Env {
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub variables: Variables,
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

/// What of the environment is looked at, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct Variables {
    /// Find what differs from the environment in FILE, as `env` or `env -0` prints it, in which the command passes
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub passing_env: Option<OsString>,
    /// Find the smallest difference between an environment that passes and one that fails, and print both commands
    #[arg(long, conflicts_with = "algorithm")]
    pub isolate: bool,
    /// Change as few variables as possible until the command passes, and print it with these changes
    #[arg(long, conflicts_with_all = ["isolate", "algorithm"])]
    pub maximize: bool,
    /// Never change the variable NAME, or those that match it as a regular expression; may be given again
    #[arg(short, long, value_name = "NAME")]
    pub keep: Vec<String>,
    /// Search with this algorithm
    #[arg(short, long, value_name = "NAME", value_parser = list_algorithms(), hide_possible_values = true,
          help = super::options::list_algorithm_help())]
    pub algorithm: Option<String>,
}

/// The command that fails, and how that is told.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Subject {
    /// The command that fails, with its arguments
    #[arg(value_name = "COMMAND", last = true, required = true, help_heading = Resettable::Reset,
          value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
    /// Lay this file or folder into the working directory; may be given again
    ///
    /// Files and folders that the command's arguments name are laid there anyhow.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub with: Vec<OsString>,
    #[command(flatten)]
    pub failure: Failure,
    /// Run the test up to N times a candidate; it fails when K runs do
    #[arg(long, value_name = "K/N")]
    pub repeat: Option<String>,
}
