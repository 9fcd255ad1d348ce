//! The commands that make inputs: from a grammar, or from other inputs.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::{Args, ValueHint};

use super::options::{Budget, Debug, Limits, Progress, Syntax};
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
    /// Make so many
    #[arg(short = 'n', long, value_name = "N", default_value = "1")]
    pub count: String,
    /// Seed of what is drawn by lot
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: String,
    /// Write each into a file of its own in this folder, as 0001.EXT, 0002.EXT and so on
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub output_dir: Option<OsString>,
}

/// How large generated inputs are.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Generation")]
pub struct Shape {
    /// Make inputs of at most so many bytes
    ///
    /// This and the next two hold wherever there is such an input; else the one with the fewest symbols is made.
    #[arg(long, value_name = "SIZE", default_value = "1000")]
    pub size: String,
    /// Nest at most so many symbols within each other
    #[arg(long, value_name = "N", default_value = "50")]
    pub depth: String,
    /// Expand at most so many nonterminal symbols
    #[arg(long, value_name = "N", default_value = "500")]
    pub nonterminals: String,
}

/// The words of `dwindle fuzz`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle fuzz [OPTIONS] --grammar FILE -- COMMAND...\n       \
                            dwindle fuzz [OPTIONS] --language NAME -- COMMAND...\n       \
                            dwindle fuzz [OPTIONS] --seeds PATH -- COMMAND...")]
pub struct Fuzz {
    /// The command that is to fail; {} in it is the input's path
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
    pub limits: Limits,
    #[command(flatten)]
    pub budget: Budget,
    #[command(flatten)]
    pub output: FuzzOutput,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub debug: Debug,
}

/// Where inputs come from, besides a grammar.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Generation")]
pub struct Inputs {
    /// Change these inputs, a file or all files in a folder, instead of making new ones; may be given again
    ///
    /// What changes are bytes and tokens, and where their language is known, subtrees. Under a --grammar only
    /// subtrees, so that all inputs follow it.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub seeds: Vec<OsString>,
    /// The name of the input's file [default: input, with the ending of its language or of the seeds]
    #[arg(long, value_name = "NAME")]
    pub name: Option<OsString>,
    /// Seed of what is drawn by lot
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: String,
}

/// Where findings go.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct FuzzOutput {
    /// Write what is found into this folder
    #[arg(short, long, value_name = "DIR", default_value = "fuzz.dwindle", value_hint = ValueHint::DirPath)]
    pub output_dir: OsString,
}
