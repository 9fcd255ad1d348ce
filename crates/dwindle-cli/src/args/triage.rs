//! The words of `dwindle triage`.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::{Args, ValueHint};

use super::options::{Bounds, Running, Syntax};
use super::test::{Failure, Feeding};

/// The words of `dwindle triage`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle triage [OPTIONS] DIR -- COMMAND...")]
pub struct Triage {
    /// The directory of failing inputs, one per file
    #[arg(value_name = "DIR", help_heading = Resettable::Reset, value_hint = ValueHint::DirPath)]
    pub dir: OsString,
    /// The command that fails; {} stands for the path of the input
    #[arg(value_name = "COMMAND", last = true, required = true, help_heading = Resettable::Reset,
          value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
    #[command(flatten)]
    pub feeding: Feeding,
    /// Give every input this file name [default: input, with the input's own extension]
    #[arg(long, value_name = "NAME", help_heading = "Test")]
    pub name: Option<OsString>,
    #[command(flatten)]
    pub failure: Failure,
    #[command(flatten)]
    pub syntax: Syntax,
    #[command(flatten)]
    pub limits: Bounds,
    /// Write a directory for each failure to DIR [default: NAME.triage beside the directory of inputs]
    #[arg(short, long, value_name = "DIR", help_heading = "Output", value_hint = ValueHint::DirPath)]
    pub output_dir: Option<OsString>,
    #[command(flatten)]
    pub running: Running,
}
