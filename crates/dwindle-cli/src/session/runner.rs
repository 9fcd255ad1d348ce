//! What runs the test's command, under keepers.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use dwindle_exec::process::Launcher;
use dwindle_exec::{Build, CommandRunner, Invocation};

use super::key;
use super::scratch::Scratch;
use crate::error::CliError;
use crate::settings::{Settings, TestSpec};

/// The hidden mode in which this program is a keeper.
pub(crate) const KEEPER: &str = "__keeper";
/// The hidden mode in which this program is the tracer of native programs.
pub(crate) const NATIVE: &str = "__native-tracer";

/// Runs the command of the test on candidates called `name`, in directories in `scratch`, after its build.
pub(crate) fn with_build(
    settings: &Settings,
    name: &OsStr,
    scratch: &Scratch,
) -> Result<CommandRunner, CliError> {
    let build = settings.build.as_ref().map(|line| Build {
        program: "/bin/sh".into(),
        args: ["-c", line].map(OsString::from).into(),
        limit: settings.timeout,
    });
    let runner = runner(&settings.test, name, scratch.path(), settings.keep_temps)?;
    if settings.timeout.is_some() {
        runner.limit().exact();
    }
    Ok(runner.spare(scratch.spare()).build(build))
}

/// Runs the command of `test` on candidates called `name`, in directories in `scratch`.
pub(crate) fn runner(
    test: &TestSpec,
    name: &OsStr,
    scratch: &Path,
    keep_temps: bool,
) -> Result<CommandRunner, CliError> {
    let program = match key::resolve(test) {
        Some(path) => std::path::absolute(&path).unwrap_or(path).into_os_string(),
        None => test.program.clone(),
    };
    let invocation = Invocation {
        program,
        args: test.args.clone(),
        feed: test.feed.clone(),
        name: name.to_owned(),
        with: test.with.clone(),
        env: test.env.clone(),
        limits: test.limits,
    };
    Ok(CommandRunner::new(invocation, launcher()?, scratch.to_owned()).keep_temps(keep_temps))
}

/// What starts a keeper: this program in its hidden mode.
pub(crate) fn launcher() -> Result<Launcher, CliError> {
    let own = std::env::current_exe()
        .map_err(|error| CliError::internal(format!("cannot find this program itself: {error}")))?;
    Ok(Launcher::Keeper { program: own, args: vec![OsString::from(KEEPER)] })
}
