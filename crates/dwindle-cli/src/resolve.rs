//! From words to settings: every path, number and pattern of the command line, read once.
//!
//! The only room that reads the environment.

mod changes;
mod events;
mod invocation;
mod make;
mod passing;
mod quantity;
mod response;
mod syntax;
mod test;
mod triage;
mod words;

pub use changes::changes;
pub use events::events;
pub use invocation::{env, options};
pub use make::{fuzz, generate};
pub use syntax::syntax;
pub use triage::triage;

use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use dwindle::space::Unit;
use dwindle::{Algorithm, Goal, process};
use regex::bytes::{Regex, RegexBuilder};

use crate::args::{self, Format};
use crate::error::CliError;
use crate::settings::{Deps, Input, Method, Output, Settings, SyntaxChoice, TestSpec};

/// The groups of words that every run of the engine has.
#[derive(Clone, Copy, Debug)]
struct Common<'a> {
    test: &'a args::Test,
    protect: &'a args::Protect,
    limits: &'a args::Limits,
    debug: &'a args::Debug,
}

/// Settings for `reduce`.
///
/// # Errors
/// The first word that means nothing, or does not go with another.
pub fn reduce(words: &args::Reduce) -> Result<Settings, CliError> {
    let args::Reduce { test, protect, limits, debug, reduction, .. } = words;
    let mut settings = common(Common { test, protect, limits, debug })?;
    settings.syntax = syntax(&words.syntax)?;
    settings.algorithm = reduction.algorithm.as_deref().map(named).transpose()?;
    let (files, units): (Vec<_>, Vec<_>) = reduction.unit.iter().partition(|unit| *unit == args::FILES);
    settings.units = units.into_iter().map(|unit| named(unit)).collect::<Result<_, _>>()?;
    // Those of a directory go first in any case.
    settings.whole_files = !files.is_empty() && settings.units.is_empty();
    if !files.is_empty() && !settings.input.is_tree() {
        return Err(CliError::usage("--unit files: the input is one file")
            .hint("name a directory or several inputs, or what to cut the file into: lines, for example"));
    }
    settings.monotone = reduction.monotone;
    settings.seed = quantity::count("--seed", &reduction.seed)?;
    settings.target_size =
        words.target.target_size.as_deref().map(|size| quantity::size("--target-size", size)).transpose()?;
    settings.deps = reduction.deps.as_deref().map(deps).transpose()?;
    settings.output = output(&words.output, &settings.input, words.progress.message_format)?;
    remember(&mut settings, &words.memory, &words.budget)?;
    Ok(settings)
}

/// Settings for `isolate`.
///
/// # Errors
/// As [`reduce`].
pub fn isolate(words: &args::Isolate) -> Result<Settings, CliError> {
    let args::Isolate { test, protect, limits, debug, .. } = words;
    let mut settings = common(Common { test, protect, limits, debug })?;
    settings.syntax = syntax(&words.syntax)?;
    settings.units = match &words.isolation.unit {
        Some(unit) => {
            // One unit is what was asked for.
            settings.syntax = SyntaxChoice::Text;
            vec![named(unit)?]
        }
        None => vec![Unit::Lines, Unit::Tokens],
    };
    settings.passing = words.isolation.passing.as_ref().map(PathBuf::from);
    settings.plain = words.isolation.plain;
    settings.algorithm = Some(Method::List(Algorithm::Dd));
    settings.tag = "failing";
    settings.output = Output::Beside;
    remember(&mut settings, &words.memory, &words.budget)?;
    Ok(settings)
}

/// Settings for `maximize`.
///
/// # Errors
/// As [`reduce`].
pub fn maximize(words: &args::Maximize) -> Result<Settings, CliError> {
    let args::Maximize { test, protect, limits, debug, .. } = words;
    let mut settings = common(Common { test, protect, limits, debug })?;
    settings.syntax = syntax(&words.syntax)?;
    settings.units = vec![Unit::Lines];
    if let Some(unit) = &words.by.unit {
        settings.syntax = SyntaxChoice::Text;
        settings.units = vec![named(unit)?];
    }
    settings.algorithm = Some(Method::List(Algorithm::Dd));
    settings.goal = Goal::LargestPassing;
    settings.tag = "max";
    settings.output = Output::Beside;
    remember(&mut settings, &words.memory, &words.budget)?;
    Ok(settings)
}

/// Settings for `check`: nothing is known beforehand, and each removal is tested whatever came before.
///
/// # Errors
/// As [`reduce`].
pub fn check(words: &args::Check) -> Result<Settings, CliError> {
    let args::Check { test, protect, limits, debug, .. } = words;
    let mut settings = common(Common { test, protect, limits, debug })?;
    settings.units = vec![named(&words.minimality.unit)?];
    settings.no_cache = true;
    Ok(settings)
}

/// Settings for `compare`, and what it compares.
///
/// # Errors
/// As [`reduce`].
pub fn compare(words: &args::Compare) -> Result<(Settings, Vec<Method>), CliError> {
    let args::Compare { test, protect, limits, debug, .. } = words;
    let mut settings = common(Common { test, protect, limits, debug })?;
    settings.syntax = syntax(&words.syntax)?;
    settings.units = match words.algorithms.unit.as_str() {
        "default" => Vec::new(),
        unit => vec![named(unit)?],
    };
    let mut algorithms = Vec::new();
    for name in &words.algorithms.algorithms {
        let algorithm = named(name)?;
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
    }
    Ok((settings, algorithms))
}

