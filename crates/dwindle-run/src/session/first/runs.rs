//! Runs outside a search, and how each is judged.

use std::borrow::Cow;
use std::path::Path;
use std::thread;

use dwindle::event::Observer;
use dwindle::{Config, Control, Halt, Judgement, Outcome, Reason};
use dwindle_exec::command::observed;
use dwindle_exec::process::{End, Level, Refused, Report, Sandbox};
use dwindle_exec::signature::{Candidate, Signature};
use dwindle_exec::{CommandPlace, CommandRunner, Feed, Verdict};

use super::script::Scripts;
use super::unstarted::not_started;
use crate::error::RunError;
use crate::exit::Exit;
use crate::session::artifact::Artifact;
use crate::session::disk;
use crate::session::input::Input;
use crate::session::judge::checks_at_once;
use crate::session::refused;
use crate::session::warning::warn;
use crate::settings::{Confinement, Settings};
use crate::text::shown;

/// A run outside a search, what it is judged by, and how it came out.
pub(in crate::session) struct Ran {
    pub(super) report: Report,
    pub(super) verdict: Verdict,
    pub(in crate::session) judged: Judgement,
}

/// Runs outside a search, one after the other at one place; the run's control ends them.
pub(in crate::session) struct Runs<'a, A> {
    pub(super) settings: &'a Settings,
    pub(super) input: &'a Input<A>,
    runner: &'a CommandRunner,
    control: &'a Control,
    pub(super) place: CommandPlace,
    /// The sandbox of tests here, where it is another than that of the run.
    level: Option<Level>,
    /// What is written in the scripts of the test.
    pub(super) scripts: Scripts<'a>,
}

/// Runs that took place at the same time as another one, each with its place.
pub(super) struct Beside<'a, A>(Vec<(Runs<'a, A>, Report)>);

impl<A: Artifact> Beside<'_, A> {
    pub(super) const fn none() -> Self {
        Self(Vec::new())
    }

    pub(super) const fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// How they are judged, if there are any and all of them fail.
    pub(super) fn failing(&self, verdict: &Verdict) -> Option<Vec<Judgement>> {
        let judged: Vec<_> = self.0.iter().map(|(runs, report)| runs.judge(report, verdict)).collect();
        let all_fail = judged.iter().all(|run| run.outcome == Outcome::Fail);
        (all_fail && !self.is_none()).then_some(judged)
    }
}

impl<'a, A: Artifact> Runs<'a, A> {
    /// Opens the place.
    pub(in crate::session) fn open(
        settings: &'a Settings,
        input: &'a Input<A>,
        runner: &'a CommandRunner,
        control: &'a Control,
    ) -> Result<Self, RunError> {
        Self::at(settings, input, runner, control, settings.jobs, None)
    }

    /// Opens the place of this slot.
    fn at(
        settings: &'a Settings,
        input: &'a Input<A>,
        runner: &'a CommandRunner,
        control: &'a Control,
        slot: usize,
        level: Option<Level>,
    ) -> Result<Self, RunError> {
        let sandbox = level.map(|level| settings.test.sandbox.at(level));
        let place = runner.open_within(slot, sandbox).map_err(|error| {
            let program = shown(Path::new(&settings.test.program));
            RunError::new(Exit::CouldNotRun, format!("the test cannot be run: {program}: {error}"))
        })?;
        control.register(runner.stopper(&place));
        Ok(Self { settings, input, runner, control, place, level, scripts: Scripts::of(&settings.test) })
    }

    /// Runs the command on the candidate that `config` makes of the whole input, and judges it.
    pub(in crate::session) fn on(&mut self, config: &Config) -> Result<Ran, RunError> {
        let report = self.report(config)?;
        let (verdict, outcome, reason) = self.verdict(&report);
        let judged = self.built(&report, (outcome, reason));
        Ok(Ran { report, verdict, judged })
    }

    /// As [`Runs::on`], judged by a verdict that is known already.
    pub(super) fn judged(&mut self, config: &Config, verdict: &Verdict) -> Result<Judgement, RunError> {
        let report = self.report(config)?;
        Ok(self.judge(&report, verdict))
    }

