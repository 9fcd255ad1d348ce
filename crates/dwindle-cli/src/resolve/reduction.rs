//! From words to settings for the commands on an input: reduce, isolate, maximize, check, compare.

use std::ffi::OsStr;
use std::path::PathBuf;

use dwindle::space::Unit;
use dwindle::{Algorithm, Goal, Prices};
use dwindle_exec::rewriter::{ClangDelta, JsonLines};
use dwindle_run::error::RunError;
use dwindle_run::settings::{Deps, Method, Objective, Output, Repetition, Settings, SyntaxChoice};

use super::farm::farm;
use super::output::{output, output_to, pair};
use super::preprocessor::preprocessor;
use super::run::{common, named, searched};
use super::syntax::syntax;
use super::{clang_delta, quantity, test};
use crate::args;

/// Settings for `reduce`.
pub fn reduce(words: &args::Reduce) -> Result<Settings, RunError> {
    let args::Reduced { target_size, result, minify, no_invention, print_diff } = &words.output;
    let reduction = &words.asked.reduction;
    let mut settings = searched(words)?;
    settings.syntax = syntax(&words.asked.syntax)?;
    settings.algorithm = reduction.algorithm;
    settings.passes.clone_from(&reduction.passes);
    settings.skipped.clone_from(&reduction.skip_pass);
    if let Some(Method::Tree(algorithm)) = settings.algorithm
        && !(settings.passes.is_empty() && settings.skipped.is_empty())
    {
        return Err(RunError::usage(format!("--algorithm {algorithm} is a pass itself, which runs alone"))
            .hint(format!("to run it with others, give --passes, such as --passes {algorithm},tokens")));
    }
    let (files, units): (Vec<_>, Vec<_>) = reduction.unit.iter().partition(|unit| *unit == args::FILES);
    settings.units = units.into_iter().map(|unit| named(unit)).collect::<Result<_, _>>()?;
    // Those of a directory go first in any case.
    settings.whole_files = !files.is_empty() && settings.units.is_empty();
    if !files.is_empty() && !settings.input.is_tree() {
        return Err(RunError::usage("--unit files: the input is one file")
            .hint("give a directory or several inputs, or choose a smaller unit, such as --unit lines"));
    }
    settings.external.clone_from(&reduction.external_pass);
    settings.clang_delta = clang_delta::of(&settings);
    check_programs(&settings)?;
    settings.monotone = reduction.monotone;
    settings.prices = reduction.prices.as_deref().map(prices).transpose()?.unwrap_or_default();
    if let Some(objective) = &reduction.objective {
        settings.objective = self::objective(objective, settings.input.is_tree())?;
    }
    if reduction.maximize_rate {
        maximize_rate(&mut settings)?;
    }
    settings.budget.size = target_size.as_deref().map(quantity::target).transpose()?;
    settings.deps = reduction.deps.as_deref().map(deps).transpose()?;
    settings.all = reduction.all.as_deref().map(quantity::causes).transpose()?;
    settings.explain = reduction.explain.as_deref().map(quantity::variations).transpose()?;
    if settings.explain.is_some() && settings.input.is_tree() {
        return Err(RunError::usage("--explain: the input is not one file")
            .hint("reduce the directory without --explain, and then one of its files with it"));
    }
    settings.preprocessor = preprocessor(&words.asked.self_contained, &settings)?;
    settings.self_contained = words.asked.self_contained.self_contained;
    settings.output = output(result, &settings.input, words.running.progress.message_format)?;
    settings.minify = *minify;
    settings.no_invention = *no_invention;
    settings.print_diff = *print_diff;
    if settings.all.is_some() {
        several(&mut settings)?;
    }
    test::also_interesting(&words.asked.also_interesting, &mut settings.test.judged)?;
    farm(&words.asked.farm, words.limits.each.jobs.as_deref(), &mut settings)?;
    Ok(settings)
}

/// What there is to say of an input of which several causes are looked for.
fn several(settings: &mut Settings) -> Result<(), RunError> {
    settings.tag = "min-1";
    if settings.input.is_tree() {
        return Err(RunError::usage("--all: the input is not one file")
            .hint("reduce the directory without --all, and then one of its files with it"));
    }
    match &settings.output {
        Output::Stdout => {
            Err(RunError::usage("-o -: --all writes several files, and standard output takes only one")
                .hint("name a directory for them: -o DIR"))
        }
        Output::File(path) if path.exists() && !path.is_dir() => {
            Err(RunError::usage(format!("-o {}: --all writes several files", path.display()))
                .hint("name a directory for them; it is made where there is none"))
        }
        _ => Ok(()),
    }
}

/// Settings for `isolate`.
pub fn isolate(words: &args::Isolate) -> Result<Settings, RunError> {
    let mut settings = searched(words)?;
    settings.syntax = syntax(&words.asked.syntax)?;
    settings.units = vec![Unit::Lines, Unit::Tokens];
    if let Some(unit) = words.asked.unit {
        // One unit is what was asked for.
        (settings.syntax, settings.units) = (SyntaxChoice::Text, vec![unit]);
    }
    settings.passing = words.asked.passing.as_ref().map(PathBuf::from);
    settings.plain = words.asked.plain;
    settings.algorithm = Some(Method::List(Algorithm::Dd));
    settings.tag = "failing";
    settings.output = Output::Pair(pair(words.output.output.as_deref())?);
    Ok(settings)
}

