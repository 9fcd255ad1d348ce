//! One tool on one case: started by the shell, stopped at the cap with all that it started.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use dwindle_exec::process::{Command, End, Launcher, Limits, Sandbox, Stdin, TempFiles};
use serde::Serialize;

use super::table::{DWINDLE, Tool};
use super::watched::{Accepted, Watched};
use crate::case::{Case, Size};

/// The task that keeps what tools start, and does nothing else.
pub(crate) const KEEPER: &str = "__keeper";
/// How long a tool that is stopped has to write its result.
const GRACE: Duration = Duration::from_secs(5);
/// How much of what a tool says is kept.
const OUTPUT: usize = 4096;

/// What is the same for all runs.
#[derive(Debug)]
pub(super) struct Contest {
    dwindle: PathBuf,
    env: Vec<(OsString, OsString)>,
    jobs: u32,
    cap: Duration,
}

/// What one run left.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    pub(super) case: String,
    pub(super) tool: String,
    pub(super) tokens: u64,
    pub(super) bytes: u64,
    pub(super) tests: u64,
    pub(super) seconds: f64,
    pub(super) ending: Ending,
    /// Whether it is the smallest failing file that was tested, since the tool had not written it.
    pub(super) unwritten: bool,
    /// Every file that the test accepted.
    pub(super) accepted: Vec<Accepted>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ending {
    Finished,
    Capped,
    /// With an error, and the last line that it said.
    Failed(String),
}

impl Contest {
    #[expect(clippy::disallowed_methods, reason = "tools run in the environment of this task")]
    pub(super) fn new(dwindle: PathBuf, jobs: u32, cap: u64) -> Result<Self> {
        let env = std::env::vars_os().filter(|(name, _)| name != "COUNT_FILE").collect();
        anyhow::ensure!(jobs > 0 && cap > 0, "there is nothing to run with no jobs or no time");
        Ok(Self { dwindle, env, jobs, cap: Duration::from_secs(cap) })
    }

    /// Whether one of its programs is there at least.
    pub(super) fn is_installed(&self, tool: &Tool) -> bool {
        tool.programs.iter().any(|(program, _)| self.path(program).is_some())
    }

    /// Runs a tool on a case, if it has a program for it.
    pub(super) fn run(&self, tool: &Tool, case: &Case) -> Result<Option<Run>> {
        let Some(program) = tool.program(&case.format).and_then(|program| self.path(program)) else {
            return Ok(None);
        };
        let dir = tempfile::tempdir()?;
        let file = dir.path().join(case.file.file_name().context("a case is a file")?);
        for inner in ["tmp", "keeper"] {
            fs::create_dir(dir.path().join(inner))?;
        }
        let input = fs::read(&case.file)?;
        xtask::program::write(&file, &input)?;
        let (own, args) = (std::env::current_exe()?, vec![KEEPER.into()]);
        let launcher =
            Launcher::Keeper { program: own, args, temp: TempFiles::AsGiven, sandbox: Sandbox::default() };
        let mut supervisor = launcher.open(&dir.path().join("keeper"))?;
        let watched = Watched::new(dir.path().join("watched"), case)?;
        let out = dir.path().join("out");
        let command = self.command(
            tool,
            case,
            &[
                ("PROGRAM", program.as_os_str()),
                ("TEST", watched.test().as_os_str()),
                ("FILE", file.as_os_str()),
                ("OUT", out.as_os_str()),
                ("TMPDIR", dir.path().join("tmp").as_os_str()),
            ],
        );
        let run = dwindle_exec::process::Run {
            dir: dir.path().to_owned(),
            stdin: Stdin::Null,
            timeout: Some(self.cap),
        };
        let report = supervisor.run(&command, &run)?;
        let ending = match &report.end {
            End::Exited(0) => Ending::Finished,
            End::TimedOut => Ending::Capped,
            end => {
                Ending::Failed(format!("{end}: {}", last_line(&report.stderr.text(), &report.stdout.text())))
            }
        };
        let (accepted, tests) = (watched.accepted()?, watched.tests()?);
        let (result, unwritten) = result(case, &ending, &[out, file], &watched.smallest())?;
        let size = Size::of(&result.unwrap_or(input));
        Ok(Some(Run {
            case: case.name.clone(),
            tool: tool.name.to_owned(),
            tokens: size.tokens,
            bytes: size.bytes,
            tests,
            seconds: report.duration.min(self.cap).as_secs_f64(),
            ending,
            unwritten,
            accepted,
        }))
    }

    fn command(&self, tool: &Tool, case: &Case, paths: &[(&str, &std::ffi::OsStr)]) -> Command {
        let jobs = self.jobs.to_string();
        let words = [("FORMAT", case.format.as_ref()), ("JOBS", jobs.as_ref())];
        let own = paths.iter().copied().chain(words).map(|(name, value)| (name.into(), value.to_owned()));
        Command {
            program: "/bin/sh".into(),
            args: ["-c", tool.line].map(OsString::from).into(),
            env: self.env.iter().cloned().chain(own).collect(),
            limits: Limits::default(),
            grace: GRACE,
            output_cap: OUTPUT,
        }
    }

    /// Where a program is, if it is installed.
    fn path(&self, program: &str) -> Option<PathBuf> {
        if program == DWINDLE {
            return Some(self.dwindle.clone());
        }
        let (_, path) = self.env.iter().find(|(name, _)| name == "PATH")?;
        std::env::split_paths(path).map(|dir| dir.join(program)).find(|path| is_executable(path))
    }
}

/// What a run left: the first of these files that fails and is not the input, or else the smallest that was tested.
/// A tool that was stopped may have left a candidate where its result would stand.
fn result(
    case: &Case,
    ending: &Ending,
    written: &[PathBuf],
    smallest: &Path,
) -> Result<(Option<Vec<u8>>, bool)> {
    let input = fs::read(&case.file)?;
    for path in written {
        let Ok(bytes) = fs::read(path) else { continue };
        let is_result = bytes != input || *ending == Ending::Finished;
        if is_result && case.fails(path)? {
            return Ok((Some(bytes), false));
        }
    }
    let tested = fs::read(smallest).ok().filter(|bytes| bytes.len() < input.len());
    let unwritten = tested.is_some();
    Ok((tested, unwritten))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// The last line that says something.
fn last_line(stderr: &str, stdout: &str) -> String {
    let last =
        |text: &str| text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned);
    last(stderr).or_else(|| last(stdout)).unwrap_or_default()
}
