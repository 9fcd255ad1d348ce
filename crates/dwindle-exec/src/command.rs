//! A command as a test: a process for each candidate.

mod exhausted;
mod invocation;
mod place;
mod refusals;
mod shortage;
mod time_limit;
mod verdict;

pub use invocation::{Feed, Invocation};
pub use place::CommandPlace;
pub use refusals::Refusals;
pub use shortage::Shortage;
pub use time_limit::TimeLimit;
pub use verdict::Verdict;

use std::cell::OnceCell;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::process::{self, Elsewhere, End, Launcher, Report, Run, Sandbox, Stdin};
use crate::signature::{self, Observed};
use dwindle::control::Stopper;
use dwindle::files;
use dwindle::test::{Executor, NoJudgement, Slot};
use dwindle::{Candidate, Judgement, Reason};

/// Runs an [`Invocation`] on candidates, without judging.
#[must_use]
#[derive(Debug)]
pub struct CommandRunner {
    invocation: Invocation,
    launcher: Launcher,
    away: Option<Away>,
    scratch: PathBuf,
    spare: Option<Spare>,
    keep_temps: bool,
    limit: TimeLimit,
    shortage: Shortage,
    refusals: Refusals,
    build: Option<Build>,
}

/// Other machines that run the tests of some slots.
#[derive(Clone, Debug)]
pub struct Away {
    /// The machines.
    pub machines: Arc<dyn Elsewhere>,
    /// The first of the slots whose tests run there.
    pub from: usize,
    /// The program as it was named, since they have their own.
    pub program: OsString,
}

/// Says where tests go on when there is no room left for a candidate in the directory of their slot.
///
/// It is asked at each such time, may be asked by several slots at once, and gives a directory that exists, on another
/// file system and as private as the first.
#[derive(Clone)]
pub struct Spare(Arc<dyn Fn() -> io::Result<PathBuf> + Send + Sync>);

impl Spare {
    /// The directory that `find` gives.
    pub fn new(find: impl Fn() -> io::Result<PathBuf> + Send + Sync + 'static) -> Self {
        Self(Arc::new(find))
    }
}

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spare").finish_non_exhaustive()
    }
}

/// What is run in a candidate's directory before the test, unless it was already and nothing there was edited since.
#[derive(Clone, Debug)]
pub struct Build {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// How long it may take.
    pub limit: Option<Duration>,
}

impl CommandRunner {
    /// A runner whose slots have their directories in `scratch`, which exists; best on a tmpfs.
    pub fn new(invocation: Invocation, launcher: Launcher, scratch: PathBuf) -> Self {
        let (limit, shortage) = (TimeLimit::default(), Shortage::from_now());
        let (away, spare, build, refusals) = (None, None, None, Refusals::default());
        Self {
            invocation,
            launcher,
            away,
            scratch,
            spare,
            keep_temps: false,
            limit,
            shortage,
            refusals,
            build,
        }
    }

    /// Leaves the working directories of all tests where they are, each in a directory of its own.
    pub fn keep_temps(mut self, yes: bool) -> Self {
        self.keep_temps = yes;
        self
    }

    /// Runs the tests of some slots on other machines.
    pub fn away(mut self, away: Option<Away>) -> Self {
        self.away = away;
        self
    }

    /// Lets slots move to another directory when theirs has no room left for a candidate.
    pub fn spare(mut self, spare: Spare) -> Self {
        self.spare = Some(spare);
        self
    }

    /// Builds each candidate before its test; where that fails, the candidate is unresolved.
    ///
    /// What a build leaves in the directory stays for the next, as far as the space leaves it there.
    pub fn build(mut self, build: Option<Build>) -> Self {
        self.build = build;
        self
    }

    /// Candidates get to the command like this.
    pub fn feed(mut self, feed: Feed) -> Self {
        self.invocation.feed = feed;
        self
    }

