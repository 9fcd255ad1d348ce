//! What a settings file says: options with their values, and where each stands.

use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;

use clap::{Arg, ArgAction, Command, ValueHint};
use dwindle_run::error::RunError;
use dwindle_run::text::{escaped, meant, place};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::args::takes_value;

/// The options that say which file is used; they do not stand in it.
const OF_THE_FILE: [&str; 2] = ["settings", "no-settings"];

/// Whether a settings file says anything about this command.
pub(super) fn takes_settings(command: &Command) -> bool {
    command.get_arguments().any(|arg| arg.get_long() == Some("settings"))
}

/// The options of a command that can stand in the file.
pub(super) fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let name = |arg: &&Arg| arg.get_long().is_some_and(|long| !OF_THE_FILE.contains(&long));
    command.get_arguments().filter(name).filter(|arg| !["help", "version"].contains(&arg.get_id().as_str()))
}

/// A settings file that was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    /// Its path, as it is shown.
    pub(super) shown: &'a Path,
    /// What is in it.
    pub(super) text: &'a str,
}

/// An option with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry<'c> {
    pub(super) arg: &'c Arg,
    /// The words of the command line that say the same; none of an option that is not given.
    pub(super) words: Vec<OsString>,
    /// Where the key stands.
    pub(super) span: Range<usize>,
}

/// What a file says for one command.
#[derive(Debug, Default)]
pub(super) struct Entries<'c> {
    /// In the section of the command.
    pub(super) section: Vec<Entry<'c>>,
    /// Above all sections.
    pub(super) top: Vec<Entry<'c>>,
}

type Key<'k> = &'k Spanned<std::borrow::Cow<'k, str>>;

