//! What the commands that make inputs, or look at many, were asked to do, resolved.

use std::ffi::OsString;
use std::path::PathBuf;

use dwindle_run::settings::{Settings, SyntaxChoice};
use dwindle_syntax::generate::Bounds;

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
    /// The command, what its failures are (any crash where it says `FirstRun`), the grammar of inputs or the language of
    /// seeds, and the limits; its budget of tests is how many inputs are tried, reductions not counted.
    pub common: Settings,
    /// How large generated inputs are.
    pub bounds: Bounds,
    /// Inputs to change, each with its name; generated from the grammar where there are none.
    pub seeds: Vec<Seed>,
    /// What was left out of the folders that they lie in, in words.
    pub left_out: Vec<String>,
    /// The file name that inputs get.
    pub name: OsString,
    /// `--seed`.
    pub seed: u64,
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

/// Everything that `triage` needs to know.
#[derive(Clone, Debug)]
pub struct Triage {
    /// What holds for the test of every input; the input it names is the folder of all.
    pub common: Settings,
    /// The folder with the inputs.
    pub dir: PathBuf,
    /// `--name`: what every input is called.
    pub name: Option<OsString>,
    /// Where a folder for each failure goes.
    pub output_dir: PathBuf,
}
