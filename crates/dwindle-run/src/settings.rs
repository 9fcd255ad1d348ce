//! What a command was asked to do, resolved: paths, numbers and patterns instead of words.

mod sandbox;
mod test;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle::reduce::TreeAlgorithm;
use dwindle::space::Unit;
use dwindle::{Algorithm, Goal, Prices};
use dwindle_exec::{Feed, Verdict};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;
use dwindle_syntax::notation::Notation;
use regex::bytes::Regex;

use crate::error::RunError;
use crate::text::{escaped, shell};

pub use sandbox::{Asked, Confinement};
pub use test::{Farm, Keeper, PLACEHOLDER, TestSpec, begins_as_script};

/// Everything that a run of the engine needs to know.
#[derive(Clone, Debug, Default)]
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
    /// `--passes`, by name; those of the default plan where none is given.
    pub passes: Vec<String>,
    /// `--skip-pass`, by name.
    pub skipped: Vec<String>,
    /// `--external-pass`: the commands that offer rewrites.
    pub external: Vec<String>,
    /// `clang_delta`, where it is installed and asked.
    pub clang_delta: Option<PathBuf>,
    /// Of a directory: `--unit files`, what is in them is left alone.
    pub whole_files: bool,
    /// How many tests at once.
    pub jobs: usize,
    /// Whether `--jobs` says so.
    pub jobs_are_given: bool,
    /// `--timeout`; derived from the first runs where not given.
    pub timeout: Option<Duration>,
    /// When it stops early.
    pub budget: Budget,
    /// `--deps`.
    pub deps: Option<Deps>,
    /// `--protect`.
    pub protect: Option<Regex>,
    /// `--repeat`: how often a candidate is run.
    pub repeat: Option<Repetition>,
    /// `--objective`.
    pub objective: Objective,
    /// `--prices`.
    pub prices: Prices,
    /// `--all`: how many causes are looked for; one where not given.
    pub all: Option<usize>,
    /// `--explain`: how many variations of all free parts of the result have to fail; none are looked for where not given.
    pub explain: Option<usize>,
    /// `--monotone`.
    pub monotone: bool,
    /// `--self-contained`: what is left is preprocessed, and reduced again.
    pub self_contained: bool,
    /// What preprocesses the input, where that is known: `--preprocess`, or the compiler of the test.
    pub preprocessor: Option<Preprocessor>,
    /// What is remembered of earlier runs.
    pub memory: Memory,
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
    /// `--print-diff`: each new best is shown as what it leaves out.
    pub print_diff: bool,
    /// `--minify`: the result is not laid out.
    pub minify: bool,
    /// `--no-invention`: every token of the result stands in the input, in that order.
    pub no_invention: bool,
    /// What stands in the name of a result that lies beside the input: `min` in `crash.min.c`.
    pub tag: &'static str,
    /// The command line as it was typed: the word of the command, and what follows it.
    pub typed: Vec<OsString>,
}

impl Settings {
    /// How many things at once are done on this machine; one at least, also where no tests run here.
    pub fn jobs_here(&self) -> usize {
        self.test.farm.as_ref().map_or(self.jobs, |farm| farm.here.max(1))
    }

    /// What searches lists.
    pub fn list_algorithm(&self) -> Algorithm {
        match self.algorithm {
            Some(Method::List(algorithm)) => algorithm,
            Some(Method::Tree(_)) | None => Algorithm::default(),
        }
    }

    /// The command to type that is the same as this one but for `more` options.
    pub fn retyped(&self, more: impl IntoIterator<Item = impl AsRef<OsStr>>) -> String {
        let (before, after) = self.typed.split_at(1.min(self.typed.len()));
        let mut words = vec![OsString::from("dwindle")];
        words.extend_from_slice(before);
        words.extend(more.into_iter().map(|word| word.as_ref().to_owned()));
        words.extend_from_slice(after);
        shell::quoted(words)
    }

    /// What to do where it is the failure that the test does not end: a command with `more`. None where that cannot be asked for.
    pub fn asking_for_a_hang(&self, more: &[&str]) -> Option<String> {
        // Only a run of a command can be judged by not ending.
        let can_be = matches!(self.test.judged, None | Some(Verdict::Script(_))) && !self.test.worker;
        let judged = self.clone().untyped(&["--pass-codes"], &[]);
        let words = std::iter::once("--hang").chain(more.iter().copied());
        can_be.then(|| format!("if the failure is that it hangs: {}", judged.retyped(words)))
    }

    /// The name of the test's program, without the folder that it lies in.
    pub fn program_name(&self) -> String {
        let program = Path::new(&self.test.program);
        escaped(program.file_name().unwrap_or(program.as_os_str()))
    }

    /// These settings as typed without `options`, of which all but `flags` have a value.
    #[must_use]
    pub fn untyped(mut self, options: &[&str], flags: &[&str]) -> Self {
        let end = self.typed.iter().position(|word| word == "--").unwrap_or(self.typed.len());
        let command = self.typed.split_off(end);
        let (mut kept, mut words) = (Vec::new(), self.typed.into_iter());
        while let Some(word) = words.next() {
            let text = word.to_str().unwrap_or_default();
            let name = text.split('=').next().unwrap_or_default();
            // A short option may have its value in the same word.
            let is_short = |option: &&str| option.len() == 2 && text.len() > 2 && text.starts_with(*option);
            if options.contains(&name) {
                if name.len() == word.len() && !flags.contains(&name) {
                    words.next();
                }
            } else if !options.iter().any(is_short) {
                kept.push(word);
            }
        }
        kept.extend(command);
        self.typed = kept;
        self
    }
}

