//! The first runs: what the command shows on the whole input, and so what "the failure" is.
//!
//! The test runs here in a directory of its own and nowhere else, under the same `Control` as the search. What is
//! said against a run is found out by reading: its output (`missing`), and the first line and the words of a script
//! (`script`). From the second run on there is a limit of time. A test that comes out otherwise is run five times
//! before it is called unreliable (`unsteady`).

mod advice;
mod chances;
mod measure;
mod missing;
mod reasons;
mod runs;
mod sandbox;
mod script;
pub(super) mod shared;
mod shown;
mod unstarted;
pub(super) mod worker;

pub(super) use runs::{Runs, halted};
pub(super) use script::Scripts;
pub(super) use shown::detailed;
pub use unstarted::not_started;

use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::event::{Event, Observer};
use dwindle::{Config, Control, Judgement, Outcome};
use dwindle_exec::process::{End, Level};
use dwindle_exec::{CommandRunner, Feed, Verdict};

use super::artifact::Artifact;
use super::input::Input;
use super::judge::{usual_limit, usual_runs};
use super::unsteady::Measured;
use super::warning::warn;
use crate::error::RunError;
use crate::settings::{self, Repetition, Settings};
use crate::text::shell;
use chances::{CHANCES_OF_SELDOM, within};
use missing::Missing;
use runs::Ran;

/// What is known of runs of the input that take place at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Together {
    /// Nothing yet.
    Unknown,
    /// As many as there are jobs fail, or as often as was measured.
    Fails,
    /// Alone the input always fails, and beside copies of itself far more seldom.
    FailsOnlyAlone,
}

/// What the first runs showed.
pub(super) struct First {
    pub verdict: Verdict,
    /// How candidates get to the command.
    pub feed: Feed,
    /// How the runs came out, the first one first.
    pub runs: Vec<Judgement>,
    /// What they say of runs at once.
    pub together: Together,
    /// The sandbox of the tests.
    pub level: Level,
    /// What each test makes anew at the same place, so that two at once may be in each other's way.
    pub shared: Option<PathBuf>,
    /// What the first run wrote, standard error first.
    pub output: Vec<u8>,
    /// How often the input failed, where that was measured.
    pub measured: Option<Measured>,
}

