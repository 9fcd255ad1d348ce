//! The commands: which operands and which groups of options each takes.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use clap_complete::Shell;
use dwindle::space::Unit;
use dwindle_run::settings::Method;

use super::farm::Farm;
use super::options::{
    Bounds, Debug, Limits, Progress, Protect, Reduction, Running, SelfContained, StateDir, Syntax,
    algorithms, units, units_and,
};
use super::test::Test;

/// The words of the commands that search an input: what is asked of it, and where what is found goes.
#[derive(Clone, Debug, Args)]
pub struct Searched<S: Args, O: Args> {
    #[command(flatten)]
    pub test: Test,
    #[command(flatten)]
    pub asked: S,
    #[command(flatten)]
    pub protect: Protect,
    #[command(flatten)]
    pub limits: Bounds,
    #[command(flatten)]
    pub output: O,
    #[command(flatten)]
    pub running: Running,
}

/// The words of `dwindle reduce`.
pub type Reduce = Searched<Reducing, Reduced>;

/// What is reduced, and how.
#[derive(Clone, Debug, Args)]
pub struct Reducing {
    /// Keep the smallest candidate for which the test script exits with one of these codes, in the run directory
    ///
    /// Such a candidate shows another failure, so it does not become the result. It is kept in the directory
    /// other-failures, which the summary names.
    #[arg(long, value_name = "CODES", value_delimiter = ',', help_heading = "Test",
          conflicts_with_all = ["signature", "exit_code", "signal", "stderr", "stdout", "hang", "invert", "worker"])]
    pub also_interesting: Vec<String>,
    #[command(flatten)]
    pub syntax: Syntax,
    #[command(flatten)]
    pub reduction: Reduction,
    #[command(flatten)]
    pub self_contained: SelfContained,
    #[command(flatten)]
    pub farm: Farm,
}

/// What is enough, and where and how it is written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Reduced {
    /// Stop as soon as the result is this small, such as 500 or 2K, or so much of the input is gone, such as 95%
    #[arg(long, visible_alias = "stop-at", value_name = "SIZE|PERCENT", help_heading = "Limits")]
    pub target_size: Option<String>,
    #[command(flatten)]
    pub result: ReduceOutput,
    /// Write the smallest result, without line breaks and indentation added for readability
    #[arg(long)]
    pub minify: bool,
    /// Only remove: every token of the result stands in the input, in that order
    ///
    /// Tokens are words, numbers and signs. Without this, names become shorter, and constants take the place of terms.
    #[arg(long)]
    pub no_invention: bool,
    /// Show what each new best result leaves out, as a unified diff
    #[arg(long, conflicts_with = "quiet")]
    pub print_diff: bool,
}

/// Where the result goes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ReduceOutput {
    /// Write the result to FILE, or to standard output for - [default: beside the input, as NAME.min.EXT]
    ///
    /// For a directory or several inputs, the result is a directory, or a tar archive on standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<OsString>,
    /// Replace the input with the result, and keep the original as INPUT.orig
    #[arg(long, conflicts_with = "output")]
    pub in_place: bool,
}

/// The words of `dwindle isolate`.
pub type Isolate = Searched<Isolation, Pair>;

/// What the two sides are, and how far both are reduced.
#[derive(Clone, Debug, Args)]
pub struct Isolation {
    #[command(flatten)]
    pub syntax: Syntax,
    /// Start from FILE, an input that passes [default: the empty input, or a part of the input that passes]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Isolation")]
    pub passing: Option<OsString>,
    /// Only narrow the difference, and do not reduce what both sides have in common (dd as published)
    #[arg(long, help_heading = "Isolation")]
    pub plain: bool,
    /// Split the input into these units: bytes, chars, lines or tokens [default: the syntax tree if the language is
    /// known, then lines, then tokens]
    #[arg(short, long, value_name = "UNIT", value_parser = units(), hide_possible_values = true,
          help_heading = "Isolation")]
    pub unit: Option<Unit>,
}

