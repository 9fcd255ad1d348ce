//! What a run is keyed by: exactly what affects outcomes.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use dwindle::Prices;
use dwindle_exec::process::TempFiles;
use dwindle_exec::signature::Script;
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
pub(super) fn of<A: Artifact>(settings: &Settings, input: &Input<A>, command: &str) -> Result<RunKey, Error> {
    let test = &settings.test;
    let mut key = RunKey::builder().option("command", command).field("input", &input.artifact.digest());
    for (option, path) in input.artifact.files() {
        key = key.contents(&format!("file of {option}"), path)?;
    }
    // Options and environment say how it is worked on.
    key = key.field("name", input.name.as_bytes()).subject();
    for (option, value) in input.artifact.options() {
        key = key.option(option, value);
    }
    let mut called = None;
    if let Some(program) = resolve(test) {
        let small = is_small(&program);
        key = if small { key.file("test", &program)? } else { key.executable("test", &program)? };
        // Of a script its contents count, and not where the checkout lies that it is in.
        called = program.file_name().filter(|_| small).map(ToOwned::to_owned);
    }
    for word in std::iter::once(called.as_ref().unwrap_or(&test.program)).chain(&test.args) {
        key = key.option("test's arguments", &word.to_string_lossy());
    }
    // Programs and scripts among the arguments are part of the test, too.
    for word in &test.args {
        let path = Path::new(word);
        if path.is_file() && input.path.as_deref().is_none_or(|input| input != path) {
            key = with_file(key, "file among the test's arguments", path)?;
        }
    }
    if let Some(deps) = &settings.deps {
        key = key.field("--deps", deps.text.as_bytes());
    }
    if let Some(path) = &settings.passing {
        key = key.file("--passing", path)?;
    }
    for path in &test.with {
        key = key.contents("--with", path)?;
    }
    for (name, value) in &test.env {
        // Tests have others, unless those are what is tested.
        let is_others = TempFiles::is_variable(name) && !test.is_temp_tested;
        if !is_others && !PASSING.split(' ').any(|passing| OsStr::new(passing) == name) {
            // Values may be secrets: the journal's header gets their hashes only.
            key = key.field(&format!("environment variable {}", name.to_string_lossy()), value.as_bytes());
        }
    }
    let feed = match &test.feed {
        Feed::Placeholder(text) => format!("for {text}"),
        Feed::Stdin => "--stdin".to_owned(),
        Feed::Directory if test.worker => "--worker".to_owned(),
        Feed::Directory => "in the working directory".to_owned(),
        Feed::Every { as_argument: false } => "in the working directory and on standard input".to_owned(),
        Feed::Every { as_argument: true } => {
            "in the working directory, on standard input and as an argument".to_owned()
        }
    };
    let judged = match &test.judged {
        Some(Verdict::Script(Script { pass_codes, also_interesting })) => {
            let passing = format!("by exit code, passing {pass_codes:?}");
            if also_interesting.is_empty() {
                passing
            } else {
                passing + &format!(", also interesting {also_interesting:?}")
            }
        }
        Some(Verdict::BisectRun(bisect)) => format!("as by git bisect run, {:?}", bisect.bad_matches),
        None => "by the first run".to_owned(),
        Some(Verdict::Signature(signature)) => format!("--signature {}", signature.to_regex()),
        Some(Verdict::Conditions(conditions)) => format!("{conditions:?}"),
    };
    let none = || "default".to_owned();
    let syntax = match &settings.syntax {
        SyntaxChoice::ByName => none(),
        SyntaxChoice::Text => "text".to_owned(),
        SyntaxChoice::Language(language) => language.name().to_owned(),
        SyntaxChoice::Grammar(brought) => {
            key = key.field("grammar", &brought.source);
            "grammar".to_owned()
        }
    };
    let mut units: Vec<&str> = settings.units.iter().map(|unit| unit.name()).collect();
    units.extend(settings.whole_files.then_some("files"));
    // Only where they are given: without them a run is what it was before there were any.
    for (name, value) in test.sandbox.keyed() {
        key = key.option(name, &value);
    }
    for (name, passes) in [("--passes", &settings.passes), ("--skip-pass", &settings.skipped)] {
        if !passes.is_empty() {
            key = key.option(name, &passes.join(","));
        }
    }
    if settings.no_invention {
        key = key.option("--no-invention", "given");
    }
    if settings.all.is_some() {
        key = key.option("--all", "several causes");
    }
    if settings.prices != Prices::EQUAL {
        key = key.option("--prices", &settings.prices.to_string());
    }
    for line in &settings.external {
        key = key.option("--external-pass", line);
        for file in files_of(line) {
            key = with_file(key, "file of --external-pass", file)?;
        }
    }
    if let Some(program) = &settings.clang_delta {
        key = key.executable("clang_delta", program)?;
    }
    match &settings.objective {
        Objective::Bytes => {}
        Objective::Tokens => key = key.option("--objective", "tokens"),
        Objective::Lines => key = key.option("--objective", "lines"),
        Objective::Command(command) => {
            key = key.option("--objective", &format!("the number from {command}"));
            for file in files_of(command) {
                key = with_file(key, "file of --objective", file)?;
            }
        }
    }
    let options = [
        ("candidate", feed),
        ("judged", judged),
        ("--algorithm", settings.algorithm.map_or_else(none, |it| it.name().to_owned())),
        ("syntax", syntax),
        ("--unit", if units.is_empty() { none() } else { units.join(",") }),
        ("--protect", settings.protect.as_ref().map_or_else(none, |it| it.as_str().to_owned())),
        ("--repeat", settings.repeat.map_or_else(none, |(k, n)| format!("{k}/{n}"))),
        ("--timeout", settings.timeout.map_or_else(none, |it| format!("{it:?}"))),
        ("limits", format!("{:?}", test.limits)),
        ("--plain", settings.plain.to_string()),
        ("--build", settings.build.clone().unwrap_or_default()),
        ("--monotone", settings.monotone.to_string()),
    ];
    Ok(options.iter().fold(key, |key, (name, value)| key.option(name, value)).build())
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
pub(crate) fn files_of(line: &str) -> impl Iterator<Item = &Path> {
    line.split_whitespace().map(Path::new).filter(|word| word.is_file())
}

/// The file that is run, looked up as the test's own `PATH` has it.
pub(crate) fn resolve(test: &TestSpec) -> Option<PathBuf> {
    let program = Path::new(&test.program);
    if program.as_os_str().as_bytes().contains(&b'/') {
        return program.is_file().then(|| program.to_owned());
    }
    let (_, path) = test.env.iter().rfind(|(name, _)| name == "PATH")?;
    std::env::split_paths(path).map(|dir| dir.join(program)).find(|file| file.is_file())
}
