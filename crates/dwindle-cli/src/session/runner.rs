//! What runs the test's command, under keepers.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use dwindle_exec::process::{Launcher, Sandbox, TempFiles};
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
    let runner = runner(&settings.test, name, scratch.path(), scratch.temp_files())?;
    if settings.timeout.is_some() {
        runner.limit().exact();
    }
    Ok(runner.keep_temps(settings.keep_temps).spare(scratch.spare()).build(build))
}

/// Runs the command of `test` on candidates called `name`, in directories in `scratch`, with such temporary files unless
/// where those are is what is tested.
pub(crate) fn runner(
    test: &TestSpec,
    name: &OsStr,
    scratch: &Path,
    temp: TempFiles,
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
    let temp = if test.is_temp_tested { TempFiles::AsGiven } else { temp };
    Ok(CommandRunner::new(invocation, launcher(temp, test.sandbox.sandbox())?, scratch.to_owned()))
}

/// What starts a keeper: this program in its hidden mode.
pub(crate) fn launcher(temp: TempFiles, sandbox: Sandbox) -> Result<Launcher, CliError> {
    let own = std::env::current_exe()
        .map_err(|error| CliError::internal(format!("cannot find this program itself: {error}")))?;
    Ok(Launcher::Keeper { program: own, args: vec![OsString::from(KEEPER)], temp, sandbox })
}
