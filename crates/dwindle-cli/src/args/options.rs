//! Options by heading, each in one place for all the commands that take it.

use std::ffi::OsString;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum, ValueHint};
use dwindle::Algorithm;
use dwindle::space::Unit;

use crate::settings::Method;

/// The unit where one list algorithm runs once.
pub const LIST_UNIT: Unit = Unit::Lines;
/// The unit of the strictest question: may any single character go.
pub const CHECK_UNIT: Unit = Unit::Chars;

/// What the input is written in.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Syntax")]
pub struct Syntax {
    /// The language of the input, or none for text [default: by its name or first line]
    ///
    /// `dwindle languages` lists them.
    #[arg(short, long, value_name = "NAME", conflicts_with = "grammar")]
    pub language: Option<String>,
    /// The grammar of the input: EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON; may be given again
    ///
    /// Only candidates that follow it are tested. Several files are one ANTLR grammar: lexer, parser, imports.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub grammar: Vec<OsString>,
    /// The symbol that a whole input is [default: the grammar's own]
    #[arg(long, value_name = "SYMBOL", requires = "grammar")]
    pub start: Option<String>,
}

/// How `reduce` goes about it.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct Reduction {
    /// Reduce with this algorithm
    #[arg(short, long, value_name = "NAME", value_parser = algorithms(), hide_possible_values = true,
          help = algorithm_help())]
    pub algorithm: Option<String>,
    /// Cut the input into these, one after the other: bytes, chars, lines, tokens; of a directory only the files, with
    /// files alone [default: its syntax tree or lines, tokens and chars, again and again until nothing changes]
    #[arg(short, long, value_name = "UNITS", value_delimiter = ',', value_parser = units_and_files(),
          hide_possible_values = true)]
    pub unit: Vec<String>,
    /// Never leave out what something else needs; FILE has a line `unit: needs ...` for each unit
    ///
    /// Units are files of a directory, by their paths in it, or lines by their numbers, with --unit lines.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub deps: Option<OsString>,
    /// Never test a part of something that passed
    ///
    /// Saves tests. The risk: where a part of a passing input does fail, it is passed over, and the result
    /// may be larger than it had to be.
    #[arg(long)]
    pub monotone: bool,
    /// Seed of what is drawn by lot
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: String,
}

/// What stays whatever happens.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct Protect {
    /// Never remove a unit that REGEX matches a part of; may be given again
    #[arg(long, value_name = "REGEX")]
    pub protect: Vec<String>,
}

/// What a run may use.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Run up to N tests at once; changes the time, never the result [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<String>,
    /// End a test after this time, as 10s, 500ms or 2m [default: from the time of the first runs]
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<String>,
    /// Address space of each process of a test, as 512M or 2G
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
    /// Processor time of each process of a test
    #[arg(long, value_name = "TIME")]
    pub cpu_time: Option<String>,
    /// Largest file that a test may write
    #[arg(long, value_name = "SIZE")]
    pub file_size: Option<String>,
}

/// When a run stops early, with the best so far.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Budget {
    /// Stop after so many tests (500) or this time (10m) with the best so far; may be given twice
    #[arg(long, value_name = "TESTS|TIME")]
    pub budget: Vec<String>,
}

/// When a result is small enough.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Target {
    /// Stop as soon as the result has at most this size
    #[arg(long, value_name = "SIZE")]
    pub target_size: Option<String>,
}

/// What is shown meanwhile.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Progress {
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Human, hide_possible_values = true,
          help = "Tell what happens to people (human), or to programs as JSON Lines on standard output (json)")]
    pub message_format: Format,
    /// Show errors only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Show every new best
    #[arg(short, long)]
    pub verbose: bool,
}

/// For whom messages are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Human,
    /// For programs.
    Json,
}

/// What helps to find out why a test does what it does.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Debugging")]
pub struct Debug {
    /// Leave the working directories of all tests where they are
    #[arg(long)]
    pub keep_temps: bool,
}

/// What a run remembers.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Debugging")]
pub struct Memory {
    /// Start over: forget what earlier runs learned
    #[arg(long)]
    pub fresh: bool,
    /// Test a candidate again each time it is asked for
    #[arg(long)]
    pub no_cache: bool,
}

/// The names of all algorithms: those on lists, then those on trees.
pub fn algorithms() -> PossibleValuesParser {
    PossibleValuesParser::new(
        Method::all().map(|method| PossibleValue::new(method.name()).help(method.about())),
    )
}

/// The names of the algorithms on lists.
pub fn list_algorithms() -> PossibleValuesParser {
    PossibleValuesParser::new(Algorithm::ALL.map(|it| PossibleValue::new(it.name()).help(it.about())))
}

/// The help of `--algorithm` where there is nothing but a list.
pub fn list_algorithm_help() -> String {
    let names = Algorithm::ALL.map(Algorithm::name).join(", ");
    format!("Search with this algorithm: {names} [default: {}]", Algorithm::default())
}

/// The names of all units.
pub fn units() -> PossibleValuesParser {
    PossibleValuesParser::new(Unit::ALL.map(Unit::name))
}

/// What leaves the contents of files alone.
pub const FILES: &str = "files";

/// The names of all units, and `files`.
fn units_and_files() -> PossibleValuesParser {
    PossibleValuesParser::new(Unit::ALL.map(Unit::name).into_iter().chain([FILES]))
}

/// The names of all units, and `default`.
pub fn units_and_default() -> PossibleValuesParser {
    PossibleValuesParser::new(Unit::ALL.map(Unit::name).into_iter().chain(["default"]))
}

fn algorithm_help() -> String {
    let of = |trees: bool| {
        let names = Method::all().filter(|method| method.is_on_trees() == trees).map(Method::name);
        names.collect::<Vec<_>>().join(", ")
    };
    format!(
        "Reduce with this algorithm: {}; on syntax trees: {} [default: {}, on trees where there is one]",
        of(false),
        of(true),
        Algorithm::default()
    )
}
