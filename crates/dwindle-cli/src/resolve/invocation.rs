//! From words to settings for the commands whose subject is a command itself.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf, absolute};

use dwindle::Goal;
use dwindle::space::Variable;

use super::words::{Pick, Rules, listed};
use super::{environment, named, passing, plain, remember, test};
use crate::args::{self, PLACEHOLDER};
use crate::error::CliError;
use crate::settings::{CommandLine, Feed, Input, Method, Output, Piece, Purpose, Settings};

/// Settings for `options`, and the command line as it is cut.
///
/// # Errors
/// The first word that means nothing; or there is nothing that can be left out.
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
    let shape = Shape {
        subject: &words.subject,
        algorithm: algorithm.as_deref(),
        limits: &words.limits,
        debug: &words.debug,
    };
    let mut settings = shape.settings(name, &args, along)?;
    settings.goal = goal(*maximize);
    remember(&mut settings, &words.memory, &words.budget)?;
    let purpose = if preventing { Purpose::Preventing } else { Purpose::Needed };
    let line = CommandLine { program: program.clone(), words: args, pieces, purpose, again: *again };
    Ok((settings, line))
}

/// Settings for `env`, and the variables with their two sides.
///
/// # Errors
/// The first word that means nothing; or there is nothing that differs.
pub fn env(words: &args::Env) -> Result<(Settings, Vec<Variable>), CliError> {
    let args::Variables { passing_env, isolate, maximize, keep, algorithm } = &words.variables;
    let (_, typed) = words.subject.command.split_first().expect("a command has to be given");
    let (args, along) = reachable(typed)?;
    let shape = Shape {
        subject: &words.subject,
        algorithm: algorithm.as_deref(),
        limits: &words.limits,
        debug: &words.debug,
    };
    let name = match (isolate, maximize) {
        (true, _) => "isolate-env",
        (_, true) => "maximize-env",
        _ => "env",
    };
    let mut settings = shape.settings(name, &args, along)?;
    settings.goal = goal(*maximize);
    remember(&mut settings, &words.memory, &words.budget)?;
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
            return Err(CliError::usage(format!("--keep {word}: no variable is called so"))
                .hint("give the name of a variable, or a regular expression for whole names"));
        }
        named.for_each(|variable| variable.passing.clone_from(&variable.failing));
    }
    if variables.iter().all(|variable| variable.failing == variable.passing) {
        let why = match passing_env {
            Some(file) => format!("the environment is the one in {}", file.display()),
            None => "no variable is left that could be removed".to_owned(),
        };
        return Err(CliError::usage(format!("nothing to find out: {why}"))
            .hint("variables that are given with --keep are the same on both sides"));
    }
    Ok((settings, variables))
}

/// What both commands are told alike.
struct Shape<'a> {
    subject: &'a args::Subject,
    algorithm: Option<&'a str>,
    limits: &'a args::Limits,
    debug: &'a args::Debug,
}

impl Shape<'_> {
    /// Settings for the program with `args`; `along` are what they name here.
    fn settings(
        &self,
        tag: &'static str,
        args: &[OsString],
        along: Vec<PathBuf>,
    ) -> Result<Settings, CliError> {
        let args::Subject { command, with, failure, repeat } = self.subject;
        let feeding = args::Feeding { placeholder: None, stdin: false, with: with.clone() };
        let line = [&command[..1], args].concat();
        let mut spec = test::made(&line, &feeding, failure, environment())?;
        // There is no candidate with a path: {} is a word like any other.
        spec.feed = Feed::Directory;
        let taken: BTreeSet<OsString> =
            spec.with.iter().filter_map(|path| path.file_name()).map(OsStr::to_owned).collect();
        let first = |path: &PathBuf| path.components().next().map(|part| part.as_os_str().to_owned());
        spec.with
            .extend(along.into_iter().filter(|path| first(path).is_none_or(|first| !taken.contains(&first))));
        let program = Path::new(&command[0]).file_name().unwrap_or(&command[0]);
        let name = format!("{}.{tag}", program.to_string_lossy());
        let mut settings = plain(Input::Made(name), spec, self.limits, self.debug, repeat.as_deref())?;
        settings.algorithm = self.algorithm.map(named).transpose()?.map(Method::List);
        settings.output = Output::Stdout;
        settings.tag = tag;
        Ok(settings)
    }
}

