//! What runs the test's command, under keepers.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use dwindle_exec::process::{Launcher, Sandbox, TempFiles};
use dwindle_exec::{Away, Build, CommandRunner, Invocation};

use super::key;
use super::scratch::Scratch;
use crate::error::RunError;
use crate::settings::{Farm, Keeper, Settings, TestSpec};

/// Runs the command of the test on candidates called `name`, in directories in `scratch`, after its build.
pub(crate) fn with_build(
    settings: &Settings,
    name: &OsStr,
    scratch: &Scratch,
) -> Result<CommandRunner, RunError> {
    let build = settings.build.as_ref().map(|line| Build {
        program: "/bin/sh".into(),
        args: ["-c", line].map(OsString::from).into(),
        limit: settings.timeout,
    });
    let runner = runner(&settings.test, name, scratch.path(), scratch.temp_files())?;
    if settings.timeout.is_some() {
        runner.limit().exact();
    }
    let program = settings.test.program.clone();
    let away =
        settings.test.farm.clone().map(|Farm { machines, here, .. }| Away { machines, from: here, program });
    Ok(runner.keep_temps(settings.keep_temps).spare(scratch.spare()).build(build).away(away))
}

/// Runs the command of `test` on candidates called `name`, in directories in `scratch`, with such temporary files unless
/// where those are is what is tested.
pub fn runner(
    test: &TestSpec,
    name: &OsStr,
    scratch: &Path,
    temp: TempFiles,
) -> Result<CommandRunner, RunError> {
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
    let sandbox = test.sandbox.sandbox();
    Ok(CommandRunner::new(invocation, launcher(test, temp, sandbox), scratch.to_owned()))
}

/// How the tests of `test` are supervised, with such temporary files and in such a sandbox where a keeper does it.
pub fn launcher(test: &TestSpec, temp: TempFiles, sandbox: Sandbox) -> Launcher {
    match &test.keeper {
        Some(Keeper { program, args }) => {
            Launcher::Keeper { program: program.clone(), args: args.clone(), temp, sandbox }
        }
        None => Launcher::Direct,
    }
}
