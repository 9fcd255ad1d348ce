//! From words to settings for the commands whose subject is a command itself.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use clap::Args;
use dwindle::Goal;
use dwindle::space::Variable;
use dwindle_exec::Feed;
use dwindle_exec::process::TempFiles;
use dwindle_run::error::RunError;
use dwindle_run::settings::{Input, Method, Settings};
use dwindle_run::text::escaped;

use super::along::{reachable, untaken};
use super::output::answer_output;
use super::run::{plain, remember};
use super::words::{Pick, Rules, listed};
use super::{passing, test};
use crate::args::{self, PLACEHOLDER};
use crate::asked::{CommandLine, Piece, Purpose, SearchPath};
use crate::environment::variables;

/// Settings for `options`, and the command line as it is cut.
pub fn options(words: &args::Invocation<args::Arguments>) -> Result<(Settings, CommandLine), RunError> {
    let (program, typed) = words.command.split_first().expect("a command has to be given");
    let args::Arguments { keep, group, all, prevent, again } = &words.selection;
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
    let settings = settings(words, if preventing { PREVENT } else { OPTIONS }, &args, along)?;
    let purpose = if preventing { Purpose::Preventing } else { Purpose::Needed };
    let line = CommandLine { program: program.clone(), words: args, pieces, purpose, again: *again };
    Ok((settings, line))
}

/// Settings for `env`, and the variables with their two sides.
pub fn env(words: &args::Invocation<args::Variables>) -> Result<(Settings, Vec<Variable>), RunError> {
    let args::Variables { passing_env, keep } = &words.selection;
    let (args, along) = reachable(&words.command[1..])?;
    let mut settings = settings(words, ENV, &args, along)?;
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
            return Err(RunError::usage(format!("--keep {word}: no such variable"))
                .hint("give the name of a variable, or a regular expression for whole names"));
        }
        named.for_each(|variable| variable.passing.clone_from(&variable.failing));
    }
    if variables.iter().all(|variable| variable.failing == variable.passing) {
        let why = match passing_env {
            Some(file) => format!("the environment is the same as in {}", file.display()),
            None => "there are no variables to remove".to_owned(),
        };
        return Err(RunError::usage(format!("nothing to find: {why}"))
            .hint("variables named by --keep are not compared"));
    }
    let differs = |it: &Variable| it.failing != it.passing;
    settings.test.is_temp_tested = variables.iter().any(|it| differs(it) && TempFiles::is_variable(&it.name));
    Ok((settings, variables))
}

/// Settings for `path`, and the search path with its elements.
pub fn path(words: &args::Invocation<args::Elements>) -> Result<(Settings, SearchPath), RunError> {
    let args::Elements { variable, keep } = &words.selection;
    let shown = escaped(variable);
    let (own, others): (Vec<_>, Vec<_>) = variables().into_iter().partition(|(name, _)| name == variable);
    let Some((_, value)) = own.into_iter().next() else {
        return Err(RunError::usage(format!("{shown} is not set")).hint(
            "name a variable that lists files or folders with colons between them, such as PYTHONPATH",
        ));
    };
    let listed: Vec<&OsStr> = value.as_bytes().split(|&byte| byte == b':').map(OsStr::from_bytes).collect();
    let mut free: Vec<usize> = (0..listed.len()).collect();
    for word in keep {
        let pick = Pick::new(OsStr::new(word));
        if !listed.iter().any(|element| pick.picks(element)) {
            return Err(RunError::usage(format!("--keep {word}: {shown} has no such element"))
                .hint("give an element as it stands there, or a regular expression for whole elements"));
        }
        free.retain(|&at| !pick.picks(listed[at]));
    }
    if free.is_empty() {
        return Err(RunError::usage(format!("nothing to remove: all elements of {shown} are kept")));
    }
    // Elements that are relative are looked up where a test runs, as what the command names is.
    let typed = words.command[1..].iter().map(OsString::as_os_str).chain(listed).map(OsStr::to_owned);
    let (mut args, along) = reachable(&typed.collect::<Vec<_>>())?;
    let elements = args.split_off(words.command.len() - 1);
    let settings = settings(words, PATH, &args, along)?;
    Ok((settings, SearchPath { variable: variable.clone(), elements, free, others }))
}

/// How the runs of a command are called: what is needed, the difference, and the most that passes.
type Tags = [&'static str; 3];

const OPTIONS: Tags = ["options", "isolate-options", "maximize-options"];
const PREVENT: Tags = ["prevent"; 3];
const ENV: Tags = ["env", "isolate-env", "maximize-env"];
const PATH: Tags = ["path", "isolate-path", "maximize-path"];

/// What these commands are told alike: settings for the program with `args`; `along` is what is named here.
fn settings<S: Args>(
    words: &args::Invocation<S>,
    [needed, difference, most]: Tags,
    args: &[OsString],
    along: Vec<PathBuf>,
) -> Result<Settings, RunError> {
    let args::Invocation { command, with, failure, repeat, .. } = words;
    let args::Asked { isolate, maximize, algorithm } = words.asked;
    let feeding = args::Feeding { placeholder: None, stdin: false, with: with.clone(), no_auto_with: false };
    let line = [&command[..1], args].concat();
    let mut spec = test::made(&line, &feeding, failure, None)?;
    // There is no candidate with a path: {} is a word like any other.
    spec.feed = Feed::Directory;
    spec.with.extend(untaken(&spec.with, along));
    let tag = if isolate { difference } else { [needed, most][usize::from(maximize)] };
    let program = Path::new(&command[0]).file_name().unwrap_or(&command[0]);
    let name = format!("{}.{tag}", program.to_string_lossy());
    let mut settings =
        plain(Input::Made(name), spec, &words.limits.each, &words.running.debug, repeat.as_deref())?;
    settings.tag = tag;
    settings.algorithm = algorithm.map(Method::List);
    settings.goal = if maximize { Goal::LargestPassing } else { Goal::SmallestFailing };
    settings.output = answer_output(&words.output)?;
    remember(&mut settings, &words.running.memory, &words.limits)?;
    Ok(settings)
}

fn nothing_free(preventing: bool, bare: bool) -> RunError {
    let message = match (preventing, bare) {
        (true, _) => "--prevent: no words given",
        (false, true) => "nothing to remove: the command has no arguments",
        (false, false) => "nothing to remove: all arguments of the command are kept",
    };
    let error = RunError::usage(message);
    match (preventing, bare) {
        (true, _) => {
            error.hint("name words that may prevent the failure, such as --prevent '-fno-inline -O0'")
        }
        (false, true) => error,
        (false, false) => error
            .hint("arguments that name files are kept unless --all is given, and others because of --keep"),
    }
}
