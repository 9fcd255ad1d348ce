//! From words to settings: every path, number and pattern of the command line, read once.
//!
//! The only room that reads the environment.

mod along;
mod changes;
mod events;
mod invocation;
mod make;
mod order;
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
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::space::Unit;
use dwindle::{Algorithm, Goal, process};
use regex::bytes::{Regex, RegexBuilder};

use crate::args::{self, Format};
use crate::error::CliError;
use crate::settings::{Deps, Input, Method, Output, Settings, State, SyntaxChoice, TestSpec};

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
            .hint("give a directory or several inputs, or choose a smaller unit, such as --unit lines"));
    }
    settings.monotone = reduction.monotone;
    settings.target_size =
        words.target.target_size.as_deref().map(|size| quantity::size("--target-size", size)).transpose()?;
    settings.deps = reduction.deps.as_deref().map(deps).transpose()?;
    settings.output = output(&words.output, &settings.input, words.progress.message_format)?;
    settings.minify = words.layout.minify;
    settings.print_diff = words.steps.print_diff;
    test::also_interesting(&words.others.also_interesting, &mut settings.test.judged)?;
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
    settings.output = Output::Pair(pair(words.output.output.as_deref())?);
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
    settings.output = output_to(words.output.output.as_deref(), words.progress.message_format)?;
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
    let (input, mut spec) = test::test(test, environment())?;
    if spec.auto_with {
        along::lay_along(&mut spec, &input)?;
        // What comes on standard input is called so.
        spec.make_room(|candidate| input == Input::Stdin && candidate == "input");
    }
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
        deps: None,
        protect: None,
        repeat: repeat.map(quantity::repeat).transpose()?,
        whole_files: false,
        monotone: false,
        no_cache: false,
        fresh: false,
        state: state(None),
        keep_temps: debug.keep_temps,
        passing: None,
        plain: false,
        build: None,
        output: Output::Nowhere,
        print_diff: false,
        minify: true,
        tag: "min",
        typed: typed(),
    })
}

/// What is remembered of earlier runs, and when a run stops.
fn remember(settings: &mut Settings, memory: &args::Memory, budget: &args::Budget) -> Result<(), CliError> {
    (settings.fresh, settings.no_cache) = (memory.fresh, memory.no_cache);
    settings.state = state(memory.state.state_dir.as_deref());
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
            return Err(CliError::usage(format!("--budget {word}: there is already a budget of this kind"))
                .hint("give at most one number of tests (--budget 500) and one time (--budget 10m)"));
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
                .hint("the result is a directory beside the input, or the one that -o DIR names"))
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
    let output = output_to(words.output.as_deref(), format)?;
    let real = |path: &Path| path.canonicalize().ok();
    if let (Output::File(to), Input::File(path)) = (&output, input)
        && real(to).is_some_and(|to| Some(to) == real(path))
    {
        return Err(CliError::usage(format!("-o {}: that is the input", to.display()))
            .hint("to replace the input, use --in-place; it keeps the original as INPUT.orig"));
    }
    Ok(output)
}

/// Where both sides of an isolated difference go.
fn pair(path: Option<&OsStr>) -> Result<Option<PathBuf>, CliError> {
    match path {
        Some(path) if path.is_empty() => Err(CliError::usage("--output: the name is empty")
            .hint("give a directory, or a path from which to name both files")),
        Some(path) if path == OsStr::new("-") => {
            Err(CliError::usage("-o -: isolate writes two files, and standard output takes only one")
                .hint("give a directory, or a path from which to name both files: -o FILE"))
        }
        path => Ok(path.map(PathBuf::from)),
    }
}

/// Where `-o` says that a result goes.
fn output_to(name: Option<&OsStr>, format: Format) -> Result<Output, CliError> {
    match name {
        None => Ok(Output::Beside),
        Some(name) if name.is_empty() => {
            Err(CliError::usage("--output: the name is empty").hint("give a file, or - for standard output"))
        }
        Some(name) if name == OsStr::new("-") && format == Format::Json => {
            Err(CliError::usage("-o - and --message-format json both write to standard output")
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
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is not valid UTF-8".to_owned()))?;
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
        CliError::usage(format!("--protect {pattern}: not a valid regular expression"))
            .detail(error.to_string())
            .hint("escape special characters with a backslash to match them literally")
    })
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The command line as it was typed, for commands that are to be typed next.
fn typed() -> Vec<OsString> {
    args::written_out(std::env::args_os().collect()).into_iter().skip(1).collect()
}

/// The complete environment, which the tests are given.
#[expect(clippy::disallowed_methods, reason = "here the program reads the environment, and only here")]
fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

/// Where run data may go: what is `given`, or an environment variable names, and the user's own place.
#[expect(clippy::disallowed_methods, reason = "here the program reads the environment, and only here")]
pub fn state(given: Option<&OsStr>) -> State {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let given = given.map(OsStr::to_owned).or_else(|| named("DWINDLE_STATE_DIR"));
    // As the specification of these directories has it, a relative path counts for none.
    let user = named("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let user = user.or_else(|| Some(home()?.join(".local/state")));
    let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
    State { given: given.map(|path| absolute(path.into())), user: user.map(|path| path.join("dwindle")) }
}

/// The home directory, above which no settings file is looked for.
#[expect(clippy::disallowed_methods, reason = "here the program reads the environment, and only here")]
pub fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from)
}
