//! How a slot comes by its supervisor.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Elsewhere, Level, Sandbox};

/// How a slot's tests are supervised.
#[derive(Debug, Clone)]
pub enum Launcher {
    /// Through a keeper: this program with these arguments, which must call [`serve`](super::serve) on its standard input
    /// and output and do nothing else. Best the program itself in a hidden mode.
    ///
    /// Everything a test leaves behind is killed before its report is given (Linux; elsewhere what is left
    /// of its process group), and everything the run started is killed when the main process dies.
    Keeper {
        /// The program; give a path, as a bare name is looked up in the `PATH` of the main process.
        program: PathBuf,
        /// Its arguments, those that choose its hidden mode.
        args: Vec<OsString>,
        /// Where the tests put their temporary files.
        temp: TempFiles,
        /// What the tests may do to the rest of the system.
        sandbox: Sandbox,
    },
    /// On a thread of this process, for hosts that have no program to be a keeper.
    ///
    /// What is left of a test's process group is killed, but a process that left the group survives, and
    /// so does the test itself when the host is killed. The host must not ignore `SIGCHLD`. Temporary files are
    /// [`TempFiles::InScratch`]. There is no sandbox: a test may do whatever the host may do.
    Direct,
    /// On other machines. What is left of a test there is for those to end.
    Elsewhere(Arc<dyn Elsewhere>),
}

/// Where tests put their temporary files.
///
/// With a directory of their own, `TMPDIR` names it, and so do `TMP` and `TEMP` where the command's environment has
/// them. It is empty when a test begins, and is removed with the supervisor: what a compiler leaves that was killed goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum TempFiles {
    /// Into a directory of their own, in the scratch directory of the slot.
    #[default]
    InScratch,
    /// Into a directory of their own, in this one, which exists: on a disk, where those are large.
    In(PathBuf),
    /// Where the environment of the command says.
    AsGiven,
}

impl TempFiles {
    /// The variables that say where temporary files go. POSIX has the first; without it, some programs look for the
    /// others.
    pub const VARIABLES: [&str; 3] = ["TMPDIR", "TMP", "TEMP"];

    /// Whether a variable of this name says where temporary files go.
    pub fn is_variable(name: &OsStr) -> bool {
        Self::VARIABLES.iter().any(|variable| name == *variable)
    }
}

/// That of whoever has none.
static NO_SANDBOX: Sandbox =
    Sandbox { level: Level::Off, writable: Vec::new(), network: true, looks_on: false };

impl Launcher {
    /// The same with another sandbox. Without a keeper there is none.
    #[must_use]
    pub fn within(mut self, within: Sandbox) -> Self {
        if let Self::Keeper { sandbox, .. } = &mut self {
            *sandbox = within;
        }
        self
    }

    /// What tests may do to the rest of the system.
    pub(super) fn sandbox(&self) -> &Sandbox {
        match self {
            Self::Keeper { sandbox, .. } => sandbox,
            Self::Direct | Self::Elsewhere(_) => &NO_SANDBOX,
        }
    }

    /// What the directory for temporary files is made in, for a slot with this scratch directory.
    pub(super) fn temp<'a>(&'a self, scratch: &'a Path) -> Option<&'a Path> {
        match self {
            Self::Direct | Self::Keeper { temp: TempFiles::InScratch, .. } => Some(scratch),
            Self::Keeper { temp: TempFiles::In(dir), .. } => Some(dir),
            Self::Keeper { temp: TempFiles::AsGiven, .. } | Self::Elsewhere(_) => None,
        }
    }
}
