//! From words to settings for the commands whose subject is a command itself.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use dwindle::Goal;
use dwindle::space::Variable;

use super::along::reachable;
use super::output::answer_output;
use super::run::{plain, remember};
use super::words::{Pick, Rules, listed};
use super::{passing, test};
use crate::args::{self, PLACEHOLDER};
use crate::error::CliError;
use crate::settings::{CommandLine, Feed, Input, Method, Piece, Purpose, Settings};

/// Settings for `options`, and the command line as it is cut.
pub fn options(words: &args::Options) -> Result<(Settings, CommandLine), CliError> {
    let (program, typed) = words.subject.command.split_first().expect("a command has to be given");
    let args::Arguments { keep, group, all, prevent, again, isolate, maximize, algorithm } = &words.arguments;
    let preventing = !prevent.is_empty();
    // All that is asked about what prevents is about the words given there.
    let rules = Rules::new(keep, group, *all || preventing)?;
    let (line, pieces) = if preventing {
        let mut cures = Vec::new();
        for text in prevent {
            cures.extend(listed("--prevent", text)?);
        }
        let cures = rules.open(&cures)?;
        let pieces = rules.cut(&cures)?;
        let at = typed.iter().position(|word| word == PLACEHOLDER);
        let (before, after) = at.map_or((typed, [].as_slice()), |at| (&typed[..at], &typed[at + 1..]));
        let moved =
            |piece: Piece| Piece { at: piece.at.iter().map(|at| at + before.len()).collect(), ..piece };
        ([before, &cures, after].concat(), pieces.into_iter().map(moved).collect())
    } else {
        let line = rules.open(typed)?;
        let pieces = rules.cut(&line)?;
        (line, pieces)
    };
    if pieces.is_empty() {
        return Err(nothing_free(preventing, line.is_empty()));
    }
    let (args, along) = reachable(&line)?;
    let name = match (preventing, isolate, maximize) {
        (true, _, _) => "prevent",
        (_, true, _) => "isolate-options",
        (_, _, true) => "maximize-options",
        _ => "options",
    };
    let mut settings = settings(&words.subject, name, (&args, along), &words.limits, &words.running.debug)?;
    settings.algorithm = algorithm.map(Method::List);
    settings.goal = goal(*maximize);
    settings.output = answer_output(&words.output)?;
    remember(&mut settings, &words.running.memory, &words.budget)?;
    let purpose = if preventing { Purpose::Preventing } else { Purpose::Needed };
    let line = CommandLine { program: program.clone(), words: args, pieces, purpose, again: *again };
    Ok((settings, line))
}

/// Settings for `env`, and the variables with their two sides.
pub fn env(words: &args::Env) -> Result<(Settings, Vec<Variable>), CliError> {
    let args::Variables { passing_env, isolate, maximize, keep, algorithm } = &words.variables;
    let (_, typed) = words.subject.command.split_first().expect("a command has to be given");
    let (args, along) = reachable(typed)?;
    let name = match (isolate, maximize) {
        (true, _) => "isolate-env",
        (_, true) => "maximize-env",
        _ => "env",
    };
    let mut settings = settings(&words.subject, name, (&args, along), &words.limits, &words.running.debug)?;
    settings.algorithm = algorithm.map(Method::List);
    settings.goal = goal(*maximize);
    settings.output = answer_output(&words.output)?;
    remember(&mut settings, &words.running.memory, &words.budget)?;
    let mut passing = passing_env.as_deref().map(passing::read).transpose()?.unwrap_or_default();
    let mut variables: Vec<Variable> = Vec::new();
    for (name, failing) in &settings.test.env {
        // A name that is there twice is what getenv finds first; a process is given one of them here.
        if !variables.iter().any(|variable| variable.name == *name) {
            let passing = passing.remove(name);
            variables.push(Variable { name: name.clone(), failing: Some(failing.clone()), passing });
        }
    }
    variables.extend(passing.into_iter().map(|(name, value)| Variable {
        name,
        failing: None,
        passing: Some(value),
    }));
    for word in keep {
        let pick = Pick::new(OsStr::new(word));
        let mut named = variables.iter_mut().filter(|variable| pick.picks(&variable.name)).peekable();
        if named.peek().is_none() {
            return Err(CliError::usage(format!("--keep {word}: no such variable"))
                .hint("give the name of a variable, or a regular expression for whole names"));
        }
        named.for_each(|variable| variable.passing.clone_from(&variable.failing));
    }
    if variables.iter().all(|variable| variable.failing == variable.passing) {
        let why = match passing_env {
            Some(file) => format!("the environment is the same as in {}", file.display()),
            None => "there are no variables to remove".to_owned(),
        };
        return Err(CliError::usage(format!("nothing to find: {why}"))
            .hint("variables named by --keep are not compared"));
    }
    Ok((settings, variables))
}

/// What both commands are told alike: settings for the program with `args`; `along` are what they name here.
pub(super) fn settings(
    subject: &args::Subject,
    tag: &'static str,
    (args, along): (&[OsString], Vec<PathBuf>),
    limits: &args::Limits,
    debug: &args::Debug,
) -> Result<Settings, CliError> {
    let args::Subject { command, with, failure, repeat } = subject;
    let feeding = args::Feeding { placeholder: None, stdin: false, with: with.clone(), no_auto_with: false };
    let line = [&command[..1], args].concat();
    let mut spec = test::made(&line, &feeding, failure, None)?;
    // There is no candidate with a path: {} is a word like any other.
    spec.feed = Feed::Directory;
    let taken: BTreeSet<OsString> =
        spec.with.iter().filter_map(|path| path.file_name()).map(OsStr::to_owned).collect();
    let first = |path: &PathBuf| path.components().next().map(|part| part.as_os_str().to_owned());
    spec.with
        .extend(along.into_iter().filter(|path| first(path).is_none_or(|first| !taken.contains(&first))));
    let program = Path::new(&command[0]).file_name().unwrap_or(&command[0]);
    let name = format!("{}.{tag}", program.to_string_lossy());
    let mut settings = plain(Input::Made(name), spec, limits, debug, repeat.as_deref())?;
    settings.tag = tag;
    Ok(settings)
}

/// What is wanted: with `--maximize` as much as passes.
pub(super) const fn goal(maximize: bool) -> Goal {
    if maximize { Goal::LargestPassing } else { Goal::SmallestFailing }
}

fn nothing_free(preventing: bool, bare: bool) -> CliError {
    let message = match (preventing, bare) {
        (true, _) => "--prevent: no words given",
        (false, true) => "nothing to remove: the command has no arguments",
        (false, false) => "nothing to remove: all arguments of the command are kept",
    };
    let error = CliError::usage(message);
    match (preventing, bare) {
        (true, _) => {
            error.hint("name words that may prevent the failure, such as --prevent '-fno-inline -O0'")
        }
        (false, true) => error,
        (false, false) => error
            .hint("arguments that name files are kept unless --all is given, and others because of --keep"),
    }
}
