//! The first runs: what the command shows on the whole input, and so what "the failure" is.

mod advice;
mod explain;
mod missing;
mod script;

pub(super) use explain::detailed;
pub(crate) use explain::not_started;

use std::borrow::Cow;
use std::time::Duration;

use dwindle::event::{Event, Observer};
use dwindle::process::{End, Report};
use dwindle::signature::{Candidate, Script, Signature};
use dwindle::test::command::observed;
use dwindle::test::{CommandPlace, CommandRunner, Verdict};
use dwindle::{Config, Control, Halt, Judgement, Outcome, Reason};

use crate::error::CliError;
use crate::exit::Exit;
use crate::session::artifact::Artifact;
use crate::session::input::Input;
use crate::session::{checks, flaky, twice};
use crate::settings::{Judged, Settings};

/// How often a test runs on an input that does not fail, before that is said: a test that fails now and then is not
/// to be taken for one that never does.
const CHANCES: usize = 3;
/// Where the first run was slower than this, it is taken at its word: this decides nothing but what is said.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the first runs showed.
pub(crate) struct First {
    pub(crate) verdict: Verdict,
    /// How the runs came out, the first one first.
    pub(crate) runs: Vec<Judgement>,
    /// What the first run wrote, standard error first.
    pub(crate) output: Vec<u8>,
}

/// Runs the command on the whole input and finds out what its failure is.
///
/// # Errors
/// When it cannot be run, does not fail, does so only now and then, or was ended from outside.
pub(crate) fn run<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    runner: &CommandRunner,
    control: &Control,
    reader: &mut dyn Observer,
) -> Result<First, CliError> {
    let mut runs = Runs::open(settings, input, runner, control)?;
    let failing = if input.artifact.prevents() { Config::empty() } else { input.artifact.whole().full() };
    let of = checks::usual_runs(settings);
    tell(reader, 1, of)?;
    let mut ran = runs.on(&failing)?;
    runner.limit().set(Some(settings.timeout.unwrap_or_else(|| limit(input, ran.report.duration))));
    missing::refuse_full_disk(&runs, &ran)?;
    if ran.outcome != Outcome::Fail {
        ran = runs.another_chance(&failing, ran)?;
    }
    if ran.outcome != Outcome::Fail {
        return Err(runs.does_not_fail(&ran)?);
    }
    missing::refuse(&runs, &ran)?;
    explain::refuse_unable(&runs, &ran)?;
    let mut judged = vec![Judgement::new(Outcome::Fail).lasting(ran.report.duration)];
    if let (Judged::FirstRun, Verdict::Signature(signature)) = (&settings.test.judged, &mut ran.verdict)
        // A hang takes its time, and shows no more than that.
        && ran.report.end != End::TimedOut
    {
        tell(reader, 2, of)?;
        judged.push(twice::again(&mut runs, &failing, &ran.report, signature)?);
    }
    // Under --repeat a single run that comes out otherwise does not count.
    if settings.repeat.is_none() && judged.iter().any(|run| run.outcome != Outcome::Fail) {
        while judged.len() < flaky::RUNS {
            judged.push(runs.judged(&failing, &ran.verdict)?);
        }
        return Err(flaky::unreliable(settings, &judged));
    }
    let output = [ran.report.stderr.bytes(), ran.report.stdout.bytes()].join(&b'\n');
    Ok(First { verdict: ran.verdict, runs: judged, output })
}

/// What to do where nothing of an input fails as well: `output` is what the first run wrote.
pub(super) fn advice<A: Artifact>(settings: &Settings, input: &Input<A>, output: &[u8]) -> Vec<String> {
    let mut advice = missing::hints(settings, input, &String::from_utf8_lossy(output));
    advice.extend(script::looks_away(&settings.test, input.path.as_deref(), &input.name));
    advice
}

/// Says that this run of the checks begins.
fn tell(reader: &mut dyn Observer, run: usize, of: usize) -> Result<(), CliError> {
    let told = reader.event(&Event::Checking { run, of });
    told.map_err(|error| CliError::new(Exit::Internal, error.to_string()))
}

