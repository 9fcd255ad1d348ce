//! The words of `dwindle trace`.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Args, ValueHint};
use dwindle::Algorithm;
use dwindle_trace::protocol::Control;

use super::options::{Bounds, Running, one_of};

/// The algorithm of the first traces.
pub const STRIPE: &str = "stripe";

/// The words of `dwindle trace`.
#[derive(Clone, Debug, Args)]
pub struct Trace {
    #[command(flatten)]
    pub same: Same,
    #[command(flatten)]
    pub tracing: Tracing,
    #[command(flatten)]
    pub limits: Bounds,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub output: Listing,
    #[command(flatten)]
    pub running: Running,
    /// The program to trace, with its arguments
    #[arg(value_name = "PROGRAM", last = true, required = true, help_heading = Resettable::Reset,
          value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}

/// What has to come out the same.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Same {
    /// Only what matches REGEX in standard output has to be the same, however the program ends
    #[arg(long, value_name = "REGEX")]
    pub stdout: Option<String>,
    /// Only what matches REGEX in standard error has to be the same, however the program ends
    #[arg(long, value_name = "REGEX")]
    pub stderr: Option<String>,
    /// Only the answer of a shell command has to be the same: 0 for yes, 1 for no, and anything else if it cannot tell
    ///
    /// The command reads what the program printed from standard input; `$DWINDLE_STDERR` is a file with what it printed
    /// on standard error.
    #[arg(long, value_name = "CMD", conflicts_with_all = ["stdout", "stderr", "probe"])]
    pub test: Option<String>,
    /// Only the value of an expression before the last time that a line is executed has to be the same; can be repeated
    ///
    /// A file, a line and an expression in the language of the program, with colons between them, such as
    /// `sum.py:9:total`.
    #[arg(long, value_name = "FILE:LINE:EXPR", conflicts_with_all = ["stdout", "stderr"])]
    pub probe: Vec<String>,
}

/// How the program is traced, and what is left out.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Tracing")]
pub struct Tracing {
    /// Leave out only statements of this file, function or lines, such as sum.py, sum.py:mean or sum.py:10-20; can be
    /// repeated
    #[arg(long, value_name = "PLACE")]
    pub only: Vec<String>,
    /// What decides which way the program goes: recorded, actual, strict or exact [default: the strictest that the tracer knows]
    ///
    /// With recorded, the program goes the way it went when it was recorded: the smallest slices. With actual, the
    /// predicates that are kept have to come out as they did then; with strict, all of them are kept. With exact, they have to compare
    /// the same values, too, which native programs are asked for by default.
    #[arg(long, value_name = "LEVEL", value_parser = one_of::<Control>(Control::ALL.iter().map(|it| it.name())),
          hide_possible_values = true)]
    pub control: Option<Control>,
    /// Use this tracer, a shell command that speaks the protocol of docs/tracers.md [default: by the program]
    #[arg(long, value_name = "CMD")]
    pub tracer: Option<String>,
    /// Give the program this file on standard input [default: nothing]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub input: Option<OsString>,
    /// Leave single executed statements out by this algorithm, and no functions or lines before
    #[arg(short, long, value_name = "NAME", hide_possible_values = true,
          value_parser = PossibleValuesParser::new(Algorithm::ALL.iter().map(|it| it.name()).chain([STRIPE])),
          help = algorithm_help())]
    pub algorithm: Option<String>,
}

/// What a recording may take.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Recording {
    /// Record at most this many executed statements [default: 4000000 of native programs, 1000000 of scripts]
    #[arg(long, value_name = "N")]
    pub max_statements: Option<String>,
}

/// Where what was found is written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Listing {
    /// Write the listing to FILE, or to standard output for - [default: -]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<OsString>,
    /// Also write the lines that matter to FILE in SARIF, which editors read
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub sarif: Option<OsString>,
    /// Also write a breakpoint for each line that matters to FILE, as commands of gdb or pdb
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub breakpoints: Option<OsString>,
}

fn algorithm_help() -> String {
    let names = Algorithm::names();
    format!(
        "Leave out single executed statements only, by this algorithm: {names}, {STRIPE} (Cleve & Zeller 2000)"
    )
}
