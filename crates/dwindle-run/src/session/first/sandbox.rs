//! The strictest sandbox under which the input still fails in the same way: found out by running it there.
//!
//! The first run is without a sandbox and says what the failure is. The second one is under the strictest, and counts
//! as any other run if it shows the same; so nothing is lost where a sandbox does no harm. A test that the sandbox hinders
//! may fail all the same, and then its other effects are lost: what a program says that was not allowed something counts
//! as another failure.

use dwindle::event::Observer;
use dwindle::{Config, Judgement, Outcome};
use dwindle_exec::command::observed;
use dwindle_exec::process::{End, Level, Refused, Report};
use dwindle_exec::{Signature, Verdict};

use super::chances::within;
use super::runs::{Beside, Ran, Runs};
use super::shared;
use crate::error::RunError;
use crate::session::artifact::Artifact;
use crate::session::hindrance::Hindrance;
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

impl<'a, A: Artifact> Runs<'a, A> {
    /// Goes on in the strictest sandbox under which `failing` fails as in `first`.
    pub(super) fn strictest(
        &mut self,
        failing: &Config,
        first: &Ran,
        reader: &mut dyn Observer,
    ) -> Result<Chosen<'a, A>, RunError> {
        let is_asked = self.settings.test.sandbox.asked == Asked::Auto;
        let (mut why, mut looked_on, mut unseen) = (None, None, None);
        for level in Level::ALL.into_iter().filter(|level| *level != Level::Off) {
            self.enter(level)?;
            // Where nobody asked for a sandbox, none may lose anything in silence.
            if !is_asked && !self.place.reached().sees {
                unseen = Hindrance::gaps(self.place.reached());
                break;
            }
            let (mut passed, mut is_alone) = (Vec::new(), false);
            let hinders = loop {
                let (report, beside) =
                    if is_alone { (self.report(failing)?, Beside::none()) } else { self.at_once(failing)? };
                let Some(hindrance) = self.hindrance(first, &report) else {
                    say(reader, level, why.as_ref(), Hindrance::gaps(self.place.reached()))?;
                    return Ok(Chosen { level, run: Some((report, beside)), passed, looked_on });
                };
                let is_clear = !matches!(hindrance, Hindrance::Otherwise(_));
                // The others may have been in its way, which says nothing of it.
                if beside.is_none() {
                    passed.push(Judgement::new(Outcome::Pass).lasting(report.duration));
                }
                is_alone = true;
                if is_clear || passed.len() >= self.chances(&first.report) {
                    break hindrance;
                }
            };
            // What takes its time is not tried twice, nor what is changed where neither level lets it.
            let takes_its_time = first.report.end == End::TimedOut;
            let is_refused = matches!(hinders, Hindrance::Refused(_));
            let told = why.get_or_insert(hinders);
            if let Hindrance::Refused(seen) = told
                && !takes_its_time
                && shared::is_worth_a_look(self.settings, Level::Off)
            {
                // It may have ended there: what else it changes is seen where it is let.
                let elsewhere = self.looked_on(failing)?;
                seen.extend(elsewhere.iter().cloned());
                looked_on = Some(elsewhere);
            }
            if takes_its_time || is_refused {
                break;
            }
        }
        self.enter(Level::Off)?;
        say(
            reader,
            Level::Off,
            why.as_ref(),
            unseen.map(|gaps| format!("tests run with --sandbox off: {gaps}")),
        )?;
        Ok(Chosen { level: Level::Off, run: None, passed: Vec::new(), looked_on })
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
    let Some(text) = Hindrance::gaps(runs.place().reached()) else { return Ok(()) };
    warn(reader, &text)
}

/// Says which sandbox tests have, where that is not the strictest, and what it does not do.
fn say(
    reader: &mut dyn Observer,
    level: Level,
    why: Option<&Hindrance>,
    gaps: Option<String>,
) -> Result<(), RunError> {
    let less = why.filter(|_| level != Level::Full).map(|why| Hindrance::told(&why.to_string(), level));
    for text in less.into_iter().chain(gaps) {
        warn(reader, &text)?;
    }
    Ok(())
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
