//! What a run is keyed by: exactly what affects outcomes.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::Prices;
use dwindle_exec::process::{Limits, TempFiles};
use dwindle_exec::signature::{BisectRun, Conditions, Pattern, Script};
use dwindle_exec::{Feed, Verdict};
use dwindle_store::Error;
use dwindle_store::rundir::{Builder, RunKey};

use crate::session::artifact::Artifact;
use crate::session::input::Input;
use crate::settings::{Objective, Settings, SyntaxChoice, TestSpec};

/// Variables that change from shell to shell, from terminal to terminal and from login to login without changing what a
/// program does.
const PASSING: &str = "\
    DWINDLE_STATE_DIR _ OLDPWD PWD SHLVL COLUMNS LINES TERM WINDOWID TMUX TMUX_PANE STY COLORTERM \
    TERM_PROGRAM TERM_PROGRAM_VERSION TERM_SESSION_ID VTE_VERSION GPG_TTY SSH_TTY SSH_CLIENT \
    SSH_CONNECTION SSH_AUTH_SOCK SSH_AGENT_PID XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS INVOCATION_ID \
    JOURNAL_STREAM";

/// Makes the key of a run: artifact, test, programs, environment, and the options that affect outcomes.
///
/// Every setting is in it unless it is named here as one that affects none: a new one does not compile before that is
/// decided.
pub(super) fn of<A: Artifact>(settings: &Settings, input: &Input<A>, command: &str) -> Result<RunKey, Error> {
    let Settings {
        test,
        syntax,
        algorithm,
        units,
        passes,
        skipped,
        external,
        clang_delta,
        whole_files,
        timeout,
        deps,
        protect,
        repeat,
        objective,
        prices,
        all,
        monotone,
        passing,
        plain,
        build,
        no_invention,
        // What is read through it counts, which `input` has.
        input: _,
        // Each command has one, and the command counts.
        goal: _,
        // How long it takes.
        jobs: _,
        jobs_are_given: _,
        budget: _,
        // What is asked or made after the search, on a journal that is the same.
        explain: _,
        self_contained: _,
        preprocessor: _,
        minify: _,
        // Where things go, and what is shown of them.
        memory: _,
        keep_temps: _,
        output: _,
        print_diff: _,
        tag: _,
        typed: _,
    } = settings;
    let mut key = RunKey::builder().option("command", command).field("input", &input.artifact.digest());
    for (option, path) in input.artifact.files() {
        key = key.contents(&format!("file of {option}"), path)?;
    }
    // Options and environment say how it is worked on.
    key = key.field("name", input.name.as_bytes()).subject();
    for (option, value) in input.artifact.options() {
        key = key.option(option, value);
    }
    key = with_test(key, test, input.path.as_deref())?;
    if let Some(deps) = deps {
        key = key.field("--deps", deps.text.as_bytes());
    }
    if let Some(path) = passing {
        key = key.file("--passing", path)?;
    }
    let none = || "default".to_owned();
    let syntax = match syntax {
        SyntaxChoice::ByName => none(),
        SyntaxChoice::Text => "text".to_owned(),
        SyntaxChoice::Language(language) => language.name().to_owned(),
        SyntaxChoice::Grammar(brought) => {
            key = key.field("grammar", &brought.source);
            "grammar".to_owned()
        }
    };
    let mut units: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
    units.extend(whole_files.then_some("files"));
    // Only where they are given: without them a run is what it was before there were any.
    for (name, passes) in [("--passes", passes), ("--skip-pass", skipped)] {
        if !passes.is_empty() {
            key = key.option(name, &passes.join(","));
        }
    }
    if *no_invention {
        key = key.option("--no-invention", "given");
    }
    if all.is_some() {
        key = key.option("--all", "several causes");
    }
    if *prices != Prices::EQUAL {
        key = key.option("--prices", &prices.to_string());
    }
    for line in external {
        key = with_command(key, "--external-pass", line, line)?;
    }
    if let Some(program) = clang_delta {
        key = key.executable("clang_delta", program)?;
    }
    key = match objective {
        Objective::Bytes => key,
        Objective::Tokens => key.option("--objective", "tokens"),
        Objective::Rate => key.option("--objective", "how often it fails"),
        Objective::Lines => key.option("--objective", "lines"),
        Objective::Command(line) => {
            with_command(key, "--objective", &format!("the number from {line}"), line)?
        }
    };
    let options = [
        ("--algorithm", algorithm.map_or_else(none, |it| it.name().to_owned())),
        ("syntax", syntax),
        ("--unit", if units.is_empty() { none() } else { units.join(",") }),
        ("--protect", protect.as_ref().map_or_else(none, |it| it.as_str().to_owned())),
        ("--repeat", repeat.map_or_else(none, |it| it.to_string())),
        ("--timeout", timeout.map_or_else(none, seconds)),
        ("--plain", plain.to_string()),
        ("--build", build.clone().unwrap_or_default()),
        ("--monotone", monotone.to_string()),
    ];
    Ok(options.iter().fold(key, |key, (name, value)| key.option(name, value)).build())
}

