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
mod trace;
mod triage;
mod walk;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use dwindle_run::exit::Exit;
use dwindle_run::text::shell;

use creduce::Translated;

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

/// Shrink a failure to the part that causes it
///
/// Dwindle runs a failing test on smaller and smaller parts of its input and keeps the smallest part that still fails.
#[derive(Clone, Debug, Parser)]
#[command(name = "dwindle", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Words,
}

/// The words of one command.
#[derive(Clone, Debug, Subcommand)]
pub enum Words {
    /// Reduce an input to a minimal part that still fails
    ///
    /// In the first form, COMMAND runs on the whole input first, and Dwindle keeps the failure that this run shows. In
    /// the second form, TEST is a script whose exit code says whether the failure is still there: 0 for yes, 1 for no,
    /// and anything else if the script cannot tell.
    ///
    /// The input is not modified. The result is written beside it as crash.min.c, and that file is complete at every
    /// moment. The same command again continues where the last run stopped.
    ///
    /// The input can also be a directory, or several files. Dwindle then finds which files are needed before it reduces
    /// their contents. Tests run on a copy: a directory keeps its name, and several inputs keep their paths relative to
    /// the current directory.
    #[command(override_usage = "dwindle reduce [OPTIONS] INPUT... -- COMMAND...\n       \
                                dwindle reduce [OPTIONS] TEST INPUT...")]
    Reduce(Box<Reduce>),
    /// Find the smallest difference between an input that passes and one that fails
    ///
    /// General delta debugging: Dwindle shrinks the failing input and grows the passing one until no single unit of the
    /// difference can be moved from one to the other. It then reduces what the two have in common, as long as one still
    /// fails and the other still passes. Both are written (crash.failing.c and crash.passing.c) and printed as one text
    /// with the difference marked.
    #[command(override_usage = "dwindle isolate [OPTIONS] INPUT -- COMMAND...\n       \
                                dwindle isolate [OPTIONS] TEST INPUT")]
    Isolate(Box<Isolate>),
    /// Repair a failing input by dropping as little of it as possible
    ///
    /// The opposite of `reduce` (ddmax): Dwindle keeps as much of the input as it can while the test still passes.
    /// Where the language is known, whole subtrees of the syntax tree are kept or dropped. The result is written as
    /// crash.max.c.
    #[command(override_usage = "dwindle maximize [OPTIONS] INPUT -- COMMAND...\n       \
                                dwindle maximize [OPTIONS] TEST INPUT")]
    Maximize(Box<Maximize>),
    /// Find which changes between two versions cause a failure
    ///
    /// Finds a minimal set of changes without which the bad version passes (the cause), and then a minimal set with
    /// which the good version fails. Both are written as patches for `git apply`, with the commits and authors of the
    /// changes. The cause is printed as soon as it is known. If the versions have a history, it is bisected first. Your
    /// checkout, index and refs are never modified.
    ///
    /// The test runs in the top directory of each candidate, which is the good version with some of the changes
    /// applied. Its exit codes mean the same as in `git bisect run`: 0 good, 1 to 124 bad, 125 skip. Patches and run
    /// data are kept in .git/dwindle, or beside --bad-dir; the same command again continues a run that was stopped.
    Changes(Box<Changes>),
    /// Find which actions of a recorded log cause a failure
    ///
    /// The log has one action on each line, or is JSON Lines or a JSON array: what a user did, what a program was sent,
    /// how threads were scheduled. The command replays it. Dwindle replays fewer and fewer actions as long as the
    /// failure still occurs, prints those that are left, and writes them beside the log as LOG.min.EXT.
    ///
    /// Use --pair for actions that only make sense together: no log with only one of them is replayed. --fields also
    /// removes fields of JSON actions, except those that a pair or a time depends on.
    #[command(override_usage = "dwindle events [OPTIONS] LOG -- REPLAY...\n       \
                                dwindle events [OPTIONS] TEST LOG")]
    Events(Box<Events>),
    /// Find which of the statements that a program executes matter
    ///
    /// Dwindle records the statements that the program executes, and runs it again and again without some of them, until
    /// only those are left without which it comes to something else: another output, exit code, signal or exception. It
    /// prints the source with these lines marked, and the executed statements that matter, one by one.
    ///
    /// There are tracers for native programs (x86-64 Linux, C, C++ and Rust, built with debug information and without
    /// optimisation), Python and Perl, and a protocol for others. The program runs in the current directory, many times.
    #[command(override_usage = "dwindle trace [OPTIONS] -- PROGRAM...")]
    Trace(Box<Trace>),
    /// Check that an input still fails, and optionally that it is minimal
    ///
    /// Runs the test on the input twice. With --minimality 1 it also tests the input without each single unit, with
    /// --minimality 2 without each pair of units too. Results of earlier runs are not used, and nothing is written.
    #[command(override_usage = "dwindle check [OPTIONS] INPUT -- COMMAND...\n       \
                                dwindle check [OPTIONS] TEST INPUT")]
    Check(Box<Check>),
    /// Compare algorithms on one input by size, tests and time
    ///
    /// Each algorithm starts from scratch and uses no results of the others. Nothing is written.
    #[command(override_usage = "dwindle compare [OPTIONS] INPUT -- COMMAND...\n       \
                                dwindle compare [OPTIONS] TEST INPUT")]
    Compare(Box<Compare>),
    /// Find which arguments of a command cause its failure
    ///
    /// An option and its value count as one argument (-o FILE, --flag=VALUE); use --group where Dwindle does not
    /// recognize one. Arguments that name existing files are kept, and response files (@FILE) are expanded. Prints the
    /// command with only the arguments that the failure needs.
    ///
    /// With --prevent, finds instead which of the given words make the failure go away when they are added to the
    /// command.
    #[command(override_usage = "dwindle options [OPTIONS] -- COMMAND...\n       \
                                dwindle options [OPTIONS] --prevent WORDS -- COMMAND...")]
    Options(Box<Invocation<Arguments>>),
    /// Find which environment variables cause a command's failure
    ///
    /// Removes variables as long as the failure stays. With --passing-env, sets them to their values in an environment
    /// where the command passes instead. Prints the command with the variables that matter.
    #[command(override_usage = "dwindle env [OPTIONS] -- COMMAND...")]
    Env(Box<Invocation<Variables>>),
    /// Find which elements of a search path cause a command's failure
    ///
    /// VARIABLE lists files or folders with colons between them, as PATH, CLASSPATH and PYTHONPATH do. Removes elements as
    /// long as the failure stays; the others keep their order. Prints the command with the elements that matter.
    #[command(override_usage = "dwindle path [OPTIONS] VARIABLE -- COMMAND...")]
    Path(Box<Invocation<Elements>>),
    /// List the supported languages
    ///
    /// Where the language of an input is known, its syntax tree is reduced first.
    Languages,
    /// List the passes of `reduce`
    ///
    /// A pass is one way to make an input smaller. `reduce` goes on with the pass that takes most for its tests until none
    /// changes anything: where the language of an input is known, of own, declarations, stretches, kinds, blanks, names, rewrites,
    /// tokens, chars and tree; otherwise of lines, tokens and chars. Its options --passes and --skip-pass choose others. Each line has the name
    /// of a pass, what it works on, and what it does.
    Passes,
    /// Print the syntax tree of a file
    ///
    /// Each line is a node: its symbol, the symbol that the grammar expects in its place, whether it is optional,
    /// repeated or replaceable, and its text. Text that could not be parsed is marked.
    Parse(Parse),
    /// Generate inputs from a grammar
    ///
    /// Inputs are drawn at random from a --grammar, or from the grammar of a supported language. The same seed gives
    /// the same inputs. Several inputs on standard output each end with a newline, with an empty line between them;
    /// --output-dir writes each one, unchanged, to a file of its own.
    Generate(Generate),
    /// Find inputs that crash a command, and reduce them
    ///
    /// Inputs are generated from a grammar, or made from seeds by changing bits, tokens and subtrees. An input fails if
    /// a signal ends the command, if the command does not end in time, or if it reports a crash: a sanitizer's report,
    /// a failed assertion, a panic, a traceback. A command that rejects its input does not fail, whatever its exit
    /// code. Options such as --exit-code and --stderr change what counts as a failure.
    ///
    /// Failures are the same if they differ only in numbers, in text quoted from the input, and in what varies from run
    /// to run. The first input of each failure is reduced, and both are written to the output directory, which holds
    /// the findings of one command on one kind of input. The same seed gives the same findings with any number of jobs.
    ///
    /// Without --budget, 1,000 inputs are tried. Tests of reductions do not count, but a time budget ends them too.
    /// Without --timeout, a command hangs if it runs for more than 10 seconds, and for more than 20 when run again
    /// alone.
    Fuzz(Box<Fuzz>),
    /// Group failing inputs by their failure, and reduce one of each group
    ///
    /// Every input is run twice. Inputs that show the same failure form a group, and the smallest input of each group
    /// is reduced. Failures are the same if they differ only in numbers, in text quoted from the input, and in what
    /// varies from run to run; if the output names the innermost place in the program, that has to be the same too.
    /// Groups are then merged if their reduced inputs and their failures differ only in names and numbers.
    ///
    /// An input fails if the command does not exit with 0; options such as --signal and --stderr change that. Inputs
    /// that pass, or that do not fail each time, are listed. The directory of each failure contains the names of its
    /// inputs, the input that was reduced, the result, and the signature.
    ///
    /// The same command again continues where the last run stopped, and runs new inputs only. --budget counts the runs
    /// of inputs and the tests of reductions.
    Triage(Box<Triage>),
    /// Write a page that shows runs: sizes, passes, and the result beside the input
    ///
    /// The page is one file of HTML without scripts and without anything from a network. It is made from the records of
    /// the runs; no test runs. The same page is written at the end of a run with --report.
    Report(Report),
    /// Give back any earlier best of a run, or list all of them
    ///
    /// Every new best is kept with the run, as what it changes in the one before. No test runs.
    Replay(Replay),
    /// Show what went in a run, as a unified diff
    ///
    /// From the input to the smallest result; a result that was laid out for readers may look different. No test runs.
    Diff(Diff),
    /// Delete the run data of earlier runs
    ///
    /// Deletes the journals and other failures of all runs on the input (INPUT.dwindle), and unfinished files of runs
    /// that were killed. Inputs and results are kept. A result is yours from then on, and no later run overwrites it.
    Clean(Clean),
    /// Print shell completions
    Completions(Completions),
    /// Print manual pages
    Man(Man),
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

/// What is wrong may stand in the settings file.
fn with_file(mut error: clap::Error, file: Option<&SettingsFile>) -> clap::Error {
    if let Some(file) = file.filter(|_| error.use_stderr() && error.get(ContextKind::Suggested).is_none()) {
        let path = dwindle_run::text::escaped(&file.path);
        let tip = format!("some options are from {path}; --no-settings leaves them out");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
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

/// An option of C-Reduce that has no equivalent.
fn unsupported(command: &mut Command, refused: &creduce::Refusal) -> clap::Error {
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
fn with_tip(mut error: clap::Error, words: &[OsString]) -> clap::Error {
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