impl Source<'_> {
    /// The place of a byte, as `dwindle.toml:3:1`.
    pub(super) fn place(&self, at: usize) -> String {
        let (line, column) = place(&self.text.as_bytes()[..at]);
        format!("{}:{line}:{column}", escaped(self.shown))
    }

    /// An error about what stands at `at`.
    pub(super) fn wrong(&self, at: usize, message: &str) -> RunError {
        RunError::usage(format!("{}: {message}", self.place(at)))
    }

    /// What the file says for `command`. All keys have to be options, those of other commands, too.
    ///
    /// # Errors
    /// The first thing in the file that is no setting.
    pub(super) fn entries<'c>(
        &self,
        program: &'c Command,
        command: &'c Command,
    ) -> Result<Entries<'c>, RunError> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start.min(self.text.len()));
            self.wrong(at, error.message()).hint(
                "the file is written in TOML: name = value, and [reduce] before what is for reduce only",
            )
        })?;
        let commands: Vec<_> = program.get_subcommands().filter(|it| takes_settings(it)).collect();
        let mut found = Entries::default();
        for (key, value) in in_order(table.get_ref()) {
            if let DeValue::Table(section) = value.get_ref() {
                let of = commands.iter().find(|it| it.get_name() == key.get_ref().as_ref());
                let of = *of.ok_or_else(|| self.no_section(key, &commands))?;
                for (key, value) in in_order(section) {
                    let arg = option(of, key).ok_or_else(|| self.no_option(key, of, &commands))?;
                    let entry = self.entry(arg, key, value)?;
                    if of.get_name() == command.get_name() {
                        found.section.push(entry);
                    }
                }
            } else if commands.iter().all(|of| option(of, key).is_none()) {
                return Err(self.no_key(key, &commands));
            } else if let Some(arg) = option(command, key) {
                found.top.push(self.entry(arg, key, value)?);
            }
        }
        Ok(found)
    }

    fn no_section(&self, key: Key<'_>, commands: &[&Command]) -> RunError {
        let names: Vec<&str> = commands.iter().map(|it| it.get_name()).collect();
        let error =
            self.wrong(key.span().start, &format!("no command with settings is called `{}`", key.get_ref()));
        let otherwise = format!("a section is called after a command: {}", names.join(", "));
        error.hint(meant(key.get_ref(), &names, ['[', ']'], otherwise))
    }

    fn no_option(&self, key: Key<'_>, command: &Command, commands: &[&Command]) -> RunError {
        let message = format!("`{}` has no option `{}`", command.get_name(), key.get_ref());
        let error = self.wrong(key.span().start, &message);
        let others: Vec<_> =
            commands.iter().filter(|it| option(it, key).is_some()).map(|it| it.get_name()).collect();
        if !others.is_empty() {
            return error.hint(format!("it is an option of {}", others.join(", ")));
        }
        let otherwise = format!("to see the options: dwindle {} --help", command.get_name());
        let names: Vec<&str> = options(command).filter_map(Arg::get_long).collect();
        error.hint(meant(key.get_ref(), &names, ['`'; 2], otherwise))
    }

    fn no_key(&self, key: Key<'_>, commands: &[&Command]) -> RunError {
        let error = self.wrong(key.span().start, &format!("no command has an option `{}`", key.get_ref()));
        let names = commands.iter().flat_map(|it| options(it)).filter_map(Arg::get_long);
        let names: Vec<&str> = names.collect();
        let otherwise = "to see the options of a command: dwindle COMMAND --help".to_owned();
        error.hint(meant(key.get_ref(), &names, ['`'; 2], otherwise))
    }

    fn entry<'c>(
        &self,
        arg: &'c Arg,
        key: Key<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Entry<'c>, RunError> {
        let name = key.get_ref();
        let wrong = |message: String| self.wrong(value.span().start, &message);
        let text = |value| -> Result<OsString, RunError> {
            Ok([OsString::from(format!("--{name}=")), self.text(arg, name, value)?].into_iter().collect())
        };
        let words = if !takes_value(arg) {
            let is_on = value.get_ref().as_bool().ok_or_else(|| {
                wrong(format!("`{name}` is either true or false"))
                    .hint(format!("write it without quotes: {name} = true"))
            })?;
            is_on.then(|| format!("--{name}").into()).into_iter().collect()
        } else if let DeValue::Array(values) = value.get_ref() {
            if !matches!(arg.get_action(), ArgAction::Append) {
                return Err(wrong(format!("`{name}` takes one value, not a list"))
                    .hint("a command that takes a list can have it in a section, as [reduce]"));
            }
            values.iter().map(text).collect::<Result<_, _>>()?
        } else {
            vec![text(value)?]
        };
        Ok(Entry { arg, words, span: key.span() })
    }

    fn text(&self, arg: &Arg, name: &str, value: &Spanned<DeValue<'_>>) -> Result<OsString, RunError> {
        let wrong = |message: String| self.wrong(value.span().start, &message);
        let text = match value.get_ref() {
            DeValue::String(text) => text.as_ref().to_owned(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.as_str().to_owned(),
            _ => {
                return Err(wrong(format!("`{name}` takes a string or a number"))
                    .hint(format!("put the value in quotes: {name} = \"VALUE\"")));
            }
        };
        let possible = arg.get_possible_values();
        let parts = match arg.get_value_delimiter() {
            Some(delimiter) => text.split(delimiter).collect(),
            None => vec![text.as_str()],
        };
        let unknown = |part: &&&str| !possible.iter().any(|it| it.matches(part, arg.is_ignore_case_set()));
        if let Some(part) = parts.iter().find(unknown).filter(|_| !possible.is_empty()) {
            let names: Vec<&str> = possible.iter().map(clap::builder::PossibleValue::get_name).collect();
            let otherwise = format!("it is one of {}", names.join(", "));
            return Err(
                wrong(format!("`{name}` cannot be `{part}`")).hint(meant(part, &names, ['`'; 2], otherwise))
            );
        }
        let is_path = matches!(
            arg.get_value_hint(),
            ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath | ValueHint::ExecutablePath
        );
        if is_path && !["", "-"].contains(&text.as_str()) {
            let folder = self.shown.parent().unwrap_or(Path::new(""));
            return Ok(folder.join(text).into_os_string());
        }
        Ok(text.into())
    }
}

/// The keys and values of a table as they stand in the file.
fn in_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<std::borrow::Cow<'i, str>>, &'t Spanned<DeValue<'i>>)> {
    let mut all: Vec<_> = table.iter().collect();
    all.sort_by_key(|(key, _)| key.span().start);
    all
}

fn option<'c>(command: &'c Command, key: Key<'_>) -> Option<&'c Arg> {
    options(command).find(|arg| arg.get_long() == Some(key.get_ref().as_ref()))
}
