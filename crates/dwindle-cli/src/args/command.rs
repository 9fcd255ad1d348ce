//! The commands: which operands and which groups of options each takes.

use std::ffi::OsString;

use clap::Args;
use clap_complete::Shell;

use super::options::{
    Budget, Debug, Limits, Memory, Progress, Protect, Reduction, Syntax, Target, algorithms, units,
    units_and_default,
};
use super::test::Test;

/// The words of `dwindle reduce`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle reduce [OPTIONS] INPUT... -- COMMAND...\n       \
                            dwindle reduce [OPTIONS] TEST INPUT...")]
pub struct Reduce {
    #[command(flatten)]
    pub test: Test,
    #[command(flatten)]
    pub syntax: Syntax,
    #[command(flatten)]
    pub reduction: Reduction,
    #[command(flatten)]
    pub protect: Protect,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub budget: Budget,
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub output: ReduceOutput,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub debug: Debug,
}

/// Where the result goes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ReduceOutput {
    /// Write the result to FILE, or to standard output for - [default: beside the input, as NAME.min.EXT]
    ///
    /// The result of a directory or of several inputs is a folder, and a tar archive on standard output.
    #[arg(short, long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub output: Option<OsString>,
    /// Replace the input by the result; keep the original as INPUT.orig
    #[arg(long, conflicts_with = "output")]
    pub in_place: bool,
}

/// The words of `dwindle maximize`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle maximize [OPTIONS] INPUT -- COMMAND...\n       \
                            dwindle maximize [OPTIONS] TEST INPUT")]
pub struct Maximize {
    #[command(flatten)]
    pub test: Test,
    #[command(flatten)]
    pub syntax: Syntax,
    #[command(flatten)]
    pub by: ByUnit,
    #[command(flatten)]
    pub protect: Protect,
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

/// One unit for one run of an algorithm.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct ByUnit {
    /// Cut the input into these: bytes, chars, lines, tokens [default: the syntax tree if the language is known, and
    /// else lines]
    #[arg(short, long, value_name = "UNIT", value_parser = units(), hide_possible_values = true)]
    pub unit: Option<String>,
}

/// The words of `dwindle check`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle check [OPTIONS] INPUT -- COMMAND...\n       \
                            dwindle check [OPTIONS] TEST INPUT")]
pub struct Check {
    #[command(flatten)]
    pub test: Test,
    #[command(flatten)]
    pub minimality: Minimality,
    #[command(flatten)]
    pub protect: Protect,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub debug: Debug,
}

/// What is to be checked of minimality.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct Minimality {
    /// Test the input without each unit (1), or also without any two (2)
    #[arg(short, long, value_name = "N", value_parser = ["1", "2"])]
    pub minimality: Option<String>,
    /// Cut the input into these: bytes, chars, lines, tokens
    #[arg(short, long, value_name = "UNIT", default_value = super::options::CHECK_UNIT.name(),
          value_parser = units(), hide_possible_values = true)]
    pub unit: String,
}

/// The words of `dwindle compare`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle compare [OPTIONS] INPUT -- COMMAND...\n       \
                            dwindle compare [OPTIONS] TEST INPUT")]
pub struct Compare {
    #[command(flatten)]
    pub test: Test,
    #[command(flatten)]
    pub syntax: Syntax,
    #[command(flatten)]
    pub algorithms: Algorithms,
    #[command(flatten)]
    pub protect: Protect,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub debug: Debug,
}

/// What is compared.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct Algorithms {
    /// Compare these, separated by commas [default: all]
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', value_parser = algorithms(),
          hide_possible_values = true)]
    pub algorithms: Vec<String>,
    /// Cut the input into these: bytes, chars, lines, tokens; default: as `reduce` does by default
    #[arg(short, long, value_name = "UNIT", default_value = super::options::LIST_UNIT.name(),
          value_parser = units_and_default(), hide_possible_values = true)]
    pub unit: String,
}

/// The words of `dwindle languages`.
#[derive(Clone, Copy, Debug, Args)]
pub struct Languages {}

/// The words of `dwindle parse`.
#[derive(Clone, Debug, Args)]
pub struct Parse {
    /// What to parse (- for standard input)
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub file: OsString,
    #[command(flatten)]
    pub syntax: Syntax,
    /// Show the tree as the parser made it, every rule a node
    #[arg(long)]
    pub raw: bool,
}

/// The words of `dwindle clean`.
#[derive(Clone, Debug, Args)]
pub struct Clean {
    /// Whose runs to forget
    #[arg(value_name = "INPUT", required = true, value_hint = clap::ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// Only say what would be removed
    #[arg(short = 'n', long)]
    pub dry_run: bool,
}

/// The words of `dwindle completions`.
#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// For which shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// The words of `dwindle man`.
#[derive(Clone, Debug, Args)]
pub struct Man {
    /// The page of this command [default: the page of dwindle itself]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
    /// Write all pages into this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command", value_hint = clap::ValueHint::DirPath)]
    pub dir: Option<OsString>,
}