/// How long a test may take after a first run that took so long.
///
/// Where nothing of the artifact is a version of its own, which has to pass, it gets more: one that fails may end long
/// before one that passes.
fn limit<A: Artifact>(input: &Input<A>, first: Duration) -> Duration {
    let more = if input.artifact.passing().is_some() { Duration::from_secs(60) } else { Duration::ZERO };
    super::usual_limit(first) + more
}

/// A run outside a search, and how it is judged.
pub(super) struct Ran {
    pub(super) report: Report,
    pub(super) verdict: Verdict,
    pub(super) outcome: Outcome,
    pub(super) reason: Option<Reason>,
}

/// Runs outside a search, one after the other at one place; the run's control ends them.
pub(super) struct Runs<'a, A> {
    pub(super) settings: &'a Settings,
    pub(super) input: &'a Input<A>,
    runner: &'a CommandRunner,
    control: &'a Control,
    pub(super) place: CommandPlace,
}

impl<'a, A: Artifact> Runs<'a, A> {
    /// Opens the place.
    ///
    /// # Errors
    /// When its supervisor cannot be started.
    pub(super) fn open(
        settings: &'a Settings,
        input: &'a Input<A>,
        runner: &'a CommandRunner,
        control: &'a Control,
    ) -> Result<Self, CliError> {
        let place = runner
            .open(settings.jobs)
            .map_err(|error| explain::could_not_run(settings, &error.to_string()))?;
        control.register(runner.stopper(&place));
        Ok(Self { settings, input, runner, control, place })
    }

    /// Runs the command on the candidate that `config` makes of the whole input, and judges it.
    ///
    /// # Errors
    /// When it cannot be run, or is ended from outside.
    pub(super) fn on(&mut self, config: &Config) -> Result<Ran, CliError> {
        let report = self.report(config)?;
        let (verdict, mut outcome, mut reason) = self.judge(&report)?;
        if let Some(unbuilt) = self.unbuilt() {
            (outcome, reason) = (Outcome::Unresolved, Some(unbuilt));
        }
        Ok(Ran { report, verdict, outcome, reason })
    }

    /// As [`Runs::on`], judged by a verdict that is known already.
    ///
    /// # Errors
    /// As [`Runs::on`].
    pub(super) fn judged(&mut self, config: &Config, verdict: &Verdict) -> Result<Judgement, CliError> {
        let report = self.report(config)?;
        if let Some(unbuilt) = self.unbuilt() {
            return Ok(Judgement::unresolved(unbuilt).lasting(report.duration));
        }
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let (observed, candidate) = (observed(&report, &stdout, &stderr), self.candidate());
        let (outcome, reason) = match verdict {
            Verdict::Script(script) => script.judge(&observed),
            Verdict::BisectRun(bisect) => bisect.judge(&observed),
            Verdict::Signature(signature) => signature.judge(&observed, &candidate),
            Verdict::Conditions(conditions) => conditions.judge(&observed, &candidate),
        };
        Ok(Judgement { outcome, reason, duration: report.duration })
    }

    /// Runs the command on what `config` makes, without judging.
    ///
    /// # Errors
    /// As [`Runs::on`].
    pub(super) fn report(&mut self, config: &Config) -> Result<Report, CliError> {
        if let Some(halt) = self.control.halted() {
            return Err(halted(halt));
        }
        let space = self.input.artifact.whole();
        let candidate = space.candidate(Cow::Borrowed(config));
        let ran = candidate.and_then(|candidate| self.runner.run(&mut self.place, &candidate, 1));
        let report = ran.map_err(|error| super::disk::explain(&error, self.place.work()))?;
        match &report.end {
            End::NotStarted(kind, why) => Err(not_started(&self.settings.test.program, *kind, why)),
            End::Stopped => Err(halted(self.control.halted().unwrap_or(Halt::Interrupted))),
            _ => Ok(report),
        }
    }

    /// Why the candidate could not be built, if it was built and could not.
    pub(super) fn unbuilt(&self) -> Option<Reason> {
        let why = self.place.build_failure()?;
        Some(Reason::Said { what: format!("the build failed: {why}") })
    }

