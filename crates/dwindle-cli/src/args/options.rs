//! Options by heading, each in one place for all the commands that take it.

use std::error::Error;
use std::ffi::OsString;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, ValueEnum, ValueHint};
use dwindle::Algorithm;
use dwindle::space::Unit;
use dwindle_exec::rewriter::{ClangDelta, JsonLines};
use dwindle_run::settings::Method;

use super::Sandbox;

/// The unit where one list algorithm runs once.
pub const LIST_UNIT: Unit = Unit::Lines;

/// What the input is written in.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Syntax")]
pub struct Syntax {
    /// Language of the input, or none for plain text [default: from the file name or first line]
    ///
    /// `dwindle languages` lists the languages.
    #[arg(short, long, value_name = "NAME", conflicts_with = "grammar")]
    pub language: Option<String>,
    /// Grammar of the input in EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON; can be repeated
    ///
    /// Only candidates that match the grammar are tested. Several files form one ANTLR grammar: lexer, parser and
    /// imports.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub grammar: Vec<OsString>,
    /// Start symbol of the grammar [default: the grammar's start symbol]
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
    pub algorithm: Option<Method>,
    /// Remove these units, one kind after the other: bytes, chars, lines, tokens; or only whole files of a directory:
    /// files [default: syntax tree or lines, then tokens and chars, repeated until nothing changes]
    #[arg(short, long, value_name = "UNITS", value_delimiter = ',', value_parser = units_and(FILES),
          hide_possible_values = true)]
    pub unit: Vec<String>,
    /// Run these passes in this order, until nothing changes
    ///
    /// `dwindle passes` lists them. Passes on the syntax tree only run if the language is known. With --algorithm, the
    /// passes on units use that algorithm.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = passes(), hide_possible_values = true,
          conflicts_with = "unit")]
    pub passes: Vec<String>,
    /// Do not run these passes
    ///
    /// The result may be larger than necessary. The summary only claims what the other passes have proved.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = passes(), hide_possible_values = true,
          conflicts_with = "unit")]
    pub skip_pass: Vec<String>,
    /// Ask this program for rewrites where no other pass finds anything more; can be repeated
    ///
    /// CMD is a shell command. It is started once and reads and writes JSON Lines, as docs/external-passes.md says.
    #[arg(long, value_name = "CMD", conflicts_with = "unit")]
    pub external_pass: Vec<String>,
    /// Make this as small as possible: bytes, tokens, lines, or the number that a shell command prints [default: bytes]
    ///
    /// CMD runs in a directory with the candidate under the name of the input, which is also its standard input. Of
    /// candidates with the same number the one with fewer bytes is kept. One that fails and has a larger number counts as
    /// one that passes.
    #[arg(long, value_name = "bytes|tokens|lines|CMD")]
    pub objective: Option<String>,
    /// Prefer candidates that fail more often, where the test fails now and then
    ///
    /// How often it fails is measured, of the input and of each candidate that fails. One that fails more often is kept and sets the bar
    /// for all that follow; one that fails more seldom counts as one that passes. Of equal ones the smaller one is kept.
    #[arg(long, conflicts_with_all = ["objective", "all", "explain"])]
    pub maximize_rate: bool,
    /// What a test that passes costs beside one that fails, such as 5:1 where it takes five times as long [default: 1:1]
    ///
    /// Where passing is dear, candidates are asked about that are likelier to fail; where failing is dear, as when it means
    /// to hang, ones that are less likely to. This saves time, not tests. The result may be another one, as small as any.
    #[arg(long, value_name = "PASS:FAIL")]
    pub prices: Option<String>,
    /// Find several independent causes, at most N, each of which fails alone [default N: 10]
    ///
    /// After one minimal result is found, the search goes on in what fails without a part of it. The results are written as
    /// NAME.min-1.EXT, NAME.min-2.EXT and so on, or into the directory DIR with -o DIR. If a command and no condition says
    /// what the failure is, other failures of the input count, too. That all causes are found is not guaranteed.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "10",
          conflicts_with_all = ["target_size", "in_place", "objective", "deps", "print_diff"])]
    pub all: Option<String>,
    /// Show which parts of the result may vary while it still fails, each of N random variations [default N: 100]
    ///
    /// Names, numbers, strings, operators and blanks of the result are varied, and places where nothing stands, alone and all at
    /// once. What is free is shown with a regular expression for the whole. The result stays the same.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100",
          conflicts_with_all = ["all", "deps"])]
    pub explain: Option<String>,
    /// Never remove a unit that another one needs; each line of FILE is `unit: needed units ...`
    ///
    /// Units are the files of a directory, named by their paths in it. With --unit lines they are the lines of the
    /// input, named by their numbers.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub deps: Option<OsString>,
    /// Assume that every part of a passing candidate passes, and do not test it
    ///
    /// This saves tests. If the assumption is wrong, the result may be larger than necessary.
    #[arg(long)]
    pub monotone: bool,
}

