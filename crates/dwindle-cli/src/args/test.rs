//! The test: operands, command, how it gets the candidate and how its runs are judged.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::{Args, ValueHint};

/// The text that stands for the candidate's path.
pub const PLACEHOLDER: &str = "{}";
/// The exit codes of a script that mean "passes".
pub const PASS_CODES: &str = "1";

/// What fails, and how that is told.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Test {
    /// The input (- for standard input); without a COMMAND, the test script before it
    #[arg(value_name = "INPUT", required = true, num_args = 1.., help_heading = Resettable::Reset,
          value_hint = ValueHint::FilePath)]
    pub operands: Vec<OsString>,
    /// The command that fails; {} in it is the candidate's path
    #[arg(value_name = "COMMAND", last = true, help_heading = Resettable::Reset, value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
    #[command(flatten)]
    pub feeding: Feeding,
    /// Start the test once; it reads candidates' paths and answers outcomes, a line each
    #[arg(long, conflicts_with_all = ["placeholder", "stdin", "signature", "exit_code", "signal", "stderr", "stdout", "hang", "invert", "pass_codes"])]
    pub worker: bool,
    #[command(flatten)]
    pub failure: Failure,
    /// The test is a script, and passes with these exit codes [default: 1]
    #[arg(long, value_name = "CODES", value_delimiter = ',',
          conflicts_with_all = ["signature", "exit_code", "signal", "stderr", "stdout", "hang", "invert"])]
    pub pass_codes: Vec<String>,
    /// Run the test up to N times a candidate; it fails when K runs do
    #[arg(long, value_name = "K/N")]
    pub repeat: Option<String>,
}

/// How a candidate gets to the test, and what else it finds there.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Feeding {
    /// Let STR stand for the candidate's path in the command [default: {}]
    ///
    /// Where it stands nowhere, the candidate lies in the working directory under the input's own name.
    #[arg(long, value_name = "STR", conflicts_with = "stdin")]
    pub placeholder: Option<String>,
    /// Feed the candidate to the test on standard input
    #[arg(long)]
    pub stdin: bool,
    /// Lay this file or folder beside the candidate; may be given again
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub with: Vec<OsString>,
}

/// Which runs of the command are the failure.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Failure {
    /// Keep a failure whose telling line matches REGEX [default: the one that the first run shows]
    #[arg(long, value_name = "REGEX",
          conflicts_with_all = ["exit_code", "signal", "stderr", "stdout", "hang", "invert"])]
    pub signature: Option<String>,
    /// It fails when the command exits with one of these codes
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub exit_code: Vec<String>,
    /// It fails when one of these signals ends the command (SIGSEGV, segv or 11)
    #[arg(long, value_name = "SIGNALS", value_delimiter = ',')]
    pub signal: Vec<String>,
    /// It fails only when standard error matches REGEX
    #[arg(long, value_name = "REGEX")]
    pub stderr: Option<String>,
    /// It fails only when standard output matches REGEX
    #[arg(long, value_name = "REGEX")]
    pub stdout: Option<String>,
    /// It fails when the command does not end within --timeout
    #[arg(long, requires = "timeout")]
    pub hang: bool,
    /// It fails when the command succeeds: exit code 0
    #[arg(long, conflicts_with_all = ["exit_code", "signal", "hang"])]
    pub invert: bool,
}
