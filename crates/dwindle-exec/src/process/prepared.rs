//! A command made ready to be spawned, many times. Here is the one call that spawns tests.
//!
//! There is no `pre_exec` and no lookup of a bare name by the C library: either would make std fork instead
//! of taking `posix_spawn`, which costs a hundred times as much in a large host.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpid};

use super::sandbox::attempts::Attempts;
use super::sandbox::confined::Confined;
use super::tree::Reach;
use super::watch::Watch;
use super::{Command, End, NotStarted, TempFiles, limits};

#[derive(Debug)]
pub(super) struct PreparedCommand {
    pub(super) command: Command,
    reach: Reach,
    /// The directory for temporary files, where it has one of its own.
    temp: Option<PathBuf>,
    /// Ready but for directory and streams; none while its program is not found.
    process: Option<std::process::Command>,
}

/// A spawned main process, leader of its own group, or the end of what never started.
pub(super) type Spawned = Result<(Pid, Watch, Attempts), End>;

/// The standard streams of a process to be spawned.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) stdin: Stdio,
    pub(super) stdout: Stdio,
    pub(super) stderr: Stdio,
}

impl PreparedCommand {
    pub(super) fn new(command: Command, reach: Reach, temp: Option<&Path>) -> Self {
        Self { process: prepare(&command, temp), command, reach, temp: temp.map(Path::to_owned) }
    }

    /// Spawns the command in its own process group, under its limits and as confined. It waits until what it
    /// attempts was looked at, where that can be seen.
    ///
    /// # Errors
    ///
    /// Trouble that is not the program's: the directory is missing, the system is out of processes or file
    /// descriptors, a string holds a NUL, the limits cannot be set.
    pub(super) fn spawn(&mut self, dir: &Path, streams: Streams, confined: &Confined) -> io::Result<Spawned> {
        if self.process.is_none() {
            self.process = prepare(&self.command, self.temp.as_deref());
        }
        let name = self.command.program.display();
        let Some(mut process) = self.process.take() else {
            return Ok(Err(End::NotStarted(NotStarted::NotFound, format!("{name}: not found in PATH"))));
        };
        process.current_dir(dir).stdin(streams.stdin).stdout(streams.stdout).stderr(streams.stderr);
        let (limits, reach) = (self.command.limits, self.reach);
        let spawn = move || {
            let spawned = limits::lend(&limits, reach, || patiently(|| process.spawn()));
            Ok((spawned, process))
        };
        let ((spawned, process), attempts) = confined.spawn(spawn)?;
        self.process = Some(process);
        let child = match spawned {
            Ok(child) => child,
            Err(error) => return refused(&error, &self.command.program, dir).map(Err),
        };
        let pid = Pid::from_child(&child);
        limits::give_way(pid, &self.command.limits);
        match limits::set(pid, &self.command.limits).and_then(|()| Watch::new(pid)) {
            Ok(watch) => Ok(Ok((pid, watch, attempts))),
            Err(error) => {
                // It dies at once, so the wait is short.
                let _ = kill_process_group(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::empty());
                Err(error)
            }
        }
    }

    /// Closes our copies of the streams of the process spawned last.
    pub(super) fn release(&mut self) {
        if let Some(process) = &mut self.process {
            process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the room that spawns")]
fn prepare(command: &Command, temp: Option<&Path>) -> Option<std::process::Command> {
    let mut process = std::process::Command::new(resolve(command)?);
    process.args(&command.args).env_clear().envs(command.env.iter().map(|(name, value)| (name, value)));
    if let Some(temp) = temp {
        let [always, others @ ..] = TempFiles::VARIABLES;
        let given = others.into_iter().filter(|name| command.env.iter().any(|(given, _)| given == name));
        process.env(always, temp).envs(given.map(|name| (name, temp)));
    }
    process.process_group(0);
    Some(process)
}

/// The path of the program: what has a slash is one, other names are looked up in the given environment's
/// `PATH`. Entries that are not absolute are passed over: they would mean another program in each
/// directory.
fn resolve(command: &Command) -> Option<PathBuf> {
    let program = &command.program;
    if program.as_bytes().contains(&b'/') {
        return Some(program.into());
    }
    let path = command.env.iter().rev().find(|(name, _)| name == "PATH").map(|(_, path)| path)?;
    std::env::split_paths(path)
        .filter(|dir| dir.is_absolute() && !program.is_empty())
        .map(|dir| dir.join(program))
        .find(|file| {
            fs::metadata(file).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
        })
}

/// Spawns again while the program's file is open for writing: whoever wrote it may have left its
/// descriptor, for a moment, to a process just being spawned by another thread.
fn patiently<T>(mut spawn: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] {
        match spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(pause));
            }
            other => return other,
        }
    }
    spawn()
}

/// Tells what is wrong with the program from what is wrong with its surroundings.
fn refused(error: &io::Error, program: &OsStr, dir: &Path) -> io::Result<End> {
    if !fs::metadata(dir).is_ok_and(|dir| dir.is_dir()) {
        return Err(io::Error::new(
            error.kind(),
            format!("no directory {} to run in: {error}", dir.display()),
        ));
    }
    let kind = match error.raw_os_error().map(Errno::from_raw_os_error) {
        Some(Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::NAMETOOLONG) => NotStarted::NotFound,
        Some(Errno::ACCESS | Errno::PERM | Errno::ISDIR) => NotStarted::PermissionDenied,
        Some(Errno::NOEXEC) => NotStarted::BadFormat,
        None | Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE | Errno::IO) => {
            return Err(io::Error::new(error.kind(), format!("cannot spawn {}: {error}", program.display())));
        }
        Some(_) => NotStarted::Other,
    };
    Ok(End::NotStarted(kind, format!("{}: {error}", program.display())))
}
