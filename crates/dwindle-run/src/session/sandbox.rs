//! The sandbox of a run: which one it has, what is said of it, and what is kept of it.

use std::path::Path;

use dwindle::event::Observer;
use dwindle_exec::process::{Level, TempFiles};
use dwindle_store::rundir::RunDir;

use super::artifact::Artifact;
use super::trial::gaps;
use super::warning::warn;
use super::{Session, refused, resume, runner};
use crate::error::RunError;
use crate::settings::Settings;

/// Where the level is kept that the first runs showed to be possible.
pub(super) const SANDBOX: &str = "sandbox.json";

/// The level that an earlier run with the same key found out, if this one is to find one out.
pub(super) fn settled(settings: &Settings, dir: Option<&RunDir>) -> Option<Level> {
    let is_wanted = settings.test.has_open_sandbox() && !settings.memory.fresh;
    dir.filter(|_| is_wanted).and_then(|dir| resume::recorded(dir, SANDBOX))
}

/// Keeps the level that was found out, for the next run.
///
/// # Errors
/// It is another one than was kept.
pub(super) fn keep(settings: &Settings, dir: &RunDir) -> Result<(), RunError> {
    if !settings.test.sandbox.is_found() {
        return Ok(());
    }
    // A run that starts over may find another one.
    resume::same(dir, SANDBOX, &settings.test.sandbox.level, |_| settings.memory.fresh)
}

impl<A: Artifact> Session<A> {
    /// Goes on without the sandbox that hinders tests of smaller inputs, and says so.
    pub(super) fn leave_sandbox(
        &mut self,
        dir: Option<&RunDir>,
        reader: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let (refused, sandbox) = (self.refusals.first(), &mut self.settings.test.sandbox);
        let text = format!(
            "tests run with --sandbox {}: with {}, the test {} where nothing of the input is left ({})",
            Level::Off.name(),
            sandbox.level.name(),
            refused::may_not(&refused),
            refused::allow(&refused),
        );
        sandbox.found(Level::Off);
        self.refusals.leave_sandbox();
        dir.map_or(Ok(()), |dir| resume::same(dir, SANDBOX, &Level::Off, |_| true))?;
        warn(reader, &text)
    }
}

/// As [`tried`], said to `reader`, of a level that was named; of one that was found out it was said there.
///
/// # Errors
/// Those of [`tried`].
pub(super) fn warn_of_less(
    settings: &Settings,
    scratch: &Path,
    reader: &mut dyn Observer,
) -> Result<(), RunError> {
    if settings.test.sandbox.is_found() {
        return Ok(());
    }
    let Some(text) = tried(settings, scratch)? else { return Ok(()) };
    warn(reader, &text)
}

/// What has to be said of a sandbox that does not do all that it should, of tests that have not run yet, in the directory `scratch`.
///
/// # Errors
/// No test can be started.
pub fn tried(settings: &Settings, scratch: &Path) -> Result<Option<String>, RunError> {
    let sandbox = settings.test.sandbox.sandbox();
    if sandbox.level == Level::Off {
        return Ok(None);
    }
    let launcher = runner::launcher(&settings.test, TempFiles::AsGiven, sandbox);
    let opened = launcher.open(scratch).map_err(|error| RunError::internal(error.to_string()))?;
    Ok(gaps(opened.reached()))
}
