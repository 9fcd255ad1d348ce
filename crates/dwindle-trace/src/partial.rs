//! Partial executions as tests.
//!
//! A tracer records once. Then each slot asks it for one partial execution after the other: of a worker that stays
//! up, or of a process each. A command of the user's may have the last word (`test_command`).

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle::test::{Executor, NoJudgement, Slot};
use dwindle::{Candidate, Config, Judgement, Outcome, Reason};
use dwindle_exec::process::{self, Captured, Launcher, Refused, Reply, Run, Sandbox, Stopper, Supervisor};
use dwindle_exec::{Refusals, TimeLimit};

use crate::Criterion;
use crate::protocol::{Answer, Kept, Mode, Request};
use crate::test_command::TestCommand;
use crate::tracer::{OUTPUT_CAP, Tracer};

/// Judges which events of a recorded run are kept, by executing only those.
#[derive(Debug)]
pub struct PartialExecution {
    /// The tracer.
    pub tracer: Tracer,
    /// Whether it stays up.
    pub serves: bool,
    /// How many events were recorded.
    pub events: usize,
    /// What else storage is to hold that was not initialised, by its place in the trace's list: what comes to the same with the
    /// first value has to with these, or it counts as something else.
    pub garbage: Vec<usize>,
    /// What has to be the same.
    pub criterion: Criterion,
    /// A shell command that decides where this is; none where nothing else has to be asked.
    pub test: Option<String>,
    /// What supervises the tracers.
    pub launcher: Launcher,
    /// Takes what a sandbox refuses to them.
    pub refusals: Refusals,
    /// Where the slots have their directories; the trace lies there.
    pub scratch: PathBuf,
    /// How long one may take.
    pub limit: TimeLimit,
}

/// One tracer.
struct TracerSlot<'a> {
    of: &'a PartialExecution,
    supervisor: Supervisor,
    test: Option<TestCommand>,
    dir: PathBuf,
}

impl Executor for PartialExecution {
    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        let dir = self.scratch.join(format!("slot{slot}"));
        fs::create_dir_all(&dir)?;
        let open_at = self.refusals.is_left().then(|| self.launcher.clone().within(Sandbox::default()));
        let launcher = open_at.as_ref().unwrap_or(&self.launcher);
        let supervisor = launcher.open(&dir)?;
        let open = |line: &String| TestCommand::open(line, &self.tracer, launcher, &dir);
        let test = self.test.as_ref().map(open).transpose()?;
        Ok(Box::new(TracerSlot { of: self, supervisor, test, dir }))
    }
}

impl Slot for TracerSlot<'_> {
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement> {
        let Candidate::Units(executed) = candidate else {
            return Err(candidate.unsupported("events of a recorded run").into());
        };
        let keep = self.of.kept(executed).to_string();
        let limit = self.of.limit.of(patience);
        let mut duration = Duration::ZERO;
        for garbage in iter::once(0).chain(self.of.garbage.iter().copied()) {
            let (judgement, took) = self.judge_with(&keep, garbage, limit)?;
            duration += took;
            // Only of what comes to the same with one value it is of interest whether it does with others.
            if judgement.outcome != Outcome::Fail {
                return Ok(judgement.lasting(duration));
            }
        }
        Ok(Judgement::new(Outcome::Fail).lasting(duration))
    }

    fn stopper(&self) -> Option<dwindle::control::Stopper> {
        let (tracer, test) = (self.supervisor.stopper(), self.test.as_ref().map(TestCommand::stopper));
        Some(Arc::new(move || {
            tracer.stop();
            test.iter().for_each(Stopper::stop);
        }))
    }
}

/// What a tracer answered, and what the program printed; or how it ended instead.
type CameTo = Result<(Vec<u8>, Captured, Captured), process::End>;
/// How long that took, and what was refused.
type Took = (Duration, Vec<Refused>);