    /// Sandboxes tests so, where there is a keeper.
    pub fn confine(mut self, sandbox: Sandbox) -> Self {
        self.launcher = self.launcher.within(sandbox);
        self
    }

    /// How long a test may take: a handle that sets it.
    pub fn limit(&self) -> TimeLimit {
        self.limit.clone()
    }

    /// Whether the system was short of memory while tests ran beside others: a handle that tells.
    pub fn shortage(&self) -> Shortage {
        self.shortage.clone()
    }

    /// What the sandbox refused to tests in slots: a handle that tells.
    pub fn refusals(&self) -> Refusals {
        self.refusals.clone()
    }

    /// Opens the place of a slot.
    ///
    /// # Errors
    /// When its directory cannot be made or its supervisor not be started.
    pub fn open(&self, slot: usize) -> io::Result<CommandPlace> {
        self.open_within(slot, self.refusals.is_left().then(Sandbox::default))
    }

    /// As [`CommandRunner::open`], in this sandbox where one is given.
    ///
    /// # Errors
    /// As [`CommandRunner::open`].
    pub fn open_within(&self, slot: usize, sandbox: Option<Sandbox>) -> io::Result<CommandPlace> {
        let dir = self.scratch.join(format!("slot{slot}"));
        let away = self.away.as_ref().filter(|away| slot >= away.from);
        let elsewhere = away.map(|away| Launcher::Elsewhere(Arc::clone(&away.machines)));
        let own = || sandbox.map_or_else(|| self.launcher.clone(), |it| self.launcher.clone().within(it));
        let launcher = elsewhere.unwrap_or_else(own);
        let mut place = CommandPlace::open(dir, &self.invocation, &launcher, self.keep_temps)?;
        self.address(&mut place);
        Ok(place)
    }

