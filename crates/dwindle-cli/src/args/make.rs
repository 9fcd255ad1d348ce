//! The commands that make inputs: from a grammar, or from other inputs.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::{Args, ValueHint};

use super::options::{Bounds, Debug, Progress, Syntax};
use super::test::{Failure, Feeding};

/// The words of `dwindle generate`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle generate [OPTIONS] --grammar FILE\n       \
                            dwindle generate [OPTIONS] --language NAME")]
pub struct Generate {
    #[command(flatten)]
    pub syntax: Syntax,
    #[command(flatten)]
    pub shape: Shape,
    /// Generate N inputs
    #[arg(short = 'n', long, value_name = "N", default_value = "1")]
    pub count: String,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: String,
    /// Write each input to a file of its own in this directory: 0001.EXT, 0002.EXT and so on
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub output_dir: Option<OsString>,
}

/// How large generated inputs are.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Generation")]
pub struct Shape {
    /// Generate inputs of at most this size
    ///
    /// If no input keeps to this limit and the next two, the one with the fewest symbols is generated.
    #[arg(long, value_name = "SIZE", default_value = "1000")]
    pub size: String,
    /// Nest symbols at most N deep
    #[arg(long, value_name = "N", default_value = "50")]
    pub depth: String,
    /// Expand at most N nonterminal symbols
    #[arg(long, value_name = "N", default_value = "500")]
    pub nonterminals: String,
}

/// The words of `dwindle fuzz`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle fuzz [OPTIONS] --grammar FILE -- COMMAND...\n       \
                            dwindle fuzz [OPTIONS] --language NAME -- COMMAND...\n       \
                            dwindle fuzz [OPTIONS] --seeds PATH -- COMMAND...")]
pub struct Fuzz {
    /// The command to crash; {} stands for the path of the input
    #[arg(value_name = "COMMAND", last = true, required = true, help_heading = Resettable::Reset,
          value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
    #[command(flatten)]
    pub feeding: Feeding,
    #[command(flatten)]
    pub failure: Failure,
    #[command(flatten)]
    pub syntax: Syntax,
    #[command(flatten)]
    pub inputs: Inputs,
    #[command(flatten)]
    pub shape: Shape,
    #[command(flatten)]
    pub limits: Bounds,
    /// Write the findings to this directory
    #[arg(short, long, value_name = "DIR", default_value = "fuzz.dwindle", value_hint = ValueHint::DirPath,
          help_heading = "Output")]
    pub output_dir: OsString,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub debug: Debug,
}

/// Where inputs come from, besides a grammar.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Generation")]
pub struct Inputs {
    /// Change these inputs, a file or all files of a directory, instead of generating new ones; can be repeated
    ///
    /// Bytes and tokens are changed, and subtrees where the language is known. With --grammar only subtrees are
    /// changed, so that all inputs follow the grammar.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub seeds: Vec<OsString>,
    /// File name of the inputs [default: input, with the extension of the language or of the seeds]
    #[arg(long, value_name = "NAME")]
    pub name: Option<OsString>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: String,
}