    /// How a run is judged by this verdict.
    fn judge(&self, report: &Report, verdict: &Verdict) -> Judgement {
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        self.built(report, verdict.judge(&observed(report, &stdout, &stderr), &self.candidate()))
    }

    /// Runs the command again, and at the same time at a place for each further job: gives the run here, and the others each with
    /// its place.
    pub(super) fn at_once(&mut self, config: &Config) -> Result<(Report, Beside<'a, A>), RunError> {
        let mut others = if checks_at_once(self.settings) { self.others()? } else { Vec::new() };
        let mut reports = self.report_at_once(&mut others, config)?.into_iter();
        let own = reports.next().expect("the run here is the first");
        Ok((own, Beside(others.into_iter().zip(reports).collect())))
    }

    /// A place for each further job.
    pub(super) fn others(&self) -> Result<Vec<Self>, RunError> {
        let Self { settings, input, runner, control, level, .. } = self;
        let places = settings.jobs + 1..2 * settings.jobs;
        let opened = places.map(|slot| {
            let mut other = Self::at(settings, input, runner, control, slot, *level)?;
            runner.feed_at(&mut other.place, self.place.feed().clone());
            Ok(other)
        });
        opened.collect()
    }

    /// As [`Runs::judged`], here and at the places of `others`, all at once; the run here is the first.
    pub(super) fn judged_at_once(
        &mut self,
        others: &mut [Self],
        config: &Config,
        verdict: &Verdict,
    ) -> Result<Vec<Judgement>, RunError> {
        let reports = self.report_at_once(others, config)?;
        let places = std::iter::once(&*self).chain(&*others);
        Ok(places.zip(&reports).map(|(runs, report)| runs.judge(report, verdict)).collect())
    }

    /// Gives each run twice the time from now on.
    pub(super) fn double_limit(&self) {
        self.runner.limit().double();
    }

    /// Runs the command here and at the places of `others`, all at once; the run here is the first.
    fn report_at_once(&mut self, others: &mut [Self], config: &Config) -> Result<Vec<Report>, RunError> {
        thread::scope(|scope| {
            let begun: Vec<_> = others.iter_mut().map(|other| scope.spawn(|| other.report(config))).collect();
            let own = self.report(config);
            let ended = begun.into_iter().map(|other| other.join().expect("a run does not panic"));
            std::iter::once(own).chain(ended.collect::<Vec<_>>()).collect()
        })
    }

    /// How another run on the input that `first` is about comes out. If it shows the same failure, what it shows otherwise
    /// than the first run is taken out of `verdict`, as it is no part of the failure.
    pub(super) fn common(&self, first: &Report, again: &Report, verdict: &mut Signature) -> Judgement {
        let candidate = self.candidate();
        let outputs = [first, again].map(|report| (report.stdout.bytes(), report.stderr.bytes()));
        let [(out, err), (out_again, err_again)] = &outputs;
        let (first, now) = (observed(first, out, err), observed(again, out_again, err_again));
        if self.place.unbuilt().is_none()
            && let Some(signature) = Signature::of_both((&first, &candidate), (&now, &candidate))
        {
            *verdict = signature;
        }
        self.built(again, verdict.judge(&now, &candidate))
    }

    /// As [`Runs::on`], and from now on without the candidate's path behind the arguments.
    pub(super) fn without_argument(&mut self, config: &Config) -> Result<Ran, RunError> {
        self.runner.feed_at(&mut self.place, Feed::Every { as_argument: false });
        self.on(config)
    }

    /// Goes on in the sandbox of this level.
    pub(super) fn enter(&mut self, level: Level) -> Result<(), RunError> {
        self.confine(self.settings.test.sandbox.at(level))?;
        self.level = Some(level);
        Ok(())
    }

    /// Runs the command once without a sandbox, to see what one would refuse.
    pub(super) fn looked_on(&mut self, config: &Config) -> Result<Vec<Refused>, RunError> {
        self.confine(Confinement::looking_on())?;
        if self.place.reached().sees { Ok(self.report(config)?.refused) } else { Ok(Vec::new()) }
    }

