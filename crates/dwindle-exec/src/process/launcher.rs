//! How a slot comes by its supervisor.

use std::ffi::OsString;
use std::path::PathBuf;

/// How a slot's tests are supervised.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    },
    /// On a thread of this process, for hosts that have no program to be a keeper.
    ///
    /// What is left of a test's process group is killed, but a process that left the group survives, and
    /// so does the test itself when the host is killed. The host must not ignore `SIGCHLD`.
    Direct,
}
