//! What the words say alike of every run of the engine.

use std::num::NonZero;

use clap::Args;
use dwindle_exec::process;
use dwindle_run::error::RunError;
use dwindle_run::settings::{Budget, Input, Memory, Settings, SyntaxChoice, TestSpec};
use regex::bytes::{Regex, RegexBuilder};

use super::along::lay_along;
use super::quantity;
use super::sandbox::confinement;
use crate::{args, environment};

/// What the words of the commands that search an input say alike; nothing is written.
pub(super) fn searched<S: Args, O: Args>(words: &args::Searched<S, O>) -> Result<Settings, RunError> {
    let args::Searched { test, protect, limits, running, .. } = words;
    let mut settings = common(test, protect, &limits.each, &running.debug)?;
    remember(&mut settings, &running.memory, limits)?;
    Ok(settings)
}

/// What the words of all commands on an input say alike; nothing is written, and nothing is remembered.
pub(super) fn common(
    test: &args::Test,
    protect: &args::Protect,
    limits: &args::Limits,
    debug: &args::Debug,
) -> Result<Settings, RunError> {
    let repeat = test.repeat.as_deref();
    let (input, mut spec) = super::test::test(test)?;
    super::with::leaves_room(&spec.with, &input)?;
    if spec.auto_with {
        lay_along(&mut spec, &input)?;
        // What comes on standard input is called so.
        spec.make_room(|candidate| input == Input::Stdin && candidate == "input");
    }
    let mut settings = plain(input, spec, limits, debug, repeat)?;
    settings.protect = protected(&protect.protect)?;
    Ok(settings)
}

/// Settings for a test on an input; nothing is written, and nothing is remembered.
pub(super) fn plain(
    input: Input,
    mut spec: TestSpec,
    limits: &args::Limits,
    debug: &args::Debug,
    repeat: Option<&str>,
) -> Result<Settings, RunError> {
    let time = |name, word: &Option<String>| word.as_deref().map(|w| quantity::time(name, w)).transpose();
    let size = |name, word: &Option<String>| word.as_deref().map(|w| quantity::size(name, w)).transpose();
    spec.limits = process::Limits {
        memory: size("--memory", &limits.memory)?,
        cpu: time("--cpu-time", &limits.cpu_time)?,
        file_size: size("--file-size", &limits.file_size)?,
        is_background: false,
    };
    spec.sandbox = confinement(&limits.sandbox)?;
    Ok(Settings {
        input,
        test: spec,
        syntax: SyntaxChoice::Text,
        jobs: match &limits.jobs {
            Some(word) => quantity::jobs(word)?,
            None => std::thread::available_parallelism().map_or(1, NonZero::get),
        },
        jobs_are_given: limits.jobs.is_some(),
        timeout: time("--timeout", &limits.timeout)?,
        repeat: repeat.map(quantity::repeat).transpose()?,
        keep_temps: debug.keep_temps,
        minify: true,
        tag: "min",
        typed: environment::typed(),
        ..Settings::default()
    })
}

/// What is remembered of earlier runs, and when a run stops.
pub(super) fn remember(
    settings: &mut Settings,
    memory: &args::Memory,
    bounds: &args::Bounds,
) -> Result<(), RunError> {
    let args::Memory { fresh, no_cache, state } = memory;
    let state = environment::state(state.state_dir.as_deref());
    settings.memory = Memory { no_cache: *no_cache, fresh: *fresh, state };
    settings.budget = budgets(bounds)?;
    Ok(())
}

/// The budgets of tests and of time.
pub(super) fn budgets(words: &args::Bounds) -> Result<Budget, RunError> {
    let mut budget = Budget::default();
    for word in &words.budget {
        let again = match quantity::budget(word)? {
            quantity::Budget::Tests(tests) => budget.tests.replace(tests).is_some(),
            quantity::Budget::Time(time) => budget.time.replace(time).is_some(),
        };
        if again {
            return Err(RunError::usage(format!("--budget {word}: there is already a budget of this kind"))
                .hint("give at most one number of tests (--budget 500) and one time (--budget 10m)"));
        }
    }
    Ok(budget)
}

/// A word that clap has checked to be one of the names.
pub(super) fn named<T: std::str::FromStr<Err: std::fmt::Display>>(word: &str) -> Result<T, RunError> {
    word.parse().map_err(|error: T::Err| RunError::usage(error.to_string()))
}

/// All patterns as one: `^` and `$` match at line breaks, as in the patterns for output.
fn protected(patterns: &[String]) -> Result<Option<Regex>, RunError> {
    if patterns.is_empty() {
        return Ok(None);
    }
    for pattern in patterns {
        compile(pattern)?;
    }
    let all: Vec<String> = patterns.iter().map(|pattern| format!("(?:{pattern})")).collect();
    compile(&all.join("|")).map(Some)
}

fn compile(pattern: &str) -> Result<Regex, RunError> {
    RegexBuilder::new(pattern).multi_line(true).build().map_err(|error| {
        RunError::usage(format!("--protect {pattern}: not a valid regular expression"))
            .detail(error.to_string())
            .hint("escape special characters with a backslash to match them literally")
    })
}
