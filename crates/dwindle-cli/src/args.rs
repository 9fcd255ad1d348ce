//! The command line as it is typed: words, not yet numbers, paths or patterns.
//!
//! What a word means is decided in `resolve`; here stand names, help and which options go together.

mod changes;
mod command;
mod creduce;
mod dashes;
mod events;
mod farm;
mod invocation;
mod make;
mod misuse;
mod most_used;
mod options;
mod past;
mod sandbox;
mod short_form;
mod source;
mod test;
mod tips;
mod trace;
mod triage;
mod walk;
mod words;

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser};

use dwindle_run::exit::Exit;

use creduce::Translated;
use tips::{unsupported, with_file, with_tip};

pub use changes::{Between, Changes};
pub use command::{
    Check, Clean, Compare, Completions, Isolate, Man, Maximize, Parse, Reduce, ReduceOutput, Reduced,
    Searched,
};
pub use events::{Events, Recording};
pub use farm::Farm;
pub use invocation::{Arguments, Asked, Elements, Invocation, Variables};
pub use make::{Fuzz, Generate, Shape};
pub use misuse::misuse;
pub use options::{
    AnswerOutput, Bounds, Debug, FILES, Format, Limits, Memory, Progress, Protect, Running, SelfContained,
    Syntax,
};
pub use past::{Diff, Replay, Report};
pub use sandbox::{Sandbox, SandboxLevel};
pub use source::{SettingsFile, Source};
pub use test::{ANY, Failure, Feeding, PASS_CODES, PLACEHOLDER, Test};
pub use trace::{STRIPE, Trace, Tracing};
pub use triage::Triage;
pub use walk::{Word, operands, takes_value, walk};
pub use words::Words;

/// Shrink a failure to the part that causes it
///
/// Dwindle runs a failing test on smaller and smaller parts of its input and keeps the smallest part that still fails.
#[derive(Clone, Debug, Parser)]
#[command(name = "dwindle", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Words,
}

/// The command line with the word of the command, where it was typed in the short form.
pub fn written_out(words: Vec<OsString>) -> Vec<OsString> {
    match short_form::expand(&command(), words.clone()) {
        Ok(typed) => typed.words,
        Err(_) => words,
    }
}

/// A command line before it is read.
#[derive(Debug)]
pub struct Typed {
    /// The program as clap knows it.
    pub program: Command,
    /// The words, written out: with a command, and with options of ours only.
    pub words: Vec<OsString>,
    /// What there is to say of them.
    pub source: Source,
}

/// Writes the words of the command line out.
///
/// # Errors
/// When there is an option of C-Reduce that has no equivalent, or no `--` before the command.
pub fn expand(words: impl IntoIterator<Item = OsString>) -> Result<Typed, clap::Error> {
    let mut program = command();
    let words: Vec<OsString> = words.into_iter().collect();
    if let Some(error) = dashes::missing(&mut program, &words) {
        return Err(error);
    }
    match short_form::expand(&program, words) {
        Ok(Translated { words, notes }) => {
            Ok(Typed { program, words, source: Source { notes, settings_file: None } })
        }
        Err(refused) => Err(unsupported(&mut program, &refused)),
    }
}

/// Reads the words of the command line.
///
/// # Errors
/// What clap has to say: also help and version, which are errors to it.
pub fn parse(typed: Typed) -> Result<(Words, Source), clap::Error> {
    let Typed { program, words, source } = typed;
    let matches = program.try_get_matches_from(&words).map_err(|error| with_tip(error, &words));
    let matches = matches.map_err(|error| with_file(error, source.settings_file.as_ref()))?;
    Ok((Cli::from_arg_matches(&matches)?.command, source))
}

/// The format of messages that a command line asks for, read without parsing it, since it may have errors.
pub fn format(words: impl IntoIterator<Item = OsString>) -> Format {
    let words: Vec<OsString> = words.into_iter().take_while(|word| word != "--").collect();
    let is_json = |pair: &[OsString]| pair[0] == "--message-format" && pair[1] == "json";
    if words.windows(2).any(is_json) || words.iter().any(|word| word == "--message-format=json") {
        Format::Json
    } else {
        Format::Human
    }
}

/// The whole command line as clap knows it: for help, completions and manual.
pub fn command() -> Command {
    let exits = format!("Exit codes:\n{}", Exit::table());
    // What an option says of a negative number is more than that it is unexpected.
    let negative = |arg: Arg| {
        let takes_values = !arg.is_positional() && arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    let mut command = Cli::command().mut_subcommands(|of| of.mut_args(negative));
    for (name, option, help) in said_otherwise() {
        command = command.mut_subcommand(name, |of| of.mut_arg(option, |arg| arg.help(help)));
    }
    command = most_used::shorten(command);
    for (name, examples) in all_examples() {
        let text = format!("Examples:\n{examples}");
        let add = |command: Command| {
            let long = format!("{text}\n{exits}");
            command.after_help(text.clone()).after_long_help(long)
        };
        command = if name == command.get_name() { add(command) } else { command.mut_subcommand(name, add) };
    }
    command
}

/// What an option that commands share means to one of them: command, option, help.
fn said_otherwise() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    include_str!("args/otherwise.txt").lines().filter_map(|line| {
        let (names, help) = line.split_once(": ")?;
        let (command, option) = names.split_once(' ')?;
        Some((command, option, help))
    })
}

/// The name of each command that has examples, and these as its help shows them; the program itself is `dwindle`.
///
/// All of them are run by a test. In the file, those of each command stand below a line with its name.
fn all_examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("args/examples.txt").split("# ").filter_map(|of| of.split_once('\n'))
}

/// The examples of the command called `name`, as its help shows them; those of the program by its own name.
pub fn examples(name: &str) -> &'static str {
    all_examples().find(|(command, _)| *command == name).map_or("", |(_, examples)| examples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn the_format_of_messages_is_found_in_command_lines_that_are_wrong() {
        let of = |line: &str| format(line.split(' ').map(OsString::from));
        for line in
            ["dwindle reduce --message-format json --bad", "dwindle --bad a --message-format=json -- x"]
        {
            assert_eq!(of(line), Format::Json, "{line}");
        }
        for line in ["dwindle reduce a -- x --message-format json", "dwindle --message-format human json"] {
            assert_eq!(of(line), Format::Human, "{line}");
        }
    }

    #[test]
    fn every_option_has_a_help() {
        let mut command = command();
        command.build();
        for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
            let shown = |option: &&clap::Arg| !option.is_hide_set();
            for option in command.get_arguments().filter(shown) {
                let help = option.get_long_help().or_else(|| option.get_help()).map(ToString::to_string);
                let is_there = help.is_some_and(|help| !help.trim().is_empty());
                assert!(is_there, "{} {}: see otherwise.txt", command.get_name(), option.get_id());
            }
        }
    }

    #[test]
    fn the_table_of_exit_codes_stands_in_the_help_of_every_command() {
        let mut command = command();
        command.build();
        for command in std::iter::once(&command).chain(command.get_subcommands()) {
            if command.get_name() != "help" {
                let help = command.clone().render_long_help().to_string();
                assert!(help.contains(&Exit::table()), "{}", command.get_name());
            }
        }
    }
}
