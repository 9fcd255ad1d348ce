//! The words of `dwindle isolate`.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use dwindle::space::Unit;

use super::options::{Budget, Limits, Protect, Running, Syntax, units};
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
    /// Write the two files to this directory, or under this name: -o dir/bug.c writes dir/bug.passing.c and
    /// dir/bug.failing.c [default: beside the input, under its name]
    ///
    /// For a directory both are directories: -o dir/bug writes dir/bug.passing and dir/bug.failing.
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    pub output: Option<OsString>,
    #[command(flatten)]
    pub protect: Protect,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub budget: Budget,
    #[command(flatten)]
    pub running: Running,
}

/// What the two sides are, and how far both are reduced.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub struct Isolation {
    /// Start from FILE, an input that passes [default: the empty input, or a part of the input that passes]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub passing: Option<OsString>,
    /// Only narrow the difference, and do not reduce what both sides have in common (dd as published)
    #[arg(long)]
    pub plain: bool,
    /// Split the input into these units: bytes, chars, lines or tokens [default: the syntax tree if the language is
    /// known, then lines, then tokens]
    #[arg(short, long, value_name = "UNIT", value_parser = units(), hide_possible_values = true)]
    pub unit: Option<Unit>,
}