    /// What signatures look at of the candidate that lies at the place.
    pub(super) fn candidate(&self) -> Candidate<'_> {
        Candidate::new(self.place.file(), self.input.artifact.quoted()).tree(self.place.holds_tree())
    }

    fn judge(&self, report: &Report) -> Result<(Verdict, Outcome, Option<Reason>), CliError> {
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let (observed, candidate) = (observed(report, &stdout, &stderr), self.candidate());
        Ok(match &self.settings.test.judged {
            Judged::Script { pass_codes, also_interesting } => {
                let script =
                    Script { pass_codes: pass_codes.clone(), also_interesting: also_interesting.clone() };
                let (outcome, reason) = script.judge(&observed);
                (Verdict::Script(script), outcome, reason)
            }
            Judged::BisectRun(bisect) => {
                let (outcome, reason) = bisect.judge(&observed);
                (Verdict::BisectRun(bisect.clone()), outcome, reason)
            }
            Judged::FirstRun => {
                let signature = if observed.timed_out {
                    Signature::hang()
                } else {
                    Signature::derive(&observed, &candidate)
                };
                let outcome = if signature.is_failure() { Outcome::Fail } else { Outcome::Pass };
                (Verdict::Signature(signature), outcome, None)
            }
            Judged::Signature(regex) => {
                let signature = Signature::from_regex(regex)
                    .map_err(|error| CliError::usage(format!("--signature: {error}")))?;
                let (outcome, reason) = signature.judge(&observed, &candidate);
                (Verdict::Signature(signature), outcome, reason)
            }
            Judged::Conditions(conditions) => {
                let (outcome, reason) = conditions.judge(&observed, &candidate);
                (Verdict::Conditions(conditions.clone().ending(observed.end())), outcome, reason)
            }
        })
    }

    /// Runs the command again where its first run, `first`, did not fail; gives the run that failed, or the first.
    ///
    /// # Errors
    /// When only some runs fail, and no --repeat says that this is to be expected.
    fn another_chance(&mut self, failing: &Config, first: Ran) -> Result<Ran, CliError> {
        let chances = match self.settings.repeat {
            Some((_, runs)) => usize::try_from(runs).unwrap_or(usize::MAX),
            None if first.report.duration > PATIENCE => 1,
            None => CHANCES,
        };
        let mut judged = vec![judgement(&first)];
        while judged.len() < chances {
            let ran = self.on(failing)?;
            if ran.outcome != Outcome::Fail {
                judged.push(judgement(&ran));
                continue;
            }
            if self.settings.repeat.is_some() {
                return Ok(ran);
            }
            judged.push(judgement(&ran));
            while judged.len() < flaky::RUNS {
                judged.push(self.judged(failing, &ran.verdict)?);
            }
            return Err(flaky::unreliable(self.settings, &judged));
        }
        Ok(first)
    }

    /// The error of an input that does not fail, with what can be done about it.
    fn does_not_fail(&mut self, ran: &Ran) -> Result<CliError, CliError> {
        let message = self.input.artifact.not_failing(&self.input.shown, ran.outcome);
        let error = explain::not_failing(self, ran, message);
        let Some(passing) = self.input.artifact.passing().filter(|_| ran.outcome == Outcome::Pass) else {
            return Ok(error);
        };
        let other = self.on(&Config::empty())?;
        let advice = if other.outcome == Outcome::Fail { passing.swapped(self.settings) } else { Vec::new() };
        Ok(advice.into_iter().fold(error, CliError::hint))
    }
}

fn judgement(ran: &Ran) -> Judgement {
    Judgement { outcome: ran.outcome, reason: ran.reason.clone(), duration: ran.report.duration }
}

/// The error of a run that was ended from outside before the search.
pub(super) fn halted(halt: Halt) -> CliError {
    match halt {
        Halt::Interrupted => CliError::new(Exit::Interrupted, "interrupted before the checks were done"),
        Halt::TimeUp => {
            CliError::new(Exit::BudgetSpent, "the time budget was spent before the checks were done")
                .hint("give more time with --budget; the checks run the test at least three times")
        }
    }
}
