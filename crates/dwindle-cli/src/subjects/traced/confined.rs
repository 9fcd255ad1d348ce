//! The strictest sandbox in which a program does the same as it did without one.

use std::path::Path;

use dwindle_exec::process::{Launcher, Level, Reached};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::disk;
use dwindle_run::session::hindrance::Hindrance;
use dwindle_run::session::trial::Trial;
use dwindle_run::settings::Confinement;
use dwindle_trace::{Ran, Recorded};

/// Records the run again in one sandbox after the other.
pub(super) struct Confining<'a, R> {
    pub(super) sandbox: &'a Confinement,
    /// What supervised it last.
    pub(super) launcher: Launcher,
    pub(super) scratch: &'a Path,
    /// The run without a sandbox.
    pub(super) first: &'a Recorded,
    pub(super) record: R,
}

impl<R: Fn(&Launcher) -> Result<Ran, RunError>> Trial for Confining<'_, R> {
    fn enter(&mut self, level: Level) -> Result<Reached, RunError> {
        self.launcher = self.launcher.clone().within(self.sandbox.at(level));
        let opened = self.launcher.open(self.scratch).map_err(|error| disk::explain(&error, self.scratch))?;
        Ok(opened.reached().clone())
    }

    fn hindrance(&mut self) -> Result<Option<Hindrance>, RunError> {
        match (self.record)(&self.launcher) {
            Ok(ran) if !ran.refused.is_empty() => Ok(Some(Hindrance::Refused(ran.refused))),
            Ok(ran) => {
                let differs = |what| Hindrance::Differs(format!("the program does not do the same: {what}"));
                Ok(self.first.difference(&ran.recorded).map(differs))
            }
            Err(error) if error.exit() == Exit::Interrupted => Err(error),
            Err(error) => Ok(Some(Hindrance::Differs(error.to_string()))),
        }
    }
}