impl TracerSlot<'_> {
    /// The judgement of one partial execution, and how long it took.
    fn judge_with(
        &mut self,
        keep: &str,
        garbage: usize,
        limit: Option<Duration>,
    ) -> Result<(Judgement, Duration), NoJudgement> {
        let (came_to, (duration, mut refused)) =
            if self.of.serves { self.ask(keep, garbage, limit)? } else { self.run(keep, garbage, limit)? };
        let judgement = match came_to {
            Ok((answer, stdout, stderr)) => {
                let judgement = self.of.understand(&answer, &stdout, &stderr);
                match &mut self.test {
                    Some(test) if judgement.outcome == Outcome::Fail => {
                        let (judgement, more) = test.judge(&stdout, &stderr, limit)?;
                        refused.extend(more);
                        judgement
                    }
                    _ => judgement,
                }
            }
            Err(process::End::Stopped) => return Err(NoJudgement::Stopped),
            Err(process::End::TimedOut) => Judgement::unresolved(Reason::timeout(limit)),
            Err(end) => {
                Judgement::unresolved(Reason::CouldNotRun { why: format!("the tracer ended: {end}") })
            }
        };
        Ok((self.of.refusals.judge(refused, judgement), duration))
    }

    /// Asks the tracer that stays up.
    fn ask(&mut self, keep: &str, garbage: usize, limit: Option<Duration>) -> io::Result<(CameTo, Took)> {
        let (stdout, stderr) = (self.dir.join("stdout"), self.dir.join("stderr"));
        let word = |path: &Path| path.to_string_lossy().into_owned();
        let request =
            Request { keep: keep.to_owned(), stdout: word(&stdout), stderr: word(&stderr), garbage };
        let line = serde_json::to_vec(&request)?;
        let tracer = &self.of.tracer;
        let events = Tracer::events(&self.of.scratch);
        let mut options = vec![("--events", events.as_os_str())];
        options.extend(tracer.input.as_ref().map(|input| ("--input", input.as_os_str())));
        let command = tracer.command(Mode::Serve, &options);
        let Reply { answer, duration, refused } = self.supervisor.ask(&command, &tracer.dir, &line, limit)?;
        let came_to = match answer {
            process::Answer::Line(line) => Ok((line, captured(&stdout)?, captured(&stderr)?)),
            process::Answer::Garbled(bytes) => Ok((bytes, Captured::default(), Captured::default())),
            process::Answer::None(end) => Err(end),
        };
        Ok((came_to, (duration, refused)))
    }

    /// Starts the tracer for this one.
    fn run(&mut self, keep: &str, garbage: usize, limit: Option<Duration>) -> io::Result<(CameTo, Took)> {
        let (kept, told) = (self.dir.join("keep"), self.dir.join("report"));
        drop(fs::remove_file(&told));
        io::Write::write_all(&mut File::create(&kept)?, format!("{keep}\n").as_bytes())?;
        let tracer = &self.of.tracer;
        let events = Tracer::events(&self.of.scratch);
        let number = garbage.to_string();
        let mut options: Vec<(&str, &OsStr)> = vec![
            ("--events", events.as_os_str()),
            ("--keep", kept.as_os_str()),
            ("--report", told.as_os_str()),
        ];
        if garbage > 0 {
            options.push(("--garbage", number.as_ref()));
        }
        let command = tracer.command(Mode::Keep, &options);
        let run = Run { dir: tracer.dir.clone(), stdin: tracer.stdin(), timeout: limit };
        let report = self.supervisor.run(&command, &run)?;
        let came_to = match report.end {
            process::End::Exited(_) | process::End::Signalled(_) => match fs::read(&told) {
                Ok(line) => Ok((line, report.stdout, report.stderr)),
                Err(_) => Err(report.end),
            },
            end => Err(end),
        };
        Ok((came_to, (report.duration, report.refused)))
    }
}

impl PartialExecution {
    /// What is executed, as the tracer reads it.
    fn kept(&self, executed: &Config) -> Kept {
        if executed.len() == self.events {
            return Kept::all();
        }
        Kept::of_ranges(executed.runs().iter().map(|run| run.start..run.end))
    }

    /// The judgement of what a tracer answered.
    fn understand(&self, line: &[u8], stdout: &Captured, stderr: &Captured) -> Judgement {
        match serde_json::from_slice(line) {
            Ok(Answer::Report(report)) => self.criterion.judge(&report, stdout, stderr),
            Ok(Answer::Refused(refused)) => Judgement::unresolved(Reason::CouldNotRun { why: refused.why }),
            Err(_) => {
                let shown: String = String::from_utf8_lossy(line).chars().take(60).collect();
                Judgement::unresolved(Reason::CouldNotRun { why: format!("the tracer answered `{shown}`") })
            }
        }
    }
}

/// What is in a file, as if it had been captured: its head, its tail and its length.
fn captured(path: &Path) -> io::Result<Captured> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Captured::default()),
        opened => opened?,
    };
    let total = file.metadata()?.len();
    let cap = OUTPUT_CAP as u64;
    let mut captured = Captured { total, ..Captured::default() };
    file.by_ref().take(cap).read_to_end(&mut captured.head)?;
    file.seek(SeekFrom::Start(total.saturating_sub(cap).max(cap.min(total))))?;
    file.take(cap).read_to_end(&mut captured.tail)?;
    Ok(captured)
}
