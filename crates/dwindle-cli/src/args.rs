//! The command line as it is typed: words, not yet numbers, paths or patterns.
//!
//! What a word means is decided in `resolve`; here stand names, help and which options go together.

mod changes;
mod command;
mod events;
mod examples;
mod invocation;
mod isolate;
mod make;
mod options;
mod test;
mod triage;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::exit::Exit;

pub use changes::{Between, Changes};
pub use command::{
    Check, Clean, Compare, Completions, Languages, Man, Maximize, Parse, Reduce, ReduceOutput,
};
pub use events::Events;
pub use invocation::{Arguments, Env, Options, Subject, Variables};
pub use isolate::Isolate;
pub use make::{Fuzz, Generate, Shape};
pub use options::{Budget, Debug, FILES, Format, Limits, Memory, Progress, Protect, Syntax};
pub use test::{Failure, Feeding, PASS_CODES, PLACEHOLDER, Test};
pub use triage::Triage;

/// Find what makes a program fail, and nothing else
///
/// Dwindle runs a failing test on ever smaller parts of its input and keeps what still fails.
#[derive(Clone, Debug, Parser)]
#[command(name = "dwindle", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Words,
}

/// The words of one command.
#[derive(Clone, Debug, Subcommand)]
pub enum Words {
    /// Reduce an input to the smallest part of it that still fails
    ///
    /// With --, what stands before it is the input and what follows is the command: the failure that it shows
    /// on the whole input is the one to keep. Without, the first operand is the test, a script whose exit code
    /// says whether the failure is still there (0: yes, 1: no, others: cannot tell), and the second the input.
    ///
    /// The input is never touched. The result lies beside it (crash.min.c) and is whole at every moment; the
    /// same command again goes on where the last run ended.
    ///
    /// An input may be a directory, and there may be several: which files are needed is found first, then what of
    /// them. Tests see a copy, under the directory's own name, or of several inputs under their paths from here.
    Reduce(Box<Reduce>),
    /// Isolate the smallest difference between an input that passes and one that fails
    ///
    /// General delta debugging: the failing side shrinks, the passing side grows, until no single unit of what is
    /// left between them can change sides. Then what both sides share is reduced, too, as long as the one goes on
    /// failing and the other passing. Writes both (crash.passing.c and crash.failing.c) and shows them as one text
    /// with the difference marked.
    Isolate(Box<Isolate>),
    /// Keep the largest part of a failing input that passes
    ///
    /// Delta debugging the other way round (ddmax): units come back as long as the test passes, subtrees where
    /// the language is known. Writes what passes as crash.max.c: the input, repaired by dropping as little as possible.
    Maximize(Box<Maximize>),
    /// Find which changes between two versions broke it
    ///
    /// What changed between a good and a bad version is cut into commits, directories, files, functions and hunks;
    /// each candidate is a version with some of them, laid in a directory of its own. Finds the fewest changes
    /// without which the bad version passes, and the fewest with which the good version fails, as patches for
    /// `git apply`, with the commits and authors they came from. Where the commits are in order they are bisected
    /// first. The checkout, the index and the refs are never touched.
    ///
    /// The command is run in the candidate's uppermost directory and judged as by `git bisect run`. Patches and
    /// run directories lie in .git/dwindle, or beside --bad-dir; the same command again goes on.
    Changes(Box<Changes>),
    /// Find the actions of a recorded log that matter
    ///
    /// The log is one action a line, JSON Lines, or a JSON array: what a user did, what a program was sent, how threads
    /// were scheduled. The command replays it; ever fewer actions are replayed as long as the failure shows. What is
    /// left is printed, and written beside the log as LOG.min.EXT.
    ///
    /// Actions that make no sense alone go together with --pair, and no log is replayed that has but one of them.
    /// Fields of JSON actions are reduced after the actions; no field goes on which a pair or a time rests.
    Events(Box<Events>),
    /// Check that an input still fails, and that nothing more can be removed from it
    ///
    /// Runs the test on the input twice. With --minimality N it also tests the input without each unit, for 2
    /// without each pair of units too. Nothing is taken from earlier runs, and nothing is written.
    Check(Box<Check>),
    /// Compare algorithms on one input: size, tests, time
    ///
    /// Each algorithm runs on its own, from the start, with nothing remembered. Nothing is written.
    Compare(Box<Compare>),
    /// Find which arguments of a command matter for its failure
    ///
    /// An argument with its value is one (-o FILE, --flag=VALUE); what it may be, --group says where it is not
    /// guessed. Words that name existing files stay, response files (@FILE) are opened. Prints the command with
    /// nothing but what the failure needs.
    ///
    /// With --prevent, the other way round: which of the words given there, added to a command that fails, make
    /// the failure go away.
    Options(Box<Options>),
    /// Find which environment variables matter for a command's failure
    ///
    /// Variables are removed as long as the failure stays; with --passing-env they become what they are in an
    /// environment in which the command passes. Prints the command with the variables that matter.
    Env(Box<Env>),
    /// List the languages that are known
    ///
    /// Where an input's language is known, its syntax tree is reduced first.
    Languages(Languages),
    /// Print the syntax tree of a file: what is optional, repeated and replaceable
    ///
    /// Every line is a node: its symbol, the symbol that the grammar asks for at its place, what may be done with
    /// it, and its text. What the parser made no sense of is marked.
    Parse(Parse),
    /// Make inputs that follow a grammar
    ///
    /// Each is a text drawn by lot from the grammar, or a language's own; the same seed gives the same inputs. Of
    /// several each ends with a line break, and an empty line stands between two; --output-dir writes each into a
    /// file of its own, as it is.
    Generate(Generate),
    /// Look for inputs that fail, and reduce each of them
    ///
    /// Inputs are made from a grammar, or by changing bits, tokens and subtrees of seeds. One fails when a signal
    /// ends the command, it does not end in time, or it says that it crashed: a sanitizer's report, a failed
    /// assertion, a panic, a traceback. That it refuses an input, whatever its exit code, is no failure. Options
    /// such as --exit-code and --stderr say otherwise.
    ///
    /// Failures with the same signature count as one. The first input of each is reduced, and both are written
    /// into a folder. The same seed finds the same, at any number of jobs.
    ///
    /// Without a --budget 1,000 inputs are tried; what it takes to reduce findings is not counted, but a budget of
    /// time ends that too. Without a --timeout a run hangs that does not end within 10 seconds, and alone within 20.
    Fuzz(Box<Fuzz>),
    /// Sort a folder of failing inputs by what fails, and reduce one of each
    ///
    /// Every input is run twice. Those that show the same failure (signature, and where the run-time says so the
    /// innermost place in the program) make a group, of which the smallest input is reduced. Groups whose reduced
    /// inputs are the same but for names and numbers, and which said the same but for these, are then taken for one.
    ///
    /// An input fails that does not end with exit code 0; options such as --signal and --stderr say otherwise. Those
    /// that do not fail, or not each time, are listed. A folder for each failure holds the names of its inputs, the
    /// one that was reduced, what became of it, and the signature.
    ///
    /// The same command again goes on where the last one ended, and looks at new inputs only. A --budget counts the
    /// runs of inputs and the tests of reductions.
    Triage(Box<Triage>),
    /// Remove what earlier runs left beside an input
    ///
    /// The journals and other failures of all its runs (INPUT.dwindle), and unfinished files of runs that were
    /// killed. Neither the input nor a result is touched; a result is yours from then on, and no later run
    /// overwrites it.
    Clean(Clean),
    /// Print the completions for a shell
    Completions(Completions),
    /// Print the manual
    Man(Man),
}