/// Whether headers are reduced, too.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct SelfContained {
    /// Then preprocess the result and reduce it again, with its headers: a C or C++ file that includes no others
    ///
    /// The source is reduced first, with its #include lines in place, as long as that is worth its tests. If the failure is still
    /// there after preprocessing, it is then reduced with what is left of its headers. The first result is written as without
    /// this option, the last one as NAME.self-contained.EXT, or with -o FILE beside FILE under its name. Commands of GCC and
    /// Clang are preprocessed by the same compiler with -E.
    #[arg(long, conflicts_with_all = ["all", "deps", "explain", "in_place"])]
    pub self_contained: bool,
    /// With --self-contained, preprocess by this shell command, in which {} stands for the path of the source
    #[arg(long, value_name = "CMD", requires = "self_contained")]
    pub preprocess: Option<String>,
}

/// What stays whatever happens.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct Protect {
    /// Never remove text that matches REGEX; can be repeated
    #[arg(long, value_name = "REGEX")]
    pub protect: Vec<String>,
}

/// What each test may use.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Run up to N tests in parallel; the result does not depend on N [default: number of processors, 1 where tests share a file]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<String>,
    /// Stop a test after this time, such as 10s, 500ms or 2m [default: derived from the first runs]
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<String>,
    /// Limit the address space of each process of a test, such as 512M or 2G
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
    /// Limit the processor time of each process of a test
    #[arg(long, value_name = "TIME")]
    pub cpu_time: Option<String>,
    /// Limit the size of each file that a test writes
    #[arg(long, value_name = "SIZE")]
    pub file_size: Option<String>,
    #[command(flatten)]
    pub sandbox: Sandbox,
}

/// What each test may use, and when the run stops early, with the best so far.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Bounds {
    #[command(flatten)]
    pub each: Limits,
    /// Stop after this many tests (500) or this time (10m) and keep the best result; may be given twice
    #[arg(long, value_name = "TESTS|TIME")]
    pub budget: Vec<String>,
}

/// Where a command that was found is written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct AnswerOutput {
    /// Write the command to FILE, or to standard output for - [default: -]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<OsString>,
}

/// What is shown meanwhile.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Progress {
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Human, hide_possible_values = true,
          help = "Report as text (human), or as JSON Lines on standard output (json)")]
    pub message_format: Format,
    /// Use colors on standard error: auto, always or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub color: ColorChoice,
    /// Show errors only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Show every new best result
    #[arg(short, long)]
    pub verbose: bool,
    /// Show the run in the whole terminal, with keys to steer it
    #[arg(long, conflicts_with = "quiet")]
    pub tui: bool,
    /// Read default options from FILE [default: dwindle.toml beside the input or in a directory above it]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "no_settings",
          help_heading = "Settings")]
    pub settings: Option<OsString>,
    /// Do not read a settings file
    #[arg(long, help_heading = "Settings")]
    pub no_settings: bool,
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
    /// Keep the working directories of all tests
    #[arg(long)]
    pub keep_temps: bool,
}

/// What every run of the engine is told besides: what is shown and remembered of it, and what stays.
#[derive(Clone, Debug, Args)]
pub struct Running {
    #[command(flatten)]
    pub progress: Progress,
    /// Write a page that shows the run, as `dwindle report` does [default FILE: report.html in the directory of the run]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "",
          help_heading = "Output", value_hint = ValueHint::FilePath)]
    pub report: Option<OsString>,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub debug: Debug,
}

/// What a run remembers.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Debugging")]
pub struct Memory {
    /// Start over and ignore the results of earlier runs
    #[arg(long)]
    pub fresh: bool,
    /// Run the test again each time a candidate is repeated
    #[arg(long)]
    pub no_cache: bool,
    #[command(flatten)]
    pub state: StateDir,
}

/// Where run data goes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Debugging")]
pub struct StateDir {
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath,
          help = "Keep run data in DIR [default: $DWINDLE_STATE_DIR, or beside the input, or if nothing can be written \
                  there, $XDG_STATE_HOME/dwindle]")]
    pub state_dir: Option<OsString>,
}

/// One of some names, as what it names.
pub fn one_of<T>(
    names: impl IntoIterator<Item = impl Into<PossibleValue>>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// The names of all algorithms: those on lists, then those on trees.
pub fn algorithms() -> impl TypedValueParser<Value = Method> {
    one_of(Method::all().map(|it| PossibleValue::new(it.name()).help(it.about())))
}

/// The names of the algorithms on lists.
pub fn list_algorithms() -> impl TypedValueParser<Value = Algorithm> {
    one_of(Algorithm::ALL.iter().map(|it| PossibleValue::new(it.name()).help(it.about())))
}

/// The help of `--algorithm` where there is nothing but a list.
pub fn list_algorithm_help() -> String {
    format!("Search with this algorithm: {} [default: {}]", Algorithm::names(), Algorithm::default())
}

/// The names of all units.
pub fn units() -> impl TypedValueParser<Value = Unit> {
    one_of(Unit::ALL.iter().map(|it| it.name()))
}

/// The names of all passes.
fn passes() -> PossibleValuesParser {
    let own = dwindle::passes::all(Algorithm::default());
    let of_programs = [ClangDelta::ABOUT.name, JsonLines::ABOUT.name];
    PossibleValuesParser::new(own.iter().map(|pass| pass.name()).chain(of_programs))
}

/// What leaves the contents of files alone.
pub const FILES: &str = "files";

/// The names of all units, and `more`.
pub fn units_and(more: &'static str) -> PossibleValuesParser {
    PossibleValuesParser::new(Unit::ALL.iter().map(|it| it.name()).chain([more]))
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
