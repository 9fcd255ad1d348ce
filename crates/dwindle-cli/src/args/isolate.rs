//! The words of `dwindle isolate`.

use std::ffi::OsString;

use clap::Args;

use super::options::{Budget, Debug, Limits, Memory, Progress, Protect, Syntax, units};
use super::test::Test;

/// The words of `dwindle isolate`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle isolate [OPTIONS] INPUT -- COMMAND...\n       \
                            dwindle isolate [OPTIONS] TEST INPUT")]
pub struct Isolate {
    #[command(flatten)]
    pub test: Test,
    #[command(flatten)]
    pub syntax: Syntax,
    #[command(flatten)]
    pub isolation: Isolation,
    #[command(flatten)]
    pub protect: Protect,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub budget: Budget,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub debug: Debug,
}

/// Between what, and how far.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub struct Isolation {
    /// Begin with this input, which passes [default: nothing, or the largest part that passes]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub passing: Option<OsString>,
    /// Narrow the difference only, and leave alone what both sides share: dd as it was published
    #[arg(long)]
    pub plain: bool,
    /// Cut the inputs into these: bytes, chars, lines, tokens [default: the syntax tree if the language is known,
    /// lines, and then tokens]
    #[arg(short, long, value_name = "UNIT", value_parser = units(), hide_possible_values = true)]
    pub unit: Option<String>,
}