    fn confine(&mut self, sandbox: Sandbox) -> Result<(), RunError> {
        let entered = self.runner.confine_at(&mut self.place, sandbox);
        entered.map_err(|error| disk::explain(&error, self.place.work()))?;
        self.control.register(self.runner.stopper(&self.place));
        Ok(())
    }

    /// Takes it as usual that tests are refused what this one was; says so.
    pub(super) fn expect_refusals(&self, report: &Report, reader: &mut dyn Observer) -> Result<(), RunError> {
        if report.refused.is_empty() {
            return Ok(());
        }
        self.runner.refusals().are_usual();
        warn(reader, &refused::told(&report.refused))
    }

    /// With the candidate's path behind the arguments again.
    pub(super) fn with_argument(&mut self) {
        self.runner.feed_at(&mut self.place, Feed::Every { as_argument: true });
    }

    /// Whether a run said which failure it met, in a line of a known kind.
    pub(super) fn says_what_failed(&self, report: &Report) -> bool {
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        Signature::derive(&observed(report, &stdout, &stderr), &self.candidate()).is_known()
    }

    /// Where they take place.
    pub(in crate::session) const fn place(&self) -> &CommandPlace {
        &self.place
    }

    /// Runs the command on what `config` makes, without judging.
    pub(in crate::session) fn report(&mut self, config: &Config) -> Result<Report, RunError> {
        if let Some(halt) = self.control.halted() {
            return Err(halted(halt));
        }
        let space = self.input.artifact.whole();
        let candidate = space.candidate(Cow::Borrowed(config));
        let ran = candidate.and_then(|candidate| self.runner.run(&mut self.place, &candidate, 1));
        let report = ran.map_err(|error| disk::explain(&error, self.place.work()))?;
        match &report.end {
            End::NotStarted(kind, why) => Err(not_started(&self.settings.test.program, *kind, why)),
            End::Stopped => Err(halted(self.control.halted().unwrap_or(Halt::Interrupted))),
            _ => Ok(report),
        }
    }

    /// How a run is judged where its candidate could be built; it is unresolved where it could not. What took too long says so.
    pub(super) fn built(&self, report: &Report, judged: (Outcome, Option<Reason>)) -> Judgement {
        let unbuilt = self.place.unbuilt().map(|reason| (Outcome::Unresolved, Some(reason)));
        let (outcome, mut reason) = unbuilt.unwrap_or(judged);
        if report.end == End::TimedOut {
            reason = Some(Reason::timeout(self.runner.limit().get()));
        }
        Judgement { outcome, reason, duration: report.duration }
    }

    /// What signatures look at of the candidate that lies at the place.
    pub(super) fn candidate(&self) -> Candidate<'_> {
        Candidate::new(self.place.file(), self.input.artifact.quoted()).tree(self.place.holds_tree())
    }

    /// What candidates are judged by if this is the first run, and how it comes out itself.
    fn verdict(&self, report: &Report) -> (Verdict, Outcome, Option<Reason>) {
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let (observed, candidate) = (observed(report, &stdout, &stderr), self.candidate());
        let Some(mut verdict) = self.settings.test.judged.clone() else {
            let signature = Signature::derive(&observed, &candidate);
            let outcome = if signature.is_failure() { Outcome::Fail } else { Outcome::Pass };
            return (Verdict::Signature(signature), outcome, None);
        };
        let (outcome, reason) = verdict.judge(&observed, &candidate);
        if let Verdict::Conditions(conditions) = verdict {
            verdict = Verdict::Conditions(conditions.ending(observed.end));
        }
        (verdict, outcome, reason)
    }
}

/// The error of a run that was ended from outside before the search.
pub(in crate::session) fn halted(halt: Halt) -> RunError {
    match halt {
        Halt::TimeUp => {
            RunError::new(Exit::BudgetSpent, "the time budget was spent before the checks were done")
                .hint("give more time with --budget; the checks run the test at least three times")
        }
        _ => RunError::new(Exit::Interrupted, "interrupted before the checks were done"),
    }
}
