//! The test: operands, command, how it gets the candidate and how its runs are judged.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::{Args, ValueHint};

pub use dwindle_run::settings::PLACEHOLDER;

/// The exit codes of a script that mean "passes".
pub const PASS_CODES: &str = "1";

/// For `--exit-code`: whatever the command ends with.
pub const ANY: &str = "any";

/// What fails, and how that is told.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Test {
    /// The input (- for standard input); without COMMAND, the test script and then the input
    #[arg(value_name = "INPUT", required = true, num_args = 1.., help_heading = Resettable::Reset,
          value_hint = ValueHint::FilePath)]
    pub operands: Vec<OsString>,
    /// The command that fails; {} stands for the path of the candidate
    #[arg(value_name = "COMMAND", last = true, help_heading = Resettable::Reset, value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
    #[command(flatten)]
    pub feeding: Feeding,
    /// Start the test once; it reads a candidate's path on each line and answers with an outcome
    #[arg(long, conflicts_with_all = ["placeholder", "stdin", "signature", "exit_code", "signal", "stderr", "stdout", "hang", "invert", "pass_codes"])]
    pub worker: bool,
    #[command(flatten)]
    pub failure: Failure,
    /// Exit codes of a test script that mean that the candidate passes [default: 1]
    #[arg(long, value_name = "CODES", value_delimiter = ',',
          conflicts_with_all = ["signature", "exit_code", "signal", "stderr", "stdout", "hang", "invert"])]
    pub pass_codes: Vec<String>,
    /// Run the test up to N times for each candidate, which fails if K of the runs fail; auto: until it is clear
    /// whether it fails as often as the input
    #[arg(long, value_name = "K/N|auto")]
    pub repeat: Option<String>,
}

/// How a candidate gets to the test, and what else it finds there.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Feeding {
    /// Use STR for the path of the candidate in COMMAND [default: {}]
    ///
    /// If STR does not occur, the candidate is in the working directory under the name of the input.
    #[arg(long, value_name = "STR", conflicts_with = "stdin")]
    pub placeholder: Option<String>,
    /// Feed the candidate to the test on standard input
    #[arg(long)]
    pub stdin: bool,
    /// Copy this file or directory, which the test needs, beside the candidate; can be repeated
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub with: Vec<OsString>,
    /// Do not copy files and directories that COMMAND names beside the candidate
    ///
    /// Without this option, relative paths in COMMAND that exist in the current directory or beside the input are
    /// copied like those of --with. If the first run fails because a file is missing that lies beside the input,
    /// Dwindle stops and names the --with option to add; with this option, it takes that for the failure to reduce.
    #[arg(long)]
    pub no_auto_with: bool,
}

/// Which runs of the command are the failure.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Test")]
pub struct Failure {
    /// A candidate fails if a line of its output matches REGEX [default: the failure of the first run]
    #[arg(long, value_name = "REGEX",
          conflicts_with_all = ["exit_code", "signal", "stderr", "stdout", "hang", "invert"])]
    pub signature: Option<String>,
    /// A candidate fails if the command exits with one of these codes, or ends in any way (any)
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub exit_code: Vec<String>,
    /// A candidate fails if one of these signals ends the command, such as SIGSEGV, segv or 11
    #[arg(long, value_name = "SIGNALS", value_delimiter = ',')]
    pub signal: Vec<String>,
    /// A candidate fails only if standard error matches REGEX
    ///
    /// The command also has to end as in the first run, with the same exit code or signal, unless an option such as
    /// --exit-code says otherwise. --exit-code any accepts every exit code and signal.
    #[arg(long, value_name = "REGEX")]
    pub stderr: Option<String>,
    /// A candidate fails only if standard output matches REGEX
    ///
    /// The command also has to end as in the first run; see --stderr.
    #[arg(long, value_name = "REGEX")]
    pub stdout: Option<String>,
    /// A candidate fails if the command does not end within --timeout
    #[arg(long, requires = "timeout")]
    pub hang: bool,
    /// A candidate fails if the command succeeds (exit code 0)
    #[arg(long, conflicts_with_all = ["exit_code", "signal", "hang"])]
    pub invert: bool,
}
