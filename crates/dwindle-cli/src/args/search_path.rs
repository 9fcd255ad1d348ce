//! The words of `dwindle path`.

use std::ffi::OsString;

use clap::Args;
use clap::builder::Resettable;
use dwindle::Algorithm;

use super::invocation::Subject;
use super::options::{AnswerOutput, Budget, Limits, Running, list_algorithms};

/// The words of `dwindle path`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle path [OPTIONS] VARIABLE -- COMMAND...")]
pub struct SearchPath {
    #[command(flatten)]
    pub elements: Elements,
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub budget: Budget,
    #[command(flatten)]
    pub output: AnswerOutput,
    #[command(flatten)]
    pub running: Running,
}

/// What of the search path is looked at, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct Elements {
    /// The variable that holds the search path, such as CLASSPATH or PYTHONPATH
    #[arg(value_name = "VARIABLE", help_heading = Resettable::Reset)]
    pub variable: OsString,
    /// Never remove ELEMENT, or elements that match it as a regular expression; can be repeated
    #[arg(short, long, value_name = "ELEMENT")]
    pub keep: Vec<String>,
    /// Find the smallest difference between a search path that passes and one that fails, and print both commands
    #[arg(long, conflicts_with = "algorithm")]
    pub isolate: bool,
    /// Find the largest set of elements with which the command passes, and print the command with them
    #[arg(long, conflicts_with_all = ["isolate", "algorithm"])]
    pub maximize: bool,
    /// Search with this algorithm
    #[arg(short, long, value_name = "NAME", value_parser = list_algorithms(), hide_possible_values = true,
          help = super::options::list_algorithm_help())]
    pub algorithm: Option<Algorithm>,
}