/// What is wanted: with `--maximize` as much as passes.
const fn goal(maximize: bool) -> Goal {
    if maximize { Goal::LargestPassing } else { Goal::SmallestFailing }
}

fn nothing_free(preventing: bool, bare: bool) -> CliError {
    let message = match (preventing, bare) {
        (true, _) => "--prevent: there is no word in it that could be left out",
        (false, true) => "nothing to leave out: the command has no arguments",
        (false, false) => "nothing to leave out: all arguments of the command stay",
    };
    let error = CliError::usage(message);
    match (preventing, bare) {
        (true, _) => error.hint("name what may prevent the failure, as --prevent '-fno-inline -O0'"),
        (false, true) => error,
        (false, false) => error.hint("words that name files stay unless --all is given, others by --keep"),
    }
}

/// The words as they reach what they name from another directory, and what is to be laid there.
///
/// A command runs in a directory of its own. What a word names by a path below this one is laid at that same path; a
/// path that leads out of it is made absolute.
fn reachable(words: &[OsString]) -> Result<(Vec<OsString>, Vec<PathBuf>), CliError> {
    let mut along = BTreeSet::new();
    let mut out = Vec::new();
    for word in words {
        let mut word = word.clone();
        for start in starts(word.as_bytes()) {
            let (before, path) = word.as_bytes().split_at(start);
            let path = Path::new(OsStr::from_bytes(path));
            if path.as_os_str().is_empty() || path.is_absolute() || path.symlink_metadata().is_err() {
                continue;
            }
            let parts: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
            if parts.components().any(|part| part == Component::ParentDir) {
                let path = absolute(path)
                    .map_err(|error| CliError::usage(format!("{}: {error}", path.display())))?;
                let mut whole = OsStr::from_bytes(before).to_owned();
                whole.push(path);
                word = whole;
            } else if !parts.as_os_str().is_empty() && path.metadata().is_ok() {
                along.insert(parts);
            }
            break;
        }
        out.push(word);
    }
    // What lies in a folder that is laid is laid with it.
    let inside = |path: &PathBuf| path.ancestors().skip(1).any(|above| along.contains(above));
    let roots = along.iter().filter(|path| !inside(path)).cloned().collect();
    Ok((out, roots))
}

/// Where a path may begin in a word: `path`, `--option=path`, `-Xpath`, `@path`.
fn starts(word: &[u8]) -> Vec<usize> {
    let mut starts = vec![0];
    starts.extend(word.iter().position(|&byte| byte == b'=').map(|at| at + 1));
    match word {
        [b'-', letter, _, ..] if *letter != b'-' => starts.push(2),
        [b'@', _, ..] => starts.push(1),
        _ => {}
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_words_name_is_laid_at_the_same_path_and_once() {
        // Unit tests run in the folder of this package.
        let words =
            ["-O2", "./src/main.rs", "-Isrc/ui", "--file=Cargo.toml", "src/ui/json.rs", "nowhere", "-I."];
        let words: Vec<OsString> = words.map(OsString::from).into();
        let (same, along) = reachable(&words).unwrap();
        assert_eq!(same, words);
        assert_eq!(along, ["Cargo.toml", "src/main.rs", "src/ui"].map(PathBuf::from));
    }

    #[test]
    fn a_path_that_leads_out_of_the_directory_becomes_absolute() {
        let (words, along) = reachable(&["-I../dwindle/src".into(), "../nowhere".into()]).unwrap();
        assert!(words[0].as_bytes().starts_with(b"-I/"), "{words:?}");
        assert!(Path::new(words[0].to_str().unwrap().strip_prefix("-I").unwrap()).is_dir());
        assert_eq!((words[1].as_os_str(), along.len()), (OsStr::new("../nowhere"), 0));
    }
}
