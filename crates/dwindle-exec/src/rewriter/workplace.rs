//! Where a program is run that rewrites texts.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle::{Control, Text};

use crate::process::{Command, Launcher, Limits, Supervisor};

/// How long a program that has to end gets between the polite signal and the other.
const GRACE: Duration = Duration::from_millis(200);

/// Where a program is run that rewrites texts, and for how long.
#[derive(Clone, Debug)]
pub struct Workplace {
    /// What runs it.
    pub launcher: Launcher,
    /// A directory for its texts alone, which need not exist yet; an absolute path.
    pub scratch: PathBuf,
    /// Its complete environment.
    pub env: Vec<(OsString, OsString)>,
    /// How long it may take for one answer.
    pub limit: Duration,
    /// What ends it when the run is stopped.
    pub control: Control,
}

impl Workplace {
    /// Opens a supervisor, which the control of the run stops.
    pub(super) fn open(&self) -> io::Result<Supervisor> {
        fs::create_dir_all(&self.scratch)?;
        let supervisor = self.launcher.open(&self.scratch)?;
        let stopper = supervisor.stopper();
        self.control.register(Arc::new(move || stopper.stop()));
        Ok(supervisor)
    }

    /// Lays `text` at this path in the directory.
    pub(super) fn lay(&self, path: &Path, text: &Text) -> io::Result<()> {
        fs::create_dir_all(&self.scratch)?;
        File::create(path)?.write_all(text.bytes())
    }

    /// A command as it is run here, of which so much output is kept.
    pub(super) fn command(&self, program: &OsStr, args: Vec<OsString>, output_cap: usize) -> Command {
        Command {
            program: program.to_owned(),
            args,
            env: self.env.clone(),
            limits: Limits::default(),
            grace: GRACE,
            output_cap,
        }
    }
}