/// Runs the command on the whole input and finds out what its failure is.
///
/// # Errors
/// When it cannot be run, does not fail, does so only now and then, or was ended from outside.
pub(super) fn run<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    runner: &CommandRunner,
    control: &Control,
    known: Option<Measured>,
    reader: &mut dyn Observer,
) -> Result<First, RunError> {
    let mut runs = Runs::open(settings, input, runner, control)?;
    let failing = if input.artifact.prevents() { Config::empty() } else { input.artifact.whole().full() };
    let of = usual_runs(settings);
    tell(reader, 1, of)?;
    let mut ran = runs.on(&failing)?;
    runner.limit().set(Some(settings.timeout.unwrap_or_else(|| limit(input, ran.report.duration))));
    if let Some(error) = reasons::full_disk(&runs, &ran) {
        return Err(error);
    }
    let mut earlier = Vec::new();
    if ran.judged.outcome != Outcome::Fail {
        (ran, earlier) = runs.another_chance(&failing, ran, known)?;
    }
    let takes_path = *runs.place.feed() == Feed::Every { as_argument: true };
    if ran.judged.outcome != Outcome::Fail && takes_path {
        (ran, earlier) = (runs.other_arguments(&failing, ran, reader)?, Vec::new());
    }
    if ran.judged.outcome != Outcome::Fail {
        return Err(runs.does_not_fail(&ran)?);
    }
    if let Some(error) = reasons::other_failure(&runs, &ran) {
        return Err(error);
    }
    let failed = Judgement::new(Outcome::Fail).lasting(ran.report.duration);
    let mut judged = earlier.into_iter().chain([failed]).collect::<Vec<_>>();
    let (mut level, mut again, mut together) = (settings.test.sandbox.level, None, Together::Unknown);
    let mut looked_on = None;
    let is_open = settings.test.has_open_sandbox();
    if is_open {
        tell(reader, 2, of)?;
        let chosen = runs.strictest(&failing, &ran, reader)?;
        (level, again, looked_on) = (chosen.level, chosen.run, chosen.looked_on);
        judged.extend(chosen.passed);
    } else {
        sandbox::say_gaps(&runs, reader)?;
        runs.expect_refusals(&ran.report, reader)?;
    }
    // A hang takes its time.
    let mut shared = None;
    if ran.report.end != End::TimedOut && shared::is_worth_a_look(settings, level) {
        shared = runs.shared(&failing, looked_on)?;
        runs.enter(level)?;
    }
    if let (None, Verdict::Signature(signature)) = (&settings.test.judged, &mut ran.verdict)
        // A hang takes its time, and shows no more than that.
        && ran.report.end != End::TimedOut
    {
        if !is_open {
            tell(reader, 2, of)?;
        }
        let (again, beside) = again.map_or_else(|| runs.at_once(&failing), Ok)?;
        let mut second = runs.common(&ran.report, &again, signature);
        if second.outcome != Outcome::Fail && !beside.is_none() {
            // The others may have been in its way.
            let alone = runs.report(&failing)?;
            second = runs.common(&ran.report, &alone, signature);
        }
        judged.push(second);
        if let Some(beside) = beside.failing(&ran.verdict) {
            judged.extend(beside);
            together = Together::Fails;
        }
    } else if let Some((again, _)) = again {
        judged.push(Judgement::new(Outcome::Fail).lasting(again.duration));
    }
    let measured = match (settings.repeat, known) {
        // A single run that comes out otherwise does not count.
        (Some(Repetition::Quorum { .. }), _) => None,
        // What the journal knows was judged by that.
        (_, Some(known)) => {
            known.tell(settings, reader)?;
            together = Together::Unknown;
            Some(known)
        }
        // One that was late on a busy machine gets more time in the checks.
        (None, None) if judged.iter().all(|run| run.outcome == Outcome::Fail || is_late(settings, run)) => {
            None
        }
        (None | Some(Repetition::Automatic), None) => {
            let measured;
            (measured, together) = runs.measure(&failing, &ran.verdict, &mut judged, reader)?;
            Some(measured)
        }
    };
    if measured.is_some() {
        judged.retain(|run| run.outcome == Outcome::Fail);
    }
    let output = [ran.report.stderr.bytes(), ran.report.stdout.bytes()].join(&b'\n');
    Ok(First {
        verdict: ran.verdict,
        feed: runs.place.feed().clone(),
        runs: judged,
        together,
        level,
        shared,
        output,
        measured,
    })
}

/// What to do where nothing of an input fails as well: `output` is what the first run wrote.
pub(super) fn advice<A: Artifact>(settings: &Settings, input: &Input<A>, output: &[u8]) -> Vec<String> {
    let scripts = &Scripts::of(&settings.test);
    let away = scripts.look_away(input.path.as_deref(), &input.name).or_else(|| beside(settings, input));
    let unfed = || advice::path(settings, input, scripts).filter(|_| scripts.take_arguments());
    away.or_else(unfed).map_or_else(
        || Missing { settings, input, scripts }.hints(&String::from_utf8_lossy(output)),
        |away| vec![away],
    )
}

/// What to type where a command was to run in the directory to reduce, and runs beside it.
fn beside<A: Artifact>(settings: &Settings, input: &Input<A>) -> Option<String> {
    let settings::Input::File(path) = &settings.input else { return None };
    let runs_beside = settings.test.feed == Feed::Every { as_argument: false };
    path.file_name().filter(|_| input.artifact.is_tree() && runs_beside)?;
    let mut inside = settings.clone();
    let end = inside.typed.iter().position(|word| word == "--")?;
    *inside.typed[..end].iter_mut().rfind(|word| Path::new(word) == path)? = ".".into();
    let (name, line) = (shell::quoted([path]), inside.retyped([] as [&str; 0]));
    Some(format!("the command runs beside {name}; to run it in there: cd {name} && {line}"))
}

