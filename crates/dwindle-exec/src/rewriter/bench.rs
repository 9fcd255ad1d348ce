//! Where one thread has a program work for it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use dwindle::{Id, Text};

use super::workplace::Workplace;
use crate::process::{Command, Reply, Report, Run, Stdin, Stopper, Supervisor};

/// A directory of its own with the text in it, and a supervisor.
#[derive(Debug)]
pub(super) struct Bench {
    place: Workplace,
    dir: PathBuf,
    supervisor: Option<Supervisor>,
    /// The text that lies there, and where.
    laid: Option<(Id, PathBuf)>,
}

impl Bench {
    /// The one of this number.
    pub(super) fn new(place: &Workplace, number: usize) -> Self {
        Self {
            dir: place.scratch.join(number.to_string()),
            place: place.clone(),
            supervisor: None,
            laid: None,
        }
    }

    /// Opens its supervisor if it has none; what stops runs of it.
    pub(super) fn open(&mut self) -> io::Result<Stopper> {
        self.supervisor().map(|supervisor| supervisor.stopper())
    }

    /// Lays `text` there under this name, unless it does.
    pub(super) fn lay(&mut self, name: &OsStr, text: &Text) -> io::Result<PathBuf> {
        let path = self.dir.join(name);
        if self.laid.as_ref().is_none_or(|(id, laid)| (*id, laid) != (text.id(), &path)) {
            self.laid = None;
            fs::create_dir_all(&self.dir)?;
            File::create(&path)?.write_all(text.bytes())?;
            self.laid = Some((text.id(), path.clone()));
        }
        Ok(path)
    }

    /// Runs a program there, of which so much output is kept.
    pub(super) fn run(
        &mut self,
        program: &Path,
        args: Vec<OsString>,
        output_cap: usize,
    ) -> io::Result<Report> {
        let command = self.place.command(program.as_os_str(), args, output_cap);
        let run = Run { dir: self.dir.clone(), stdin: Stdin::Null, timeout: Some(self.place.limit) };
        self.supervisor()?.run(&command, &run)
    }

    /// Asks a program that answers by lines, and is started in `dir` unless it runs.
    pub(super) fn ask(&mut self, command: &Command, dir: &Path, line: &[u8]) -> io::Result<Reply> {
        let limit = self.place.limit;
        self.supervisor()?.ask(command, dir, line, Some(limit))
    }

    fn supervisor(&mut self) -> io::Result<&mut Supervisor> {
        match &mut self.supervisor {
            Some(supervisor) => Ok(supervisor),
            none => {
                fs::create_dir_all(&self.dir)?;
                Ok(none.insert(self.place.open(&self.dir)?))
            }
        }
    }
}