/// Settings for `maximize`.
pub fn maximize(words: &args::Maximize) -> Result<Settings, RunError> {
    let mut settings = searched(words)?;
    settings.syntax = syntax(&words.asked.syntax)?;
    settings.units = vec![Unit::Lines];
    if let Some(unit) = words.asked.unit {
        (settings.syntax, settings.units) = (SyntaxChoice::Text, vec![unit]);
    }
    settings.algorithm = Some(Method::List(Algorithm::Dd));
    settings.goal = Goal::LargestPassing;
    settings.tag = "max";
    settings.output = output_to(words.output.output.as_deref(), words.running.progress.message_format)?;
    Ok(settings)
}

/// Settings for `check`: nothing is known beforehand, and each removal is tested whatever came before.
pub fn check(words: &args::Check) -> Result<Settings, RunError> {
    let mut settings = common(&words.test, &words.protect, &words.limits, &words.debug)?;
    if let Some(unit) = words.asked.unit.filter(|_| settings.input.is_tree()) {
        return Err(RunError::usage(format!("--unit {unit}: the input is no single file"))
            .hint("of a directory, and of several inputs, whole files are removed: leave --unit out"));
    }
    // The strictest question: may any single character go.
    settings.units = vec![words.asked.unit.unwrap_or(Unit::Chars)];
    settings.memory.no_cache = true;
    Ok(settings)
}

/// Settings for `compare`, and what it compares.
pub fn compare(words: &args::Compare) -> Result<(Settings, Vec<Method>), RunError> {
    let mut settings = common(&words.test, &words.protect, &words.limits, &words.debug)?;
    settings.syntax = syntax(&words.asked.syntax)?;
    settings.units = match words.asked.unit.as_str() {
        "default" => Vec::new(),
        unit => vec![named(unit)?],
    };
    let mut algorithms = Vec::new();
    for algorithm in &words.asked.algorithms {
        if !algorithms.contains(algorithm) {
            algorithms.push(*algorithm);
        }
    }
    Ok((settings, algorithms))
}

/// Reads what tests cost by their outcome.
fn prices(words: &str) -> Result<Prices, RunError> {
    words.parse().map_err(|error| {
        RunError::usage(format!("--prices {words}: {error}"))
            .hint("5:1 means that a test that passes costs five times what one that fails costs")
    })
}

/// Whether there are the programs of the passes that were chosen.
fn check_programs(settings: &Settings) -> Result<(), RunError> {
    let is_chosen = |name: &str| settings.passes.iter().any(|pass| pass == name);
    if is_chosen(ClangDelta::ABOUT.name) && settings.clang_delta.is_none() {
        let name = ClangDelta::ABOUT.name;
        return Err(RunError::usage(format!("--passes {name}: there is no clang_delta for this input")).hint(
            "it works on C and C++, and comes with C-Vise and C-Reduce; DWINDLE_CLANG_DELTA names another place",
        ));
    }
    if is_chosen(JsonLines::ABOUT.name) && settings.external.is_empty() {
        return Err(RunError::usage(format!("--passes {}: no program is named", JsonLines::ABOUT.name))
            .hint("name one with --external-pass 'CMD'"));
    }
    Ok(())
}

/// Reads what is to be made small.
fn objective(words: &str, is_tree: bool) -> Result<Objective, RunError> {
    let objective = match words {
        "bytes" => return Ok(Objective::Bytes),
        "tokens" => Objective::Tokens,
        "lines" => Objective::Lines,
        command if command.trim().is_empty() => {
            return Err(RunError::usage("--objective: there is no command").hint(
                "give bytes, tokens, lines, or a shell command that prints a number, such as 'wc -w'",
            ));
        }
        command => Objective::Command(command.to_owned()),
    };
    if is_tree {
        return Err(RunError::usage(format!("--objective {words}: the input is not one file"))
            .hint("directories and several files are reduced by bytes"));
    }
    Ok(objective)
}

/// Has it measured how often candidates fail.
fn maximize_rate(settings: &mut Settings) -> Result<(), RunError> {
    if settings.input.is_tree() {
        return Err(RunError::usage("--maximize-rate: the input is not one file")
            .hint("reduce the directory without it, and then one of its files with it"));
    }
    if let Some(repetition @ Repetition::Quorum { .. }) = settings.repeat {
        return Err(RunError::usage(format!(
            "--maximize-rate: --repeat {repetition} says how often each candidate is run"
        ))
        .hint("leave --repeat out: how often candidates are run follows from how often they fail"));
    }
    (settings.objective, settings.repeat) = (Objective::Rate, Some(Repetition::Automatic));
    Ok(())
}

/// Reads a list of needs.
fn deps(path: &OsStr) -> Result<Deps, RunError> {
    let wrong = |why: String| {
        RunError::usage(format!("--deps {}: {why}", path.display()))
            .hint("name a text file with a line `unit: what it needs ...` for each unit that needs others")
    };
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is not valid UTF-8".to_owned()))?;
    Ok(Deps { path: PathBuf::from(path), text })
}
