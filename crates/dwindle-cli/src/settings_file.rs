//! The settings file, `dwindle.toml`: options of commands by their long names, as they are written on every run.
//!
//! It is read before the command line is parsed, and what it says becomes words of the command line: so an option means
//! the same in both. What is typed beats a section of the file, and a section what stands above all sections.

mod find;
mod read;
#[cfg(test)]
mod table_tests;
mod words;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use clap::error::ErrorKind;
use clap::{Arg, Command};
use dwindle_run::error::RunError;
use dwindle_run::text::{escaped, nearby};

use crate::args::{SettingsFile, Source, Typed, Word, walk};
use find::Found;
use read::takes_settings;

/// A file of more bytes than this is no settings file.
const MOST: u64 = 1 << 20;

/// Adds what the settings file says to a command line.
pub fn add(mut typed: Typed) -> Result<Typed, clap::Error> {
    let name = typed.words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let Some(command) = typed.program.find_subcommand(name).filter(|it| takes_settings(it)) else {
        return Ok(typed);
    };
    let words = added(&typed.program, command, &typed.words[2..], &mut typed.source)
        .map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, format!("{error}\n")))?;
    typed.words.splice(2..2, words);
    Ok(typed)
}

/// The options that the settings file adds to the `typed` words of a command, which stand behind its name, each with its
/// value in one word; notes in `source` where they are from.
fn added(
    program: &Command,
    command: &Command,
    typed: &[OsString],
    source: &mut Source,
) -> Result<Vec<OsString>, RunError> {
    let options: Vec<(&Arg, Option<&OsStr>)> = walk(command, typed)
        .into_iter()
        .filter_map(|word| if let Word::Option(arg, value) = word { Some((arg, value)) } else { None })
        .collect();
    let given = |name: &str| options.iter().find(|(arg, _)| arg.get_long() == Some(name));
    if given("no-settings").is_some() {
        return Ok(Vec::new());
    }
    let Found { path, foreign } = match given("settings").and_then(|(_, value)| *value) {
        Some(path) => Found { path: Some(path.into()), foreign: Vec::new() },
        None => find::find(&find::beside(command, typed), crate::environment::home().as_deref()),
    };
    source.notes.extend(foreign.iter().map(|(path, why)| {
        let path = escaped(path);
        format!("{path} is not used: {why}; to use it nevertheless, give --settings {path}")
    }));
    let Some(path) = path else { return Ok(Vec::new()) };
    let shown = nearby(&path).to_owned();
    let text = text(&path, &shown)?;
    let file = read::Source { shown: &shown, text: &text };
    let entries = words::chosen(&file, command, file.entries(program, command)?, &options)?;
    let places =
        entries.iter().map(|entry| (entry.name().to_owned(), file.place(entry.span.start))).collect();
    let words = entries.into_iter().flat_map(|entry| entry.words).collect();
    source.settings_file = Some(SettingsFile { path: shown, places });
    Ok(words)
}

fn text(path: &Path, shown: &Path) -> Result<String, RunError> {
    let wrong = |why: String| {
        RunError::usage(format!("cannot read the settings file {}: {why}", escaped(shown)))
            .hint("name another file with --settings FILE, or use none with --no-settings")
    };
    let about = fs::metadata(path).map_err(|error| wrong(error.to_string()))?;
    if !about.is_file() || about.len() > MOST {
        return Err(wrong("it is not a file of at most 1 MiB".to_owned()));
    }
    let bytes = fs::read(path).map_err(|error| wrong(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| wrong("it is not valid UTF-8".to_owned()))
}
