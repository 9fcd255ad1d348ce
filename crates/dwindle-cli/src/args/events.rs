//! The words of `dwindle events`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use dwindle::log::Format as LogFormat;

use super::command::ReduceOutput;
use super::options::{Budget, Debug, Limits, Memory, Progress, Protect};
use super::test::Test;

/// The words of `dwindle events`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = "dwindle events [OPTIONS] LOG -- REPLAY...\n       \
                            dwindle events [OPTIONS] TEST LOG")]
pub struct Events {
    #[command(flatten)]
    pub test: Test,
    #[command(flatten)]
    pub log: Recording,
    #[command(flatten)]
    pub protect: Protect,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub budget: Budget,
    #[command(flatten)]
    pub output: ReduceOutput,
    #[command(flatten)]
    pub progress: Progress,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub debug: Debug,
}

/// What the log is, and what has to hold of every log that is replayed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Actions")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Recording {
    /// How the log is written: lines, jsonl or json, which is one array [default: by its name and its
    /// first character]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(LogFormat::ALL.map(LogFormat::name)),
          hide_possible_values = true)]
    pub format: Option<String>,
    /// What goes only together, as press:release,open:close; may be given again
    ///
    /// Two regular expressions. An action that matches the first and the next one that matches the second go
    /// together, if they agree. In a log of lines each stands between blanks, and what follows it in the line has to be
    /// the same; in JSON it is all that one field says, and the other fields that are strings have to be the same, or
    /// those that --pair-by names.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub pair: Vec<String>,
    /// The fields in which a pair has to agree, as .key
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', requires = "pair")]
    pub pair_by: Vec<String>,
    /// Let an action stand alone that has no partner, instead of taking that for a mistake
    #[arg(long, requires = "pair")]
    pub allow_unpaired: bool,
    /// First ask about all actions together that have the same value in this field, as .window
    #[arg(long, value_name = "FIELD")]
    pub group_by: Option<String>,
    /// Close the gaps in this field, a time, that dropped actions leave, as .t
    #[arg(long, value_name = "FIELD")]
    pub retime: Option<String>,
    /// Leave the fields of JSON actions as they are
    #[arg(long)]
    pub keep_fields: bool,
    /// Find the smallest difference between a log that passes and one that fails, and write both
    #[arg(long, conflicts_with_all = ["group_by", "output", "in_place"])]
    pub isolate: bool,
    /// Find as many actions as possible with which the log passes, and write it with these
    #[arg(long, conflicts_with_all = ["isolate", "group_by", "in_place"])]
    pub maximize: bool,
}
