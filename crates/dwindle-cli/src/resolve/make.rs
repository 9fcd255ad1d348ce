//! From words to settings for the commands that make inputs.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle_run::error::RunError;
use dwindle_run::inputs::Inputs;
use dwindle_run::settings::{Budget, Input, SyntaxChoice};
use dwindle_syntax::generate::Bounds;

use super::run::{budgets, plain};
use super::syntax::syntax;
use super::{quantity, test};
use crate::args;
use crate::asked::{Fuzz, Generate, Seed};
use crate::environment::state;

/// How many inputs `fuzz` tries where no budget is given.
const TRIES: u64 = 1000;
/// After how long a run of `fuzz` or `triage` hangs where no limit is given: fixed, as findings must not depend on the
/// clock.
pub(super) const HANGS: Duration = Duration::from_secs(10);

/// Settings for `generate`.
pub fn generate(words: &args::Generate) -> Result<Generate, RunError> {
    let syntax = syntax(&words.syntax)?;
    if matches!(syntax, SyntaxChoice::ByName | SyntaxChoice::Text) {
        return Err(no_grammar("dwindle generate", ""));
    }
    let output_dir = words.output_dir.as_deref().map(|dir| folder("--output-dir", dir)).transpose()?;
    Ok(Generate {
        syntax,
        bounds: bounds(&words.shape)?,
        count: quantity::count("--count", &words.count)?,
        seed: quantity::count("--seed", &words.seed)?,
        output_dir,
    })
}

/// Settings for `fuzz`.
pub fn fuzz(words: &args::Fuzz) -> Result<Fuzz, RunError> {
    let syntax = syntax(&words.syntax)?;
    let (seeds, left_out) = seeds(&words.inputs.seeds)?;
    if seeds.is_empty() && matches!(syntax, SyntaxChoice::ByName | SyntaxChoice::Text) {
        return Err(no_grammar("dwindle fuzz", " -- COMMAND {}")
            .hint("or inputs to mutate: dwindle fuzz --seeds PATH -- COMMAND {}"));
    }
    let mut spec = test::made(&words.command, &words.feeding, &words.failure, Some(&Input::Stdin))?;
    let name = name(words.inputs.name.as_deref(), &syntax, &seeds)?;
    spec.make_room(|candidate| candidate == name);
    let mut common = plain(Input::Stdin, spec, &words.limits.each, &words.debug, None)?;
    common.syntax = syntax;
    common.timeout = common.timeout.or(Some(HANGS));
    common.budget = budgets(&words.limits)?;
    if common.budget == Budget::default() {
        common.budget.tests = Some(TRIES);
    }
    Ok(Fuzz {
        common,
        bounds: bounds(&words.shape)?,
        name,
        seeds,
        left_out,
        seed: quantity::count("--seed", &words.inputs.seed)?,
        output_dir: folder("--output-dir", &words.output_dir)?,
    })
}

fn bounds(words: &args::Shape) -> Result<Bounds, RunError> {
    let word = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    Ok(Bounds {
        bytes: word(quantity::size("--size", &words.size)?),
        depth: word(quantity::count("--depth", &words.depth)?),
        expansions: word(quantity::count("--nonterminals", &words.nonterminals)?),
    })
}

fn no_grammar(command: &str, rest: &str) -> RunError {
    RunError::usage("no grammar or language to generate inputs from").hint(format!(
        "give a grammar: {command} --grammar FILE{rest}; or a language: {command} --language NAME{rest}"
    ))
}

pub(super) fn folder(option: &str, word: &OsStr) -> Result<PathBuf, RunError> {
    if word.is_empty() {
        return Err(RunError::usage(format!("{option}: the name is empty"))
            .hint("name a directory, such as --output-dir results"));
    }
    Ok(PathBuf::from(word))
}

/// A name for a file, and no path.
pub(super) fn plain_name(name: &OsStr) -> Result<OsString, RunError> {
    let plain = !name.is_empty() && !name.as_bytes().contains(&b'/') && name != "." && name != "..";
    if plain {
        Ok(name.to_owned())
    } else {
        Err(RunError::usage(format!("--name {}: not a file name", name.display()))
            .hint("give a file name without a directory, such as input.json"))
    }
}

/// The name of the file that all inputs are laid in.
fn name(given: Option<&OsStr>, syntax: &SyntaxChoice, seeds: &[Seed]) -> Result<OsString, RunError> {
    if let Some(name) = given {
        return plain_name(name);
    }
    let ending = |seed: &Seed| Path::new(&seed.name).extension().map(OsStr::to_owned);
    let ending = match (syntax, seeds.first().and_then(ending)) {
        (_, Some(first)) if seeds.iter().all(|seed| ending(seed).as_ref() == Some(&first)) => Some(first),
        (SyntaxChoice::Language(language), _) => language.endings().first().map(OsString::from),
        _ => None,
    };
    let mut name = OsString::from("input");
    if let Some(ending) = ending {
        name.push(".");
        name.push(ending);
    }
    Ok(name)
}

/// Reads files, and the inputs that lie in folders: by name, and none further down. Also says what was left out there.
fn seeds(words: &[OsString]) -> Result<(Vec<Seed>, Vec<String>), RunError> {
    let (mut seeds, mut left_out) = (Vec::new(), Vec::new());
    for word in words {
        let wrong = |path: &Path, why: &dyn std::fmt::Display| {
            RunError::usage(format!("--seeds {}: {why}", path.display()))
                .hint("give a file, or a directory that contains files")
        };
        let path = Path::new(word);
        let mut files = Vec::new();
        if path.is_dir() {
            let inputs = Inputs::of(path, &state(None)).map_err(|error| wrong(path, &error))?;
            left_out.extend(inputs.said());
            files = inputs.files;
            if files.is_empty() {
                return Err(wrong(path, &"the directory contains no files"));
            }
        } else {
            files.push(path.to_owned());
        }
        for file in files {
            let bytes = fs::read(&file).map_err(|error| wrong(&file, &error))?;
            seeds.push(Seed { name: file.file_name().unwrap_or_default().to_owned(), bytes });
        }
    }
    Ok((seeds, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(name: &str) -> Seed {
        Seed { name: name.into(), bytes: Vec::new() }
    }

    #[test]
    fn inputs_are_called_by_the_ending_that_all_seeds_have() {
        let of = |names: &[&str]| {
            let seeds: Vec<Seed> = names.iter().map(|name| seed(name)).collect();
            name(None, &SyntaxChoice::ByName, &seeds).unwrap()
        };
        assert_eq!(of(&["a.c", "b.c"]), "input.c");
        assert_eq!(of(&["a.c", "b.h"]), "input");
        assert_eq!(of(&["Makefile"]), "input");
    }

    #[test]
    fn a_name_with_a_folder_in_it_is_none() {
        for wrong in ["", "a/b", "..", "."] {
            assert!(name(Some(OsStr::new(wrong)), &SyntaxChoice::ByName, &[]).is_err(), "{wrong}");
        }
    }
}