    /// Opens a slot in which `judge` judges each run: of what, what it showed, where, and what time it had.
    ///
    /// # Errors
    /// As [`CommandRunner::open`].
    pub fn slot<'a>(
        &'a self,
        slot: usize,
        mut judge: impl FnMut(&Candidate<'_>, Report, &CommandPlace, Duration) -> Judgement + Send + 'a,
    ) -> io::Result<Box<dyn Slot + 'a>> {
        self.judging(slot, move |place, candidate, patience| {
            let limit = self.limit_at(place, patience).unwrap_or(Duration::MAX);
            let report = self.run(place, candidate, patience)?;
            if report.end == End::Stopped {
                return Err(NoJudgement::Stopped);
            }
            if let Some(unbuilt) = place.unbuilt() {
                return Ok(Judgement::unresolved(unbuilt).lasting(report.duration));
            }
            let refused = report.refused.clone();
            Ok(self.refusals.judge(refused, judge(candidate, report, place, limit)))
        })
    }

    /// Opens a slot in which `judge` lays candidates, runs the command on them and judges.
    pub(crate) fn judging<'a>(
        &'a self,
        slot: usize,
        judge: impl FnMut(&mut CommandPlace, &Candidate<'_>, u32) -> Result<Judgement, NoJudgement> + Send + 'a,
    ) -> io::Result<Box<dyn Slot + 'a>> {
        Ok(Box::new(CommandSlot { runner: self, place: self.open(slot)?, judge }))
    }

    /// Puts the candidate's path where the placeholder stands, unless the candidate is the arguments themselves.
    fn address(&self, place: &mut CommandPlace) {
        if place.has_own_args {
            return;
        }
        let Invocation { program, args, .. } = &self.invocation;
        let away = self.away.as_ref().filter(|_| place.supervisor.is_elsewhere());
        let program = away.map_or(program, |away| &away.program);
        let fill = |word: &OsString| match &place.feed {
            Feed::Placeholder(text) => replaced(word, text.as_ref(), place.file.as_os_str()),
            Feed::Stdin | Feed::Directory | Feed::Every { .. } => word.clone(),
        };
        let is_argument = place.feed == Feed::Every { as_argument: true };
        let path = is_argument.then(|| place.file.clone().into_os_string());
        (place.command.program, place.command.args) =
            (fill(program), args.iter().map(fill).chain(path).collect());
    }

    /// Lets candidates at `place` get to the command like this from now on, and at no other place.
    pub fn feed_at(&self, place: &mut CommandPlace, feed: Feed) {
        place.feed = feed;
        self.address(place);
    }

    /// Lets tests at `place` go on in this sandbox, and at no other place.
    ///
    /// # Errors
    /// When the supervisor cannot be started.
    pub fn confine_at(&self, place: &mut CommandPlace, sandbox: Sandbox) -> io::Result<()> {
        place.supervise(&self.launcher.clone().within(sandbox))
    }

    /// Lays `candidate` at `place`, which moves to the spare directory when there is no room where it is.
    ///
    /// # Errors
    /// Those of the place, when there is no other.
    pub(crate) fn lay(&self, place: &mut CommandPlace, candidate: &Candidate<'_>) -> io::Result<()> {
        let full = match place.lay(candidate) {
            Err(error) if is_full(&error) => error,
            laid => return laid,
        };
        match self.spare.as_ref().map(|spare| spare.0()) {
            Some(Ok(spare)) if !place.dir().starts_with(&spare) => place.move_to(&spare)?,
            _ => return Err(full),
        }
        self.address(place);
        place.lay(candidate)
    }

    /// Lays `candidate` at `place` and runs the command on it, with `patience` times the limit.
    ///
    /// Where a [`Build`] failed, which [`CommandPlace::unbuilt`] tells, this is its report.
    ///
    /// # Errors
    /// When the candidate cannot be laid or the supervisor is broken.
    pub fn run(
        &self,
        place: &mut CommandPlace,
        candidate: &Candidate<'_>,
        patience: u32,
    ) -> io::Result<Report> {
        self.lay(place, candidate)?;
        if self.keep_temps {
            self.address(place);
        }
        if let Some(build) = &self.build
            && let Some(failed) = Self::built(place, build)?
        {
            return Ok(failed);
        }
        let stdin = match place.feed {
            Feed::Stdin => Stdin::File(place.file.clone()),
            Feed::Every { .. } if place.holds_text => Stdin::File(place.file.clone()),
            Feed::Placeholder(_) | Feed::Directory | Feed::Every { .. } => Stdin::Null,
        };
        let timeout = self.limit_at(place, patience);
        let run = Run { dir: place.work.clone(), stdin, timeout };
        place.fresh &= place.supervisor.is_elsewhere();
        place.supervisor.run(&place.command, &run)
    }

    /// The limit of a run at `place` with `patience` times the usual one.
    fn limit_at(&self, place: &CommandPlace, patience: u32) -> Option<Duration> {
        if place.supervisor.is_elsewhere() { self.limit.rounded(patience) } else { self.limit.of(patience) }
    }

    /// Builds what lies at `place`; gives the report of a build that failed, or was stopped.
    fn built(place: &mut CommandPlace, build: &Build) -> io::Result<Option<Report>> {
        if place.is_built() && place.unbuilt().is_none() {
            return Ok(None);
        }
        let Build { program, args, limit } = build.clone();
        let command = process::Command { program, args, ..place.command.clone() };
        let run = Run { dir: place.work.clone(), stdin: Stdin::Null, timeout: limit };
        place.built = None;
        let report = place.supervisor.run(&command, &run)?;
        if report.end == End::Stopped {
            return Ok(Some(report));
        }
        let succeeded = report.end == End::Exited(0);
        place.remember_build(if succeeded { Ok(()) } else { Err(report.end.to_string()) });
        Ok((!succeeded).then_some(report))
    }

    /// What ends the run that is in flight at `place`, from another thread.
    pub fn stopper(&self, place: &CommandPlace) -> Stopper {
        let stopper = place.stopper();
        Arc::new(move || stopper.stop())
    }
}

