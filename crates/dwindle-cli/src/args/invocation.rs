//! The commands whose subject is a command itself: its arguments, its environment, a search path in that.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::{Args, ValueHint};
use dwindle::Algorithm;

use super::options::{AnswerOutput, Bounds, Running, list_algorithm_help, list_algorithms};
use super::test::Failure;

/// The words of `dwindle options`, `dwindle env` and `dwindle path`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Invocation<S: Args> {
    /// Copy this file or directory, which the command needs, into the working directory; can be repeated
    ///
    /// Files and directories that the command's arguments name are always copied there.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub with: Vec<OsString>,
    #[command(flatten)]
    pub failure: Failure,
    /// Run the test up to N times for each candidate, which fails if K of the runs fail; auto: until it is clear
    /// whether it fails as often as the input
    #[arg(long, value_name = "K/N|auto")]
    pub repeat: Option<String>,
    #[command(flatten)]
    pub selection: S,
    #[command(flatten)]
    pub asked: Asked,
    #[command(flatten)]
    pub limits: Bounds,
    #[command(flatten)]
    pub output: AnswerOutput,
    #[command(flatten)]
    pub running: Running,
    /// The command that fails, with its arguments
    #[arg(value_name = "COMMAND", last = true, required = true, help_heading = Resettable::Reset,
          value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}

/// What is asked of it where that is not what the failure needs. `args/otherwise.txt` has the help.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct Asked {
    #[arg(long, conflicts_with = "algorithm")]
    pub isolate: bool,
    #[arg(long, conflicts_with_all = ["isolate", "algorithm"])]
    pub maximize: bool,
    #[arg(short, long, value_name = "NAME", value_parser = list_algorithms(), hide_possible_values = true,
          help = list_algorithm_help())]
    pub algorithm: Option<Algorithm>,
}

/// What of a command line is looked at, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct Arguments {
    /// Never remove WORD, or words that match it as a regular expression; can be repeated
    #[arg(short, long, value_name = "WORD", allow_hyphen_values = true)]
    pub keep: Vec<String>,
    /// Keep or remove these words only together; can be repeated
    ///
    /// WORDS are separated by blanks, such as '-I include'. Each is a word, or a regular expression for whole words.
    /// If the words follow one another in the command, they form the group; otherwise all words that match one of them
    /// do, wherever they are.
    #[arg(short, long, value_name = "WORDS", allow_hyphen_values = true)]
    pub group: Vec<OsString>,
    /// Also remove arguments that name existing files, which are kept by default
    #[arg(long)]
    pub all: bool,
    /// Find which of these words make the failure go away when they are added to the command
    ///
    /// The words are added at the end of the command, or in place of the word {}. Can be repeated.
    #[arg(short, long, value_name = "WORDS", allow_hyphen_values = true,
          conflicts_with_all = ["all", "isolate", "maximize"])]
    pub prevent: Vec<OsString>,
    /// Find further answers: remove the words found, and search again until the rest has no effect
    #[arg(long, conflicts_with_all = ["isolate", "maximize"])]
    pub again: bool,
}

/// What of the environment is looked at, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct Variables {
    /// Find which differences from a passing environment matter; FILE holds the output of `env` or `env -0` there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub passing_env: Option<OsString>,
    /// Never change the variable NAME, or variables that match it as a regular expression; can be repeated
    #[arg(short, long, value_name = "NAME")]
    pub keep: Vec<String>,
}

/// What of a search path is looked at, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct Elements {
    /// The variable that holds the search path, such as CLASSPATH or PYTHONPATH
    #[arg(value_name = "VARIABLE", help_heading = Resettable::Reset)]
    pub variable: OsString,
    /// Never remove ELEMENT, or elements that match it as a regular expression; can be repeated
    #[arg(short, long, value_name = "ELEMENT")]
    pub keep: Vec<String>,
}
