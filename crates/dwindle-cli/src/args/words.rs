//! The commands, each with the words that it takes.

use clap::Subcommand;

use super::changes::Changes;
use super::command::{Check, Clean, Compare, Completions, Isolate, Man, Maximize, Parse, Reduce};
use super::events::Events;
use super::invocation::{Arguments, Elements, Invocation, Variables};
use super::make::{Fuzz, Generate};
use super::past::{Diff, Replay, Report};
use super::trace::Trace;
use super::triage::Triage;

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
