//! A command that decides whether what a partial execution printed is the same.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::test::NoJudgement;
use dwindle::{Judgement, Outcome, Reason};
use dwindle_exec::process::{self, Captured, End, Launcher, Refused, Run, Stdin, Stopper, Supervisor};

use crate::Tracer;
use crate::tracer::{GRACE, OUTPUT_CAP};

/// The variable with the path of what was printed on standard error.
const STDERR: &str = "DWINDLE_STDERR";

/// The command of one slot, with a supervisor of its own, since the tracer stays up meanwhile.
pub(crate) struct TestCommand {
    command: process::Command,
    supervisor: Supervisor,
    dir: PathBuf,
    stdout: PathBuf,
    stderr: PathBuf,
}

impl TestCommand {
    /// `line` for the shell, where the program of `tracer` runs; files lie in `dir`.
    pub(crate) fn open(line: &str, tracer: &Tracer, launcher: &Launcher, dir: &Path) -> io::Result<Self> {
        let dir = dir.join("test");
        fs::create_dir_all(&dir)?;
        let (stdout, stderr) = (dir.join("stdout"), dir.join("stderr"));
        let mut env = tracer.env.clone();
        env.push((STDERR.into(), stderr.clone().into_os_string()));
        let command = process::Command {
            program: "/bin/sh".into(),
            args: ["-c", line].map(OsString::from).to_vec(),
            env,
            limits: tracer.limits,
            grace: GRACE,
            output_cap: OUTPUT_CAP,
        };
        Ok(Self { command, supervisor: launcher.open(&dir)?, dir: tracer.dir.clone(), stdout, stderr })
    }

    /// What stops it.
    pub(crate) fn stopper(&self) -> Stopper {
        self.supervisor.stopper()
    }

    /// Exit code 0 says that it is the same, 1 that it is not, and any other that it cannot be told. Gives also what was refused to it.
    pub(crate) fn judge(
        &mut self,
        stdout: &Captured,
        stderr: &Captured,
        limit: Option<Duration>,
    ) -> Result<(Judgement, Vec<Refused>), NoJudgement> {
        for (path, shown) in [(&self.stdout, stdout), (&self.stderr, stderr)] {
            File::create(path)?.write_all(&shown.bytes())?;
        }
        let run = Run { dir: self.dir.clone(), stdin: Stdin::File(self.stdout.clone()), timeout: limit };
        let report = self.supervisor.run(&self.command, &run)?;
        let judgement = match report.end {
            End::Exited(0) => Judgement::new(Outcome::Fail),
            End::Exited(1) => Judgement::new(Outcome::Pass),
            End::Exited(code) => Judgement::unresolved(Reason::ExitCode { code }),
            End::Signalled(signal) => Judgement::unresolved(Reason::Signal { signal }),
            End::Stopped => return Err(NoJudgement::Stopped),
            End::TimedOut => Judgement::unresolved(Reason::timeout(limit)),
            End::NotStarted(_, why) => Judgement::unresolved(Reason::CouldNotRun { why }),
        };
        Ok((judgement, report.refused))
    }
}
