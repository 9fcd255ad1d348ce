//! The words of `dwindle events`.

use clap::Args;
use dwindle::log::Format as LogFormat;

use super::command::{ReduceOutput, Searched};
use super::options::one_of;

/// The words of `dwindle events`.
pub type Events = Searched<Recording, ReduceOutput>;

/// What the log is, and what has to hold of every log that is replayed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Actions")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Recording {
    /// Format of the log: lines, jsonl, or json for a single array [default: from its name and first character]
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<LogFormat>(LogFormat::ALL.iter().map(|it| it.name())),
          hide_possible_values = true)]
    pub format: Option<LogFormat>,
    /// Keep or remove two actions only together, such as press:release,open:close; can be repeated
    ///
    /// Each side is a regular expression. An action that matches the first side and the next action that matches the
    /// second side form a pair if they agree. In a log of lines, an expression matches words separated by whitespace,
    /// and the rest of the line has to be equal. In JSON, it matches the whole value of a field, and all other fields
    /// that are strings have to be equal, or the fields that --pair-by names.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub pair: Vec<String>,
    /// Fields that have to be equal in both actions of a pair, such as .key
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', requires = "pair")]
    pub pair_by: Vec<String>,
    /// Accept actions that match one side of a pair but have no partner, instead of reporting an error
    #[arg(long, requires = "pair")]
    pub allow_unpaired: bool,
    /// First remove groups of actions that have the same value in this field, such as .window
    #[arg(long, value_name = "FIELD")]
    pub group_by: Option<String>,
    /// Shift the times in this field, such as .t, so that removed actions leave no gaps
    #[arg(long, value_name = "FIELD")]
    pub retime: Option<String>,
    /// When no more actions can be removed, remove fields of JSON actions too
    #[arg(long, conflicts_with_all = ["isolate", "maximize"])]
    pub fields: bool,
    /// Find the smallest difference between a log that passes and one that fails, and write both logs
    #[arg(long, conflicts_with_all = ["group_by", "in_place"])]
    pub isolate: bool,
    /// Find the largest log that passes, and write it
    #[arg(long, conflicts_with_all = ["isolate", "group_by", "in_place"])]
    pub maximize: bool,
}
