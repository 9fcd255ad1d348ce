//! The strictest sandbox under which the input still fails in the same way: found out by running it there.
//!
//! The first run is without a sandbox and says what the failure is. The second one is under the strictest, and counts
//! as any other run if it shows the same; so nothing is lost where a sandbox does no harm. A test that the sandbox hinders
//! may fail all the same, and then its other effects are lost: what a program says that was not allowed something counts
//! as another failure.

use dwindle::event::Observer;
use dwindle::{Config, Judgement, Outcome};
use dwindle_exec::command::observed;
use dwindle_exec::process::{End, Level, Reached, Refused, Report};
use dwindle_exec::{Signature, Verdict};

use super::chances::within;
use super::runs::{Beside, Ran, Runs};
use super::shared;
use crate::error::RunError;
use crate::session::artifact::Artifact;
use crate::session::hindrance::Hindrance;
use crate::session::trial::{Trial, gaps};
use crate::session::warning::warn;
use crate::settings::{Asked, Confinement, Repetition, Settings};

/// So often a test is run in each that is known to fail only now and then.
const CHANCES: usize = 20;

/// The sandbox that was chosen, and what was seen under it.
pub(super) struct Chosen<'a, A> {
    pub(super) level: Level,
    /// A run under it that fails in the same way, with those at the same time, if one was needed.
    pub(super) run: Option<(Report, Beside<'a, A>)>,
    /// Those before it that did not fail, although nothing hindered them.
    pub(super) passed: Vec<Judgement>,
    /// What one changed elsewhere that nothing hindered, where that was looked at.
    pub(super) looked_on: Option<Vec<Refused>>,
}

/// Looks for the sandbox in which `failing` fails as in `first`.
struct Confining<'r, 'a, A> {
    runs: &'r mut Runs<'a, A>,
    failing: &'r Config,
    first: &'r Ran,
    chosen: Chosen<'a, A>,
}

impl<A: Artifact> Trial for Confining<'_, '_, A> {
    fn enter(&mut self, level: Level) -> Result<Reached, RunError> {
        self.runs.enter(level)?;
        (self.chosen.level, self.chosen.passed) = (level, Vec::new());
        Ok(self.runs.place.reached().clone())
    }

    fn hindrance(&mut self) -> Result<Option<Hindrance>, RunError> {
        let Self { runs, failing, first, chosen } = self;
        let mut is_alone = false;
        let mut hinders = loop {
            let (report, beside) =
                if is_alone { (runs.report(failing)?, Beside::none()) } else { runs.at_once(failing)? };
            let Some(hindrance) = runs.hindrance(first, &report) else {
                chosen.run = Some((report, beside));
                return Ok(None);
            };
            let is_clear = !matches!(hindrance, Hindrance::Otherwise(_));
            // The others may have been in its way, which says nothing of it.
            if beside.is_none() {
                chosen.passed.push(Judgement::new(Outcome::Pass).lasting(report.duration));
            }
            is_alone = true;
            if is_clear || chosen.passed.len() >= runs.chances(&first.report) {
                break hindrance;
            }
        };
        if let Hindrance::Refused(seen) = &mut hinders
            && first.report.end != End::TimedOut
            && shared::is_worth_a_look(runs.settings, Level::Off)
        {
            // It may have ended there: what else it changes is seen where it is let.
            let elsewhere = runs.looked_on(failing)?;
            seen.extend(elsewhere.iter().cloned());
            chosen.looked_on = Some(elsewhere);
        }
        Ok(Some(hinders))
    }

    fn takes_its_time(&self) -> bool {
        self.first.report.end == End::TimedOut
    }
}

impl<'a, A: Artifact> Runs<'a, A> {
    /// Goes on in the strictest sandbox under which `failing` fails as in `first`.
    pub(super) fn strictest(
        &mut self,
        failing: &Config,
        first: &Ran,
        reader: &mut dyn Observer,
    ) -> Result<Chosen<'a, A>, RunError> {
        let asked = self.settings.test.sandbox.asked;
        let chosen = Chosen { level: Level::Off, run: None, passed: Vec::new(), looked_on: None };
        let mut confining = Confining { runs: self, failing, first, chosen };
        let (level, told) = confining.strictest(asked)?;
        if level == Level::Off {
            confining.enter(level)?;
        }
        told.iter().try_for_each(|text| warn(reader, text))?;
        Ok(confining.chosen)
    }

    /// How often a test is run in a sandbox that does not fail there, although nothing says that it was hindered: it may fail only
    /// now and then.
    fn chances(&self, first: &Report) -> usize {
        match self.settings.repeat {
            Some(Repetition::Quorum { runs, .. }) => usize::try_from(runs).unwrap_or(usize::MAX),
            Some(Repetition::Automatic) => CHANCES,
            None if first.end == End::TimedOut => 1,
            None => within(first.duration),
        }
    }

    /// What a run shows that `first` did not, if that is not the same failure.
    fn hindrance(&self, first: &Ran, report: &Report) -> Option<Hindrance> {
        let hindrance = Hindrance::of(report, Some(&first.report));
        if hindrance.is_some() {
            return hindrance;
        }
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let (out, err) = (first.report.stdout.bytes(), first.report.stderr.bytes());
        let (now, then) = (observed(report, &stdout, &stderr), observed(&first.report, &out, &err));
        let candidate = self.candidate();
        let is_same = report.end == first.report.end
            && match &first.verdict {
                Verdict::Signature(_) if report.end == End::TimedOut => true,
                Verdict::Signature(_) => {
                    Signature::of_both((&then, &candidate), (&now, &candidate)).is_some()
                }
                verdict => verdict.judge(&now, &candidate).0 == Outcome::Fail,
            };
        (!is_same).then(|| Hindrance::Otherwise(report.end.clone()))
    }
}

/// Says what the sandbox does not do that was asked for.
pub(super) fn say_gaps<A: Artifact>(runs: &Runs<'_, A>, reader: &mut dyn Observer) -> Result<(), RunError> {
    // It was said where the level was found out.
    if runs.settings.test.sandbox.asked == Asked::Nothing {
        return Ok(());
    }
    let Some(text) = gaps(runs.place().reached()) else { return Ok(()) };
    warn(reader, &text)
}

/// What to type where the sandbox may be what hinders the test.
pub(super) fn in_the_way(settings: &Settings) -> Option<String> {
    let Confinement { level, .. } = settings.test.sandbox;
    // One that earlier runs found out is no longer what it was.
    let other = if settings.test.sandbox.is_found() { Level::Off.name() } else { "auto" };
    let again = settings.clone().untyped(&["--sandbox"], &[]).retyped(["--sandbox", other]);
    (level != Level::Off && !settings.test.has_open_sandbox()).then(|| {
        format!(
            "if the sandbox ({}) is in the way, allow what the test needs with --allow-write PATH or --allow-net, or: {again}",
            level.name()
        )
    })
}
