//! Where programs are run on a text that are no test: formatters, and a command that measures it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use dwindle_exec::process::{Command, Launcher, Limits, Report, Run, Sandbox, Stdin, TempFiles};

use super::runner;
use crate::settings::TestSpec;

/// How long a program has between `SIGTERM` and `SIGKILL`.
const GRACE: Duration = Duration::from_millis(500);

/// A directory for one text at a time, and how programs are run there.
#[derive(Debug)]
pub(super) struct Workshop {
    launcher: Launcher,
    /// It need not exist yet.
    dir: PathBuf,
    /// The complete environment; programs are looked up in its `PATH`.
    pub(super) env: Vec<(OsString, OsString)>,
}

impl Workshop {
    /// One in `dir`, in the environment of the tests and with such temporary files.
    pub(super) fn new(test: &TestSpec, temp: TempFiles, dir: PathBuf) -> Self {
        Self { launcher: runner::launcher(test, temp, Sandbox::default()), dir, env: test.env.clone() }
    }

    /// What a program shows that has `text`, which lies there under `name`, on its standard input: as much as `output_cap` bytes of it.
    pub(super) fn run(
        &self,
        (program, args): (&str, &[&str]),
        (name, text): (&OsStr, &[u8]),
        limit: Duration,
        output_cap: usize,
    ) -> io::Result<Report> {
        fs::create_dir_all(&self.dir)?;
        let file = self.dir.join(name);
        #[expect(clippy::disallowed_methods, reason = "a scratch file, which only the program reads")]
        fs::write(&file, text)?;
        let command = Command {
            program: program.into(),
            args: args.iter().map(OsString::from).collect(),
            env: self.env.clone(),
            limits: Limits::default(),
            grace: GRACE,
            output_cap,
        };
        let run = Run { dir: self.dir.clone(), stdin: Stdin::File(file), timeout: Some(limit) };
        self.launcher.open(&self.dir)?.run(&command, &run)
    }
}