/// What the words of all commands say alike; nothing is written, and nothing is remembered.
fn common(words: Common<'_>) -> Result<Settings, CliError> {
    let Common { test, protect, limits, debug } = words;
    let (input, spec) = test::test(test, environment())?;
    let mut settings = plain(input, spec, limits, debug, words.test.repeat.as_deref())?;
    settings.protect = protected(&protect.protect)?;
    Ok(settings)
}

/// Settings for a test on an input; nothing is written, and nothing is remembered.
fn plain(
    input: Input,
    mut spec: TestSpec,
    limits: &args::Limits,
    debug: &args::Debug,
    repeat: Option<&str>,
) -> Result<Settings, CliError> {
    let time = |name, word: &Option<String>| word.as_deref().map(|w| quantity::time(name, w)).transpose();
    let size = |name, word: &Option<String>| word.as_deref().map(|w| quantity::size(name, w)).transpose();
    spec.limits = process::Limits {
        memory: size("--memory", &limits.memory)?,
        cpu: time("--cpu-time", &limits.cpu_time)?,
        file_size: size("--file-size", &limits.file_size)?,
    };
    Ok(Settings {
        input,
        test: spec,
        goal: Goal::SmallestFailing,
        syntax: SyntaxChoice::Text,
        algorithm: None,
        units: Vec::new(),
        jobs: limits.jobs.as_deref().map_or_else(|| Ok(processors()), quantity::jobs)?,
        timeout: time("--timeout", &limits.timeout)?,
        budget_tests: None,
        budget_time: None,
        target_size: None,
        seed: 0,
        deps: None,
        protect: None,
        repeat: repeat.map(quantity::repeat).transpose()?,
        whole_files: false,
        monotone: false,
        no_cache: false,
        fresh: false,
        keep_temps: debug.keep_temps,
        passing: None,
        plain: false,
        build: None,
        output: Output::Nowhere,
        tag: "min",
    })
}

/// What is remembered of earlier runs, and when a run stops.
fn remember(settings: &mut Settings, memory: &args::Memory, budget: &args::Budget) -> Result<(), CliError> {
    (settings.fresh, settings.no_cache) = (memory.fresh, memory.no_cache);
    (settings.budget_tests, settings.budget_time) = budgets(budget)?;
    Ok(())
}

/// The budgets of tests and of time.
fn budgets(words: &args::Budget) -> Result<(Option<u64>, Option<Duration>), CliError> {
    let (mut most, mut longest) = (None, None);
    for word in &words.budget {
        let again = match quantity::budget(word)? {
            quantity::Budget::Tests(tests) => most.replace(tests).is_some(),
            quantity::Budget::Time(time) => longest.replace(time).is_some(),
        };
        if again {
            return Err(CliError::usage(format!("--budget {word}: there is another budget of this kind"))
                .hint("give it twice at most: tests (--budget 500) and time (--budget 10m)"));
        }
    }
    Ok((most, longest))
}

/// A word that clap has checked to be one of the names.
fn named<T: std::str::FromStr<Err: std::fmt::Display>>(word: &str) -> Result<T, CliError> {
    word.parse().map_err(|error: T::Err| CliError::usage(error.to_string()))
}

fn output(words: &args::ReduceOutput, input: &Input, format: Format) -> Result<Output, CliError> {
    if words.in_place {
        let several = |what: String| {
            Err(CliError::usage(format!("--in-place: {what} cannot be replaced"))
                .hint("the result is a folder beside the input, or the one that -o DIR names"))
        };
        return match input {
            Input::Several(paths) => several(format!("{} inputs", paths.len())),
            Input::File(path) if path.is_dir() => several(format!("the directory {}", path.display())),
            Input::File(_) => Ok(Output::InPlace),
            Input::Stdin | Input::Made(_) => {
                Err(CliError::usage("--in-place: standard input cannot be replaced")
                    .hint("name a file, or write the result with -o FILE"))
            }
        };
    }
    match words.output.as_deref() {
        None => Ok(Output::Beside),
        Some(name) if name.is_empty() => {
            Err(CliError::usage("--output: the name is empty").hint("give a file, or - for standard output"))
        }
        Some(name) if name == OsStr::new("-") && format == Format::Json => {
            Err(CliError::usage("-o - and --message-format json both want standard output")
                .hint("write the result to a file: -o FILE"))
        }
        Some(name) if name == OsStr::new("-") => Ok(Output::Stdout),
        Some(name) => Ok(Output::File(PathBuf::from(name))),
    }
}

/// Reads a list of needs.
fn deps(path: &OsStr) -> Result<Deps, CliError> {
    let wrong = |why: String| {
        CliError::usage(format!("--deps {}: {why}", path.display()))
            .hint("name a text file with a line `unit: what it needs ...` for each unit that needs others")
    };
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8 text".to_owned()))?;
    Ok(Deps { path: PathBuf::from(path), text })
}

/// All patterns as one: `^` and `$` match at line breaks, as in the patterns for output.
fn protected(patterns: &[String]) -> Result<Option<Regex>, CliError> {
    if patterns.is_empty() {
        return Ok(None);
    }
    for pattern in patterns {
        compile(pattern)?;
    }
    let all: Vec<String> = patterns.iter().map(|pattern| format!("(?:{pattern})")).collect();
    compile(&all.join("|")).map(Some)
}

fn compile(pattern: &str) -> Result<Regex, CliError> {
    RegexBuilder::new(pattern).multi_line(true).build().map_err(|error| {
        CliError::usage(format!("--protect {pattern}: not a regular expression"))
            .detail(error.to_string())
            .hint("quote characters that are to stand for themselves with a backslash")
    })
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The complete environment, which the tests are given.
#[expect(clippy::disallowed_methods, reason = "here the program reads the environment, and only here")]
fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}
