//! What a command was asked to do, resolved: paths, numbers and patterns instead of words.

mod changes;
mod events;
mod invocation;
mod make;
mod triage;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dwindle::process::Limits;
use dwindle::reduce::TreeAlgorithm;
use dwindle::signature::{BisectRun, Conditions};
use dwindle::space::Unit;
use dwindle::{Algorithm, Goal};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;
use regex::bytes::Regex;

pub use changes::{Between, Changes};
pub use events::Events;
pub use invocation::{CommandLine, Piece, Purpose};
pub use make::{Fuzz, Generate, Seed};
pub use triage::Triage;

/// Everything that a run of the engine needs to know.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Settings {
    /// What is reduced.
    pub input: Input,
    /// What judges it.
    pub test: TestSpec,
    /// Whether the smallest failing or the largest passing candidate is wanted.
    pub goal: Goal,
    /// What the input is written in.
    pub syntax: SyntaxChoice,
    /// `--algorithm`; the default where not given.
    pub algorithm: Option<Method>,
    /// `--unit`, one after the other, each once; where none is given lines, tokens and characters, to a
    /// fixed point.
    pub units: Vec<Unit>,
    /// Of a directory: `--unit files`, what is in them is left alone.
    pub whole_files: bool,
    /// How many tests at once.
    pub jobs: usize,
    /// `--timeout`; derived from the first runs where not given.
    pub timeout: Option<Duration>,
    /// `--budget` in tests.
    pub budget_tests: Option<u64>,
    /// `--budget` in time.
    pub budget_time: Option<Duration>,
    /// `--target-size` in bytes.
    pub target_size: Option<u64>,
    /// `--seed`; no list algorithm draws lots, so it only keys the run.
    pub seed: u64,
    /// `--deps`.
    pub deps: Option<Deps>,
    /// `--protect`.
    pub protect: Option<Regex>,
    /// `--repeat K/N`: a candidate fails when K of N runs do.
    pub repeat: Option<(u32, u32)>,
    /// `--monotone`.
    pub monotone: bool,
    /// `--no-cache`.
    pub no_cache: bool,
    /// `--fresh`: forget earlier runs of the same key.
    pub fresh: bool,
    /// `--keep-temps`.
    pub keep_temps: bool,
    /// `--passing`: where isolation begins.
    pub passing: Option<PathBuf>,
    /// `--plain`: what both sides share is left alone.
    pub plain: bool,
    /// `--build`: what is run in a candidate's directory before its test.
    pub build: Option<String>,
    /// Where the result goes.
    pub output: Output,
    /// What stands in the name of a result that lies beside the input: `min` in `crash.min.c`.
    pub tag: &'static str,
}

/// What the input is written in.
#[derive(Clone, Debug, Default)]
pub enum SyntaxChoice {
    /// What its name or its first line tells.
    #[default]
    ByName,
    /// Text, whatever its name.
    Text,
    /// `--language`.
    Language(Language),
    /// `--grammar` and `--start`.
    Grammar(Arc<Brought>),
}

/// A grammar that the user brought.
#[derive(Debug)]
pub struct Brought {
    /// Its parser.
    pub earley: Arc<Earley>,
    /// The text of its files and the start symbol asked for: what the run is keyed by.
    pub source: Vec<u8>,
    /// What is worth knowing about it, a line each.
    pub warnings: Vec<String>,
}

impl SyntaxChoice {
    /// What is worth knowing about a grammar that was brought.
    pub fn warnings(&self) -> &[String] {
        match self {
            Self::Grammar(brought) => &brought.warnings,
            Self::ByName | Self::Text | Self::Language(_) => &[],
        }
    }
}

/// An algorithm, on lists or on trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// On the units of a text; by default on trees too.
    List(Algorithm),
    /// On the syntax tree.
    Tree(TreeAlgorithm),
}

impl Method {
    /// All of them: those on lists first. The default is named once, among those on lists.
    pub fn all() -> impl Iterator<Item = Self> {
        let trees = TreeAlgorithm::ALL.into_iter().filter(|algorithm| *algorithm != TreeAlgorithm::Dwindle);
        Algorithm::ALL.into_iter().map(Self::List).chain(trees.map(Self::Tree))
    }

    /// The name used on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::List(algorithm) => algorithm.name(),
            Self::Tree(algorithm) => algorithm.name(),
        }
    }

    /// One line on what it is.
    pub const fn about(self) -> &'static str {
        match self {
            Self::List(algorithm) => algorithm.about(),
            Self::Tree(algorithm) => algorithm.about(),
        }
    }

    /// Whether it needs a syntax tree.
    pub const fn is_on_trees(self) -> bool {
        matches!(self, Self::Tree(_))
    }
}

impl std::str::FromStr for Method {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::all()
            .find(|method| method.name() == word)
            .ok_or_else(|| format!("no algorithm is called `{word}`"))
    }
}

/// A list of which units need which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deps {
    /// Where it lies.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
}

/// What is reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// This file.
    File(PathBuf),
    /// These files and folders, as one tree.
    Several(Vec<PathBuf>),
    /// What comes on standard input, which has no name of its own.
    Stdin,
    /// What stands on the command line itself, under a name made up for it.
    Made(String),
}

impl Input {
    /// Whether it is a directory, or several inputs.
    pub fn is_tree(&self) -> bool {
        match self {
            Self::Several(_) => true,
            Self::File(path) => path.is_dir(),
            Self::Stdin | Self::Made(_) => false,
        }
    }
}

/// What judges candidates.
#[derive(Clone, Debug)]
pub struct TestSpec {
    /// The program, a path made absolute when it has a slash.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// How the candidate gets to it.
    pub feed: Feed,
    /// How its runs are judged.
    pub judged: Judged,
    /// `--with`: files and folders laid beside the candidate.
    pub with: Vec<PathBuf>,
    /// The complete environment of the tests.
    pub env: Vec<(OsString, OsString)>,
    /// `--memory` and its like.
    pub limits: Limits,
}

/// How the candidate gets to the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feed {
    /// Its path stands for this text (`{}` or `--placeholder`).
    Placeholder(String),
    /// `--stdin`.
    Stdin,
    /// It lies in the working directory under its own name.
    Directory,
    /// `--worker`: a process started once is told its path, a line at a time.
    Worker,
}

/// How a run of the test is judged.
#[derive(Clone, Debug)]
pub enum Judged {
    /// A script: exit code 0 = still fails, 1 (or `--pass-codes`) = passes, else unresolved.
    Script {
        /// The codes that mean "passes".
        pass_codes: Vec<i32>,
    },
    /// As tests of `git bisect run`: exit code 0 = passes, below 125 = fails.
    BisectRun(BisectRun),
    /// The failure that the first run shows.
    FirstRun,
    /// `--signature REGEX`.
    Signature(String),
    /// `--exit-code`, `--signal`, `--stderr`, `--stdout`, `--hang`, `--invert`.
    Conditions(Conditions),
}

/// Where the result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Beside the input as `name.min.ext`, or in the working directory when that cannot be written.
    Beside,
    /// `-o FILE`.
    File(PathBuf),
    /// `-o -`.
    Stdout,
    /// `--in-place`; the original is kept as `.orig`.
    InPlace,
    /// Nowhere: `check` and `compare` look only. No result, no run directory, no journal, nothing resumed.
    Nowhere,
}