/// Where both sides go.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Pair {
    /// Write the two files to this directory, or under this name: -o dir/bug.c writes dir/bug.passing.c and
    /// dir/bug.failing.c [default: beside the input, under its name]
    ///
    /// For a directory both are directories: -o dir/bug writes dir/bug.passing and dir/bug.failing.
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub output: Option<OsString>,
}

/// The words of `dwindle maximize`.
pub type Maximize = Searched<Repair, Repaired>;

/// What is kept or dropped.
#[derive(Clone, Debug, Args)]
pub struct Repair {
    #[command(flatten)]
    pub syntax: Syntax,
    /// Split the input into these units: bytes, chars, lines or tokens [default: the syntax tree if the language is
    /// known, otherwise lines]
    #[arg(short, long, value_name = "UNIT", value_parser = units(), hide_possible_values = true,
          help_heading = "Reduction")]
    pub unit: Option<Unit>,
}

/// Where what passes goes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Repaired {
    /// Write the result to FILE, or to standard output for - [default: beside the input, as NAME.max.EXT]
    ///
    /// For a directory, the result is a directory, or a tar archive on standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<OsString>,
}

/// The words of the commands that only look at an input: for what.
#[derive(Clone, Debug, Args)]
pub struct Looked<S: Args> {
    #[command(flatten)]
    pub test: Test,
    #[command(flatten)]
    pub asked: S,
    #[command(flatten)]
    pub protect: Protect,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub debug: Debug,
}

/// The words of `dwindle check`.
pub type Check = Looked<Removals>;

/// What is to be checked of minimality.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct Removals {
    /// Test the input without each unit (1), or also without each pair of units (2)
    #[arg(short, long, value_name = "N", value_parser = PossibleValuesParser::new(["1", "2"]).try_map(|word| word.parse::<u8>()))]
    pub minimality: Option<u8>,
    /// Test all removals instead of stopping at the first one that still fails
    #[arg(long, requires = "minimality")]
    pub all: bool,
    /// Split the input into these units: bytes, chars, lines or tokens [default: chars; of a directory its files]
    #[arg(short, long, value_name = "UNIT", value_parser = units(), hide_possible_values = true)]
    pub unit: Option<Unit>,
}

/// The words of `dwindle compare`.
pub type Compare = Looked<Comparison>;

/// What is compared.
#[derive(Clone, Debug, Args)]
pub struct Comparison {
    #[command(flatten)]
    pub syntax: Syntax,
    /// Compare these algorithms, separated by commas [default: all]
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', value_parser = algorithms(),
          hide_possible_values = true, help_heading = "Reduction")]
    pub algorithms: Vec<Method>,
    /// Split the input into these units: bytes, chars, lines or tokens; default: the stages of `reduce`
    #[arg(short, long, value_name = "UNIT", default_value = super::options::LIST_UNIT.name(),
          value_parser = units_and("default"), hide_possible_values = true, help_heading = "Reduction")]
    pub unit: String,
}

/// The words of `dwindle parse`.
#[derive(Clone, Debug, Args)]
pub struct Parse {
    /// The file to parse (- for standard input)
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: OsString,
    #[command(flatten)]
    pub syntax: Syntax,
    /// Print the parser's own tree, with a node for every rule
    #[arg(long)]
    pub raw: bool,
}

/// The words of `dwindle clean`.
#[derive(Clone, Debug, Args)]
pub struct Clean {
    /// The input whose run data to delete, or a directory for all inputs below it
    ///
    /// As long as a result exists, the record that Dwindle wrote it is kept.
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// Only print what would be deleted
    #[arg(short = 'n', long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub state: StateDir,
}

/// The words of `dwindle completions`.
#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// The words of `dwindle man`.
#[derive(Clone, Debug, Args)]
pub struct Man {
    /// The command to print the page of [default: dwindle itself]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
    /// Write all pages to this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command", value_hint = ValueHint::DirPath)]
    pub dir: Option<OsString>,
}
