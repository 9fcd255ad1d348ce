//! The words of the commands about runs that are over.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use super::options::StateDir;

/// The words of `dwindle report`.
#[derive(Clone, Debug, Args)]
pub struct Report {
    /// The runs: each an input, a result, a directory of run data such as crash.c.dwindle, or a directory of one run
    #[arg(value_name = "RUN", required = true, value_hint = ValueHint::AnyPath)]
    pub runs: Vec<OsString>,
    /// Show all runs on each input [default: the last one]
    #[arg(long)]
    pub all: bool,
    /// Write the page to FILE, or to standard output for - [default: report.html in the directory of the run]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<OsString>,
    #[command(flatten)]
    pub state: StateDir,
}

/// One run.
#[derive(Clone, Debug, Args)]
pub struct One {
    /// The run: an input, a result, a directory of run data such as crash.c.dwindle, or a directory of one run
    #[arg(value_name = "RUN", value_hint = ValueHint::AnyPath)]
    pub run: OsString,
    #[command(flatten)]
    pub state: StateDir,
}

/// The words of `dwindle replay`.
#[derive(Clone, Debug, Args)]
pub struct Replay {
    #[command(flatten)]
    pub of: One,
    /// Give back this best, by its number [default: list all of them]
    #[arg(short, long, value_name = "N")]
    pub step: Option<usize>,
    /// Write it to FILE, which must not exist [default: standard output]
    ///
    /// Of a directory it is a tar archive.
    #[arg(short, long, value_name = "FILE", requires = "step", value_hint = ValueHint::FilePath)]
    pub output: Option<OsString>,
}

/// The words of `dwindle diff`.
#[derive(Clone, Debug, Args)]
pub struct Diff {
    #[command(flatten)]
    pub of: One,
    /// Begin with this best, by its number [default: 0, the input]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub from: usize,
    /// End with this best [default: the last one]
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
}
