//! Why a program cannot be traced.

use std::io;
use std::path::PathBuf;

/// Why a program cannot be traced. The words are a clause about the program, for its user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It cannot be read.
    #[error("`{}` cannot be read: {error}", path.display())]
    Unreadable {
        /// The program.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is not a program that this tracer knows.
    #[error("`{}` is not a native program for Linux on x86-64", .0.display())]
    NotNative(PathBuf),
    /// The tracer does not work on this machine.
    #[error("native programs can be traced on Linux on x86-64 only, with the GNU C library")]
    NotHere,
    /// It has no debug information.
    #[error("`{}` has no debug information; build it with -g and without optimisation (-O0)", .0.display())]
    NoDebugInformation(PathBuf),
    /// Its debug information has lines and no functions.
    #[error("the debug information of `{}` names no functions (as with -g1); build it with -g and without optimisation (-O0)", .0.display())]
    NoFunctions(PathBuf),
    /// A library in it has to be loaded before anything else.
    #[error("`{}` has a sanitizer; build it without -fsanitize", .0.display())]
    Sanitizer(PathBuf),
    /// Its debug information is kept in a form that is not read.
    #[error("the debug information of `{}` cannot be read ({why}); build it with -g -gz=none", path.display())]
    UnreadableDebugInformation {
        /// The program.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Its source is not where it was built.
    #[error(
        "none of the source files of `{}` is there, such as `{}`; put them there, or build it anew", path.display(), file.display()
    )]
    NoSource {
        /// The program.
        path: PathBuf,
        /// One of the files that its debug information names.
        file: PathBuf,
    },
    /// It was optimised.
    #[error("`{}` was built with optimisation; build it with -g -O0", .0.display())]
    Optimised(PathBuf),
    /// It is linked statically, and not with a C library that is known.
    #[error("`{}` is linked statically, without the symbols of a C library; link it without -static", .0.display())]
    Static(PathBuf),
    /// It stands on another C library than the agent.
    #[error("`{}` does not use the GNU C library", .0.display())]
    OtherLibrary(PathBuf),
    /// It would run with other rights.
    #[error("`{}` runs with the rights of another user; trace a copy without the set-user-id bit", .0.display())]
    SetUid(PathBuf),
    /// It could not be started, or not be prepared.
    #[error("`{}` could not be started: {why}", path.display())]
    NotStarted {
        /// The program.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// It started a thread.
    #[error("the program starts a thread; only programs with one thread can be traced")]
    Threads,
    /// It started a copy of itself.
    #[error("the program forks; only programs that stay one process can be traced")]
    Forks,
    /// It reads from the terminal, and not from standard input.
    #[error(
        "the program reads from the terminal; let it read standard input, and give it a file with --input"
    )]
    AtTerminal,
    /// Its input would come from a terminal.
    #[error("standard input is a terminal; give the program its input from a file, or `< /dev/null`")]
    Terminal,
    /// It executed too many statements.
    #[error("the program executed more than {most} statements, the last of them at {at}")]
    TooLong {
        /// How many are recorded.
        most: u64,
        /// Where it was then: file, line and function.
        at: String,
    },
    /// A recorded trace is not of this program.
    #[error("the recorded events are not those of this program; record them again")]
    OtherTrace,
    /// A probe cannot be read.
    #[error("the probe `{probe}` cannot be read: {why}")]
    Probe {
        /// The probe.
        probe: String,
        /// Why.
        why: String,
    },
    /// The system refused something.
    #[error("the tracer failed: {0}")]
    System(#[from] io::Error),
}

impl From<rustix::io::Errno> for Refusal {
    fn from(error: rustix::io::Errno) -> Self {
        Self::System(error.into())
    }
}
