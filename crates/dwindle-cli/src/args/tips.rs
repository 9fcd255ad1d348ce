//! What is said beside an error of clap.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::creduce;
use super::source::SettingsFile;
use dwindle_run::text::shell;

/// What is wrong may stand in the settings file.
pub(super) fn with_file(mut error: clap::Error, file: Option<&SettingsFile>) -> clap::Error {
    if let Some(file) = file.filter(|_| error.use_stderr() && error.get(ContextKind::Suggested).is_none()) {
        let path = dwindle_run::text::escaped(&file.path);
        let tip = format!("some options are from {path}; --no-settings leaves them out");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// An option of C-Reduce that has no equivalent.
pub(super) fn unsupported(command: &mut Command, refused: &creduce::Refusal) -> clap::Error {
    command.build();
    let reduce = command.find_subcommand_mut("reduce").expect("it is a command");
    reduce.error(ErrorKind::UnknownArgument, format!("{}\n\n  tip: {}", refused.message, refused.tip))
}

/// Whether a word is the name of a file here that begins as options do.
fn is_named_like_an_option(word: &OsStr) -> bool {
    word.as_bytes().starts_with(b"-") && word.len() > 1 && Path::new(word).is_file()
}

/// Adds a tip to the error for an unknown command: the word may be a file that the user wants to reduce, which one with a dot
/// is. The same for an unknown option, where one of the `words` is a file that is named like one. Tips that suggest to pass a
/// misspelt option as a value are removed.
pub(super) fn with_tip(mut error: clap::Error, words: &[OsString]) -> clap::Error {
    let word = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string).unwrap_or_default();
    if word.contains('.') {
        error.remove(ContextKind::SuggestedSubcommand);
    }
    let is_other = error.get(ContextKind::SuggestedSubcommand).is_none();
    if error.kind() == ErrorKind::InvalidSubcommand && is_other {
        let tip = "to reduce an input, write 'dwindle reduce INPUT -- COMMAND {}' or 'dwindle ./TEST INPUT'";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    if let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested) {
        // How to pass a misspelt option as a value is no help.
        let is_help = |tip: &&StyledStr| !tip.to_string().starts_with("to pass ");
        let tips: Vec<StyledStr> = tips.iter().filter(is_help).cloned().collect();
        if tips.is_empty() {
            error.remove(ContextKind::Suggested);
        } else {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    let is_other = error.kind() == ErrorKind::UnknownArgument && error.get(ContextKind::Suggested).is_none();
    let mut ours = words.iter().take_while(|word| *word != "--");
    if let Some(name) = ours.find(|word| is_other && is_named_like_an_option(word)) {
        let tip = format!("to name the file, write {}", shell::quoted([Path::new(".").join(name)]));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