/// Reads the words of the command line.
///
/// # Errors
/// What clap has to say: also help and version, which are errors to it.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Words, clap::Error> {
    let matches = command().try_get_matches_from(expand(words.into_iter().collect())).map_err(with_tip)?;
    Ok(Cli::from_arg_matches(&matches)?.command)
}

/// Whoever names a file where a command belongs wants to reduce it.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let is_other = error.get(ContextKind::SuggestedSubcommand).is_none();
    if error.kind() == ErrorKind::InvalidSubcommand && is_other {
        let tip = "to reduce an input, write 'dwindle reduce INPUT -- COMMAND {}' or 'dwindle ./TEST INPUT'";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The whole command line as clap knows it: for help, completions and manual.
pub fn command() -> Command {
    let exits = format!("Exit codes:\n{}", Exit::table());
    // Options that `fuzz` shares, and that say something else where there is no first run.
    let mut command = Cli::command().mut_subcommand("fuzz", |fuzz| {
        fuzz.mut_arg("signature", |arg| {
            arg.help("Only failures whose telling line matches REGEX [default: any crash or hang]")
        })
        .mut_arg("timeout", |arg| {
            arg.help("A run hangs that takes longer than this time, as 10s, 500ms or 2m [default: 10s]")
        })
        .mut_arg("budget", |arg| {
            arg.help("Stop after so many inputs (500) or this time (10m); may be given twice [default: 1000]")
        })
    });
    command = command.mut_subcommand("triage", |triage| {
        triage
            .mut_arg("signature", |arg| {
                arg.help("Only failures whose telling line matches REGEX [default: any end but exit code 0]")
            })
            .mut_arg("timeout", |arg| {
                arg.help("A run hangs that takes longer than this time, as 10s, 500ms or 2m [default: 10s]")
            })
    });
    for (name, examples) in examples::ALL {
        let text = format!("Examples:\n{}", examples::show(examples));
        let add = |command: Command| {
            let long = format!("{text}\n{exits}");
            command.after_help(text.clone()).after_long_help(long)
        };
        command = if name.is_empty() { add(command) } else { command.mut_subcommand(name, add) };
    }
    command
}

/// The examples of the command called `name`, as its help shows them.
pub fn examples(name: &str) -> String {
    let of = examples::ALL.iter().find(|(command, _)| *command == name);
    of.map_or_else(String::new, |(_, examples)| examples::show(examples))
}

/// The short form, `dwindle ./test.sh crash.c`: `reduce` where a path stands for a command.
fn expand(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_path = |word: &OsStr| word.as_bytes().contains(&b'/') && !word.as_bytes().starts_with(b"-");
    if words.get(1).is_some_and(|word| is_path(word)) {
        words.insert(1, "reduce".into());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(line: &str) -> String {
        let words = expand(line.split(' ').map(OsString::from).collect());
        words.join(OsStr::new(" ")).into_string().unwrap()
    }

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
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

    #[test]
    fn a_path_in_the_place_of_a_command_means_reduce() {
        assert_eq!(expanded("dwindle ./test.sh a.c"), "dwindle reduce ./test.sh a.c");
        assert_eq!(expanded("dwindle src/a.c -- cc {}"), "dwindle reduce src/a.c -- cc {}");
    }

    #[test]
    fn the_word_of_a_command_always_wins() {
        for line in ["dwindle check ./test.sh a.c", "dwindle test.sh a.c", "dwindle --help", "dwindle"] {
            assert_eq!(expanded(line), line);
        }
    }
}
