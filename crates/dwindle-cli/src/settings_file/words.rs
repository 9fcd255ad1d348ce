//! Which settings take effect, and the words that they become.

use std::ffi::OsStr;

use clap::{Arg, Command};
use dwindle_run::error::RunError;

use super::read::{Entries, Source};

pub(super) use super::read::Entry;

impl Entry<'_> {
    /// The long name of the option.
    pub(super) fn name(&self) -> &str {
        self.arg.get_long().unwrap_or_default()
    }

    /// Whether it says that an option is given.
    fn is_on(&self) -> bool {
        !self.words.is_empty()
    }
}

/// The entries that take effect beside the `typed` options: what is typed beats the section, and the section what
/// stands above. An option is beaten by itself and by any that it cannot be used with.
///
/// # Errors
/// When two options of the same part of the file cannot be used together.
pub(super) fn chosen<'c>(
    source: &Source<'_>,
    command: &Command,
    entries: Entries<'c>,
    typed: &[(&'c Arg, Option<&OsStr>)],
) -> Result<Vec<Entry<'c>>, RunError> {
    // Every option that is settled, and whether it is given.
    let mut settled: Vec<(&Arg, bool)> = typed.iter().map(|(arg, _)| (*arg, true)).collect();
    let mut chosen: Vec<Entry<'c>> = Vec::new();
    for layer in [entries.section, entries.top] {
        let mut own: Vec<Entry<'c>> = Vec::new();
        for entry in layer {
            let beaten = |(arg, is_on): &(&Arg, bool)| {
                arg.get_id() == entry.arg.get_id() || (*is_on && exclude_each_other(command, arg, entry.arg))
            };
            if settled.iter().any(beaten) {
                continue;
            }
            let other = own.iter().find(|own| exclude_each_other(command, own.arg, entry.arg));
            if let Some(other) = other.filter(|other| other.is_on() && entry.is_on()) {
                let message = format!("`{}` cannot be used with `{}`", entry.name(), other.name());
                return Err(source
                    .wrong(entry.span.start, &message)
                    .detail(format!("`{}` is set in {}", other.name(), source.place(other.span.start)))
                    .hint("leave one of them out, or put it into the section of another command"));
            }
            own.push(entry);
        }
        settled.extend(own.iter().map(|entry| (entry.arg, entry.is_on())));
        chosen.extend(own);
    }
    chosen.retain(Entry::is_on);
    Ok(chosen)
}

fn exclude_each_other(command: &Command, one: &Arg, other: &Arg) -> bool {
    let excludes = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|arg| arg.get_id() == other.get_id())
    };
    excludes(one, other) || excludes(other, one)
}