/// `key` with what judges candidates, of which the input at `input` is no part.
fn with_test(mut key: Builder, test: &TestSpec, input: Option<&Path>) -> Result<Builder, Error> {
    let TestSpec {
        program,
        args,
        feed,
        worker,
        judged,
        with,
        env,
        is_temp_tested,
        sandbox,
        limits,
        // They say what is in `with`.
        along: _,
        too_large: _,
        auto_with: _,
        // How tests are supervised.
        keeper: _,
        farm,
    } = test;
    let mut called = None;
    if let Some(program) = resolve(test) {
        let small = is_small(&program);
        key = if small { key.file("test", &program)? } else { key.executable("test", &program)? };
        // Of a script its contents count, and not where the checkout lies that it is in.
        called = program.file_name().filter(|_| small).map(ToOwned::to_owned);
    }
    for word in std::iter::once(called.as_ref().unwrap_or(program)).chain(args) {
        key = key.option("test's arguments", &word.to_string_lossy());
    }
    // Programs and scripts among the arguments are part of the test, too.
    for word in args {
        let path = Path::new(word);
        if path.is_file() && input.is_none_or(|input| input != path) {
            key = with_file(key, "file among the test's arguments", path)?;
        }
    }
    for path in with {
        key = key.contents("--with", path)?;
    }
    for (name, value) in env {
        // Tests have others, unless those are what is tested.
        let is_others = TempFiles::is_variable(name) && !is_temp_tested;
        if !is_others && !PASSING.split(' ').any(|passing| OsStr::new(passing) == name) {
            // Values may be secrets: the journal's header gets their hashes only.
            key = key.field(&format!("environment variable {}", name.to_string_lossy()), value.as_bytes());
        }
    }
    let feed = match feed {
        Feed::Placeholder(text) => &format!("for {text}"),
        Feed::Stdin => "--stdin",
        Feed::Directory if *worker => "--worker",
        Feed::Directory => "in the working directory",
        Feed::Every { as_argument: false } => "in the working directory and on standard input",
        Feed::Every { as_argument: true } => "in the working directory, on standard input and as an argument",
    };
    let judged = match judged {
        None => "by the first run".to_owned(),
        Some(Verdict::Script(Script { pass_codes, also_interesting })) => {
            let passing = format!("by exit code, passing {}", listed(pass_codes.iter().copied()));
            let also = format!(", also interesting {}", listed(also_interesting.iter().copied()));
            if also_interesting.is_empty() { passing } else { passing + &also }
        }
        Some(Verdict::BisectRun(BisectRun { bad_matches })) => {
            let matches = bad_matches.as_ref().map(|pattern| format!(", matching {}", pattern.as_str()));
            format!("as by git bisect run{}", matches.unwrap_or_default())
        }
        Some(Verdict::Signature(signature)) => format!("--signature {}", signature.to_regex()),
        Some(Verdict::Conditions(conditions)) => as_asked(conditions),
    };
    for (name, value) in farm.iter().flat_map(|farm| &farm.platform) {
        key = key.option("--platform", &format!("{name}={value}"));
    }
    for (name, value) in sandbox.keyed() {
        key = key.option(name, &value);
    }
    let Limits { memory, cpu, file_size, is_background: _ } = limits;
    let number = |limit: &Option<u64>| limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
    let limits = format!(
        "memory {}, processor time {}, files {}",
        number(memory),
        cpu.map_or_else(|| "none".to_owned(), seconds),
        number(file_size)
    );
    Ok(key.option("candidate", feed).option("judged", &judged).option("limits", &limits))
}

/// What the options say that a failure is.
fn as_asked(conditions: &Conditions) -> String {
    let Conditions { exit_codes, any_end, signals, stderr, stdout, hang, invert } = conditions;
    let pattern = |pattern: &Option<Pattern>| {
        pattern.as_ref().map_or_else(|| "anything".to_owned(), |it| it.as_str().to_owned())
    };
    format!(
        "exit codes {}, signals {}, any end {any_end}, stderr {}, stdout {}, hang {hang}, invert {invert}",
        listed(exit_codes.iter().copied()),
        listed(signals.iter().copied()),
        pattern(stderr),
        pattern(stdout)
    )
}

fn listed(numbers: impl Iterator<Item = i32>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

fn seconds(time: Duration) -> String {
    format!("{}s", time.as_secs_f64())
}

/// `key` with a command line of the user's under `value`, and the files among its words.
fn with_command(key: Builder, option: &str, value: &str, line: &str) -> Result<Builder, Error> {
    let name = format!("file of {option}");
    files_of(line).try_fold(key.option(option, value), |key, file| with_file(key, &name, file))
}

/// `key` with a program, a script or what such a one reads: what is small counts by its contents, since a checkout or a build that is
/// made anew gives it another time.
fn with_file(key: Builder, name: &str, path: &Path) -> Result<Builder, Error> {
    if is_small(path) { key.contents(name, path) } else { key.executable(name, path) }
}

fn is_small(file: &Path) -> bool {
    file.metadata().is_ok_and(|about| about.len() < 1 << 20)
}

/// The files among the words of a command line: programs, scripts and what they read are part of it.
pub fn files_of(line: &str) -> impl Iterator<Item = &Path> {
    line.split_whitespace().map(Path::new).filter(|word| word.is_file())
}

/// The file that is run, looked up as the test's own `PATH` has it.
pub fn resolve(test: &TestSpec) -> Option<PathBuf> {
    let program = Path::new(&test.program);
    if program.as_os_str().as_bytes().contains(&b'/') {
        return program.is_file().then(|| program.to_owned());
    }
    on_path(&test.env, program)
}

/// The file of this name in the first folder of `PATH` that has one, as this environment says it.
pub fn on_path(env: &[(OsString, OsString)], name: &Path) -> Option<PathBuf> {
    let (_, path) = env.iter().rfind(|(variable, _)| variable == "PATH")?;
    std::env::split_paths(path).map(|dir| dir.join(name)).find(|file| file.is_file())
}
