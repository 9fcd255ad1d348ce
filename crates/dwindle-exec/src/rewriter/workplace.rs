//! Where a program is run that rewrites texts.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle::Control;

use crate::process::{Command, Launcher, Limits, Supervisor};

/// How long a program that has to end gets between the polite signal and the other.
const GRACE: Duration = Duration::from_millis(200);

/// Where a program is run that rewrites texts, how many of it at once, and for how long.
#[derive(Clone, Debug)]
pub struct Workplace {
    /// What runs it.
    pub launcher: Launcher,
    /// A directory for its texts alone, which need not exist yet; an absolute path.
    pub scratch: PathBuf,
    /// How many processes of it may run at once, where it is of a kind that can.
    pub processes: usize,
    /// Its complete environment.
    pub env: Vec<(OsString, OsString)>,
    /// How long it may take for one answer.
    pub limit: Duration,
    /// What ends it when the run is stopped.
    pub control: Control,
}

impl Workplace {
    /// Opens a supervisor for this directory, which the control of the run stops.
    pub(super) fn open(&self, dir: &Path) -> io::Result<Supervisor> {
        let supervisor = self.launcher.open(dir)?;
        let stopper = supervisor.stopper();
        self.control.register(Arc::new(move || stopper.stop()));
        Ok(supervisor)
    }

    /// A command as it is run here, of which so much output is kept: it gives way to tests.
    pub(super) fn command(&self, program: &OsStr, args: Vec<OsString>, output_cap: usize) -> Command {
        Command {
            program: program.to_owned(),
            args,
            env: self.env.clone(),
            limits: Limits { is_background: true, ..Limits::default() },
            grace: GRACE,
            output_cap,
        }
    }
}