/// A command whose runs are judged.
#[derive(Debug)]
pub struct CommandTest {
    runner: CommandRunner,
    verdict: Verdict,
}

impl CommandTest {
    /// Judges what `runner` runs by `verdict`.
    pub const fn new(runner: CommandRunner, verdict: Verdict) -> Self {
        Self { runner, verdict }
    }

    /// The runner.
    pub const fn runner(&self) -> &CommandRunner {
        &self.runner
    }

    /// Judges one run that took place at `place`; `limit` is the time it had.
    pub fn judge_report(&self, report: &Report, place: &CommandPlace, limit: Duration) -> Judgement {
        if let End::NotStarted(_, why) = &report.end {
            return Judgement::unresolved(Reason::CouldNotRun { why: why.clone() });
        }
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let observed = observed(report, &stdout, &stderr);
        let file = place.file.as_path();
        // Read only when the output quotes something: most candidates never are.
        let bytes = OnceCell::new();
        let holds =
            |fragment: &str| signature::observed::holds_word(bytes.get_or_init(|| contents(file)), fragment);
        let candidate = signature::Candidate::looked_up(file, &holds).tree(place.holds_tree());
        let (outcome, mut reason) = self.verdict.judge(&observed, &candidate);
        let full = self.verdict.exhausted(report, &holds);
        if let Some(what) = full {
            // What such a run shows is about the machine.
            let what = format!("the machine ran out of room: {what}");
            return Judgement::unresolved(Reason::Said { what }).lasting(report.duration);
        }
        if report.end == End::TimedOut {
            // Also where a hang is the failure: no clock decides alone.
            reason = Some(Reason::timeout(Some(limit)));
        }
        Judgement { outcome, reason, duration: report.duration }
    }
}

/// What a signature may look at of a report.
pub fn observed<'a>(report: &Report, stdout: &'a [u8], stderr: &'a [u8]) -> Observed<'a> {
    let end = match report.end {
        End::Exited(code) => signature::End::Exit(code),
        End::Signalled(signal) => signature::End::Signal(signal),
        End::TimedOut => signature::End::TimedOut,
        End::Stopped | End::NotStarted(..) => signature::End::Unknown,
    };
    Observed { end, stdout, stderr }
}

impl Executor for CommandTest {
    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        self.runner.slot(slot, |_, report, place, limit| self.judge_report(&report, place, limit))
    }
}

/// A slot whose candidates `judge` judges.
struct CommandSlot<'a, J> {
    runner: &'a CommandRunner,
    place: CommandPlace,
    judge: J,
}

impl<J> Slot for CommandSlot<'_, J>
where
    J: FnMut(&mut CommandPlace, &Candidate<'_>, u32) -> Result<Judgement, NoJudgement> + Send,
{
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement> {
        let Self { runner, place, judge } = self;
        if place.supervisor.is_elsewhere() {
            return judge(place, candidate, patience);
        }
        runner.shortage.watch(|| judge(place, candidate, patience))
    }

    fn stopper(&self) -> Option<Stopper> {
        Some(self.runner.stopper(&self.place))
    }
}

/// Whether there is no room left, for whatever reason.
fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// What is in the candidate at `path`, a file or a directory tree; as much of it as can be read.
fn contents(path: &Path) -> Vec<u8> {
    if !path.is_dir() {
        return fs::read(path).unwrap_or_default();
    }
    files::read(path, |_| false).map(|files| files.text()).unwrap_or_default()
}

/// `word` with `new` wherever it has `old`, none of which need be text.
pub fn replaced(word: &OsStr, old: &OsStr, new: &OsStr) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let (mut rest, mut made) = (word.as_bytes(), Vec::new());
    while let Some(at) = rest.windows(old.len().max(1)).position(|piece| piece == old.as_bytes()) {
        made.extend_from_slice(&rest[..at]);
        made.extend_from_slice(new.as_bytes());
        rest = &rest[at + old.len()..];
    }
    made.extend_from_slice(rest);
    OsString::from_vec(made)
}
