//! What the commands that make inputs were asked to do, resolved.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use dwindle_syntax::generate::Bounds;

use super::{SyntaxChoice, TestSpec};

/// Everything that `generate` needs to know.
#[derive(Clone, Debug)]
pub struct Generate {
    /// The grammar.
    pub syntax: SyntaxChoice,
    /// How large inputs are.
    pub bounds: Bounds,
    /// How many.
    pub count: u64,
    /// `--seed`.
    pub seed: u64,
    /// Where they go; to standard output where there is none.
    pub output_dir: Option<PathBuf>,
}

/// Everything that `fuzz` needs to know.
#[derive(Clone, Debug)]
pub struct Fuzz {
    /// The command, and what its failures are: any crash where it says `FirstRun`.
    pub test: TestSpec,
    /// The grammar of inputs, or the language of seeds.
    pub syntax: SyntaxChoice,
    /// How large generated inputs are.
    pub bounds: Bounds,
    /// Inputs to change, each with its name; generated from the grammar where there are none.
    pub seeds: Vec<Seed>,
    /// The file name that inputs get.
    pub name: OsString,
    /// How many tests at once.
    pub jobs: usize,
    /// After how long a run counts as hanging.
    pub timeout: Duration,
    /// How many inputs are tried at most; reductions are not counted.
    pub budget_tests: Option<u64>,
    /// How long all may take, reductions included.
    pub budget_time: Option<Duration>,
    /// `--seed`.
    pub seed: u64,
    /// `--keep-temps`.
    pub keep_temps: bool,
    /// Where findings go.
    pub output_dir: PathBuf,
}

/// An input to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The name of its file.
    pub name: OsString,
    /// What is in it.
    pub bytes: Vec<u8>,
}