/// Whether a run took longer than a limit that nobody named, which says nothing of the test.
fn is_late(settings: &Settings, run: &Judgement) -> bool {
    settings.timeout.is_none() && run.timed_out()
}

/// Says that this run of the checks begins.
fn tell(reader: &mut dyn Observer, run: usize, of: usize) -> Result<(), RunError> {
    let told = reader.event(&Event::Checking { run, of });
    told.map_err(|error| RunError::internal(error.to_string()))
}

/// How long a test may take after a first run that took so long.
///
/// Where nothing of the artifact is a version of its own, which has to pass, it gets more: one that fails may end long
/// before one that passes.
fn limit<A: Artifact>(input: &Input<A>, first: Duration) -> Duration {
    let more = if input.artifact.passing().is_some() { Duration::from_secs(60) } else { Duration::ZERO };
    usual_limit(first) + more
}

impl<A: Artifact> Runs<'_, A> {
    /// Runs the command again where its first run, `first`, did not fail; gives the run that failed with those before it, or
    /// the first.
    ///
    /// # Errors
    /// When only some runs fail, and that cannot be measured.
    fn another_chance(
        &mut self,
        failing: &Config,
        first: Ran,
        known: Option<Measured>,
    ) -> Result<(Ran, Vec<Judgement>), RunError> {
        let chances = match self.settings.repeat {
            Some(Repetition::Quorum { runs, .. }) => usize::try_from(runs).unwrap_or(usize::MAX),
            Some(Repetition::Automatic) => CHANCES_OF_SELDOM,
            None if known.is_some() => CHANCES_OF_SELDOM,
            None => within(first.report.duration),
        };
        let mut judged = vec![first.judged.clone()];
        while judged.len() < chances {
            let ran = self.on(failing)?;
            if ran.judged.outcome == Outcome::Fail {
                let is_quorum = matches!(self.settings.repeat, Some(Repetition::Quorum { .. }));
                return Ok((ran, if is_quorum { Vec::new() } else { judged }));
            }
            judged.push(ran.judged);
        }
        Ok((first, Vec::new()))
    }

    /// Runs a script again without the candidate's path as its argument, where it did not fail with it: it may take
    /// other arguments, or none. Gives the run that failed, or `first`.
    fn other_arguments(
        &mut self,
        failing: &Config,
        first: Ran,
        reader: &mut dyn Observer,
    ) -> Result<Ran, RunError> {
        let ran = self.without_argument(failing)?;
        // Where it fails whatever the candidate is, it is the argument that it looks at.
        if ran.judged.outcome != Outcome::Fail || self.on(&Config::empty())?.judged.outcome == Outcome::Fail {
            self.with_argument();
            return Ok(first);
        }
        let script = self.settings.program_name();
        let text = format!(
            "{script} does not fail with the path of the candidate as its argument, but without it: it is run without"
        );
        warn(reader, &text)?;
        Ok(ran)
    }

    /// The error of an input that does not fail, with what can be done about it.
    fn does_not_fail(&mut self, ran: &Ran) -> Result<RunError, RunError> {
        let Input { artifact, shown, .. } = self.input;
        let message = match artifact.passing() {
            Some(passing) => passing.not_failing(shown, ran.judged.outcome),
            None => format!("the {} does not fail: {shown}", artifact.words().noun),
        };
        let error = reasons::not_failing(self, ran, message);
        let Some(passing) = self.input.artifact.passing().filter(|_| ran.judged.outcome == Outcome::Pass)
        else {
            return Ok(error);
        };
        let other = self.on(&Config::empty())?;
        let advice =
            if other.judged.outcome == Outcome::Fail { passing.swapped(self.settings) } else { Vec::new() };
        Ok(error.hints(advice))
    }
}