/// How often the test runs on a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Up to `runs` times; it fails if `quorum` runs fail.
    Quorum {
        /// So many have to fail.
        quorum: u32,
        /// Of so many.
        runs: u32,
    },
    /// Until it is clear whether it fails about as often as the input, which is measured first.
    Automatic,
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quorum { quorum, runs } => write!(f, "{quorum}/{runs}"),
            Self::Automatic => f.write_str("auto"),
        }
    }
}

/// What is made as small as possible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The size in bytes.
    #[default]
    Bytes,
    /// Words, numbers and signs.
    Tokens,
    /// Lines.
    Lines,
    /// How often it does not fail: `--maximize-rate`.
    Rate,
    /// The number that this shell command prints.
    Command(String),
}

/// When a run stops early, with the best so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// `--budget` in tests.
    pub tests: Option<u64>,
    /// `--budget` in time.
    pub time: Option<Duration>,
    /// `--target-size`.
    pub size: Option<Target>,
}

/// What is small enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// So many bytes.
    Size(u64),
    /// When this part of the input is gone, in hundredths of a percent.
    Gone(u32),
}

impl Target {
    /// The size that is small enough for an input of `whole`.
    pub fn of(self, whole: u64) -> u64 {
        match self {
            Self::Size(size) => size,
            Self::Gone(part) => {
                let left = u128::from(whole) * u128::from(10_000 - part.min(10_000)) / 10_000;
                u64::try_from(left).unwrap_or(whole)
            }
        }
    }
}

/// What a run remembers of earlier ones, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// `--no-cache`.
    pub no_cache: bool,
    /// `--fresh`: forget earlier runs of the same key.
    pub fresh: bool,
    /// Where run data may go.
    pub state: State,
}

/// Where run data may go besides the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// `--state-dir` or `DWINDLE_STATE_DIR`: nowhere else.
    pub given: Option<PathBuf>,
    /// The user's own place, where nothing can be written beside the input.
    pub user: Option<PathBuf>,
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

impl Brought {
    /// The grammar that these files make, each with its name and its text; `start` is the symbol to begin with.
    ///
    /// # Errors
    /// Where one is no grammar, or a token of it cannot be matched.
    pub fn read(files: &[(&str, &str)], start: Option<&str>) -> Result<Self, RunError> {
        let notation = match files {
            [(name, text)] => Notation::read(name, text, start),
            several => Notation::from_antlr(several, start),
        };
        let notation = notation.map_err(|error| RunError::usage(format!("--grammar: {error}")))?;
        let earley = Earley::new(notation.grammar, notation.lexis.as_ref()).map_err(|error| {
            let name = files.first().map_or("", |(name, _)| name);
            RunError::usage(format!("--grammar {name}: {error}"))
                .hint("rewrite the token so that a regular expression can match it")
        })?;
        let texts = files.iter().map(|(_, text)| *text).chain(start);
        let source = texts.collect::<Vec<_>>().join("\0").into_bytes();
        let warnings = notation.warnings.iter().map(ToString::to_string).collect();
        Ok(Self { earley: Arc::new(earley), source, warnings })
    }
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
        let trees =
            TreeAlgorithm::ALL.iter().copied().filter(|algorithm| *algorithm != TreeAlgorithm::Dwindle);
        Algorithm::ALL.iter().copied().map(Self::List).chain(trees.map(Self::Tree))
    }

    /// The name used on the command line and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::List(algorithm) => algorithm.name(),
            Self::Tree(algorithm) => algorithm.name(),
        }
    }

    /// One line on what it is.
    pub fn about(self) -> String {
        match self {
            Self::List(algorithm) => algorithm.about().to_owned(),
            Self::Tree(algorithm) => match algorithm.citation() {
                Some(citation) => format!("{} ({citation})", algorithm.about()),
                None => algorithm.about().to_owned(),
            },
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
        Self::all().find(|method| method.name() == word).ok_or_else(|| format!("unknown algorithm `{word}`"))
    }
}

/// A command that prints a source with its headers in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preprocessor {
    /// It as it is run: a program and its arguments.
    pub words: Vec<OsString>,
    /// How the source gets to it.
    pub feed: Feed,
    /// It as it is shown.
    pub shown: String,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Input {
    /// This file.
    File(PathBuf),
    /// These files and directories, as one tree.
    Several(Vec<PathBuf>),
    /// What comes on standard input, which has no name of its own.
    #[default]
    Stdin,
    /// What stands on the command line itself, under a name made up for it.
    Made(String),
}

impl Input {
    /// Its name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "standard input".to_owned(),
            Self::Made(name) => escaped(name),
            Self::Several(paths) => {
                let first = paths.first().and_then(|path| path.file_name()).unwrap_or_default();
                format!("{} and {} more", escaped(first), paths.len().saturating_sub(1))
            }
            Self::File(path) => escaped(path.file_name().unwrap_or(path.as_os_str())),
        }
    }

    /// Whether it stands on the command line itself.
    pub const fn is_made(&self) -> bool {
        matches!(self, Self::Made(_))
    }

    /// Whether it is a directory, or several inputs.
    pub fn is_tree(&self) -> bool {
        match self {
            Self::Several(_) => true,
            Self::File(path) => path.is_dir(),
            Self::Stdin | Self::Made(_) => false,
        }
    }
}

/// Where the result goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// Beside the input as `name.min.ext`, or in the working directory when that cannot be written.
    Beside,
    /// As `name.passing.ext` and `name.failing.ext`, beside the input or where `-o` says.
    Pair(Option<PathBuf>),
    /// `-o FILE`.
    File(PathBuf),
    /// `-o -`.
    Stdout,
    /// `--in-place`; the original is kept as `.orig`.
    InPlace,
    /// Nowhere: `check` and `compare` look only. No result, no run directory, no journal, nothing resumed.
    #[default]
    Nowhere,
}
