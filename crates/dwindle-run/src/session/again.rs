//! The end of a search: its result is run again, and where some of these runs pass although the test seemed reliable, the search
//! goes on with as many runs of each candidate as it takes.
//!
//! One that fails only beside other tests, since these are in each other's way, is found again with one test at a time.
//!
//! It goes on from the result where that fails about as often as anything did so far; otherwise the search took by mistake what hardly
//! fails, and begins anew with the input.

use std::time::Duration;

use dwindle::event::Observer;
use dwindle::{Config, Engine, Goal, Judgement, Outcome, Reason};

use super::Session;
use super::artifact::{Artifact, Made};
use super::earlier::{Earlier, may_start};
use super::resume::{self, Past};
use super::round::CameTo;
use super::run::Checked;
use super::store::RunStore;
use super::unsteady::{Measured, may_be_measured};
use super::warning::warn;
use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::{Objective, Output};

/// How often the result is run in the end, so that it can be said how often it fails; of a test that seemed reliable one time for so many
/// questions, and no more often, since a failure that shows in nine of ten runs mostly passes the checks; after so many questions so
/// often at least, so that a search of few of them is seen through, too.
const RUNS_OF_RESULT: u32 = 20;
const ONE_IN: u64 = 8;
const AT_LEAST: (u32, u64) = (4, 8);

/// Among so many of the last candidates that passed are those that the result is minimal by.
const LAST_PASSED: usize = 100;

/// So often a result is run alone that does not fail, before that says that it fails only beside other tests.
const ALONE: usize = 4;

/// So often nothing of the input has to fail before that says something of the test: by chance it may once.
const TIMES_OF_NOTHING: usize = 8;

/// Whether a result did not fail in any run `alone`, of as many as there are.
fn is_never(alone: &[Judgement]) -> bool {
    alone.len() >= ALONE && alone.iter().all(|run| run.outcome != Outcome::Fail)
}

/// A search that is to go on.
pub(super) struct Again<A> {
    /// How often the result failed before.
    found: Measured,
    /// How often that fails from which it goes on.
    measured: Measured,
    /// That, unless it is the input.
    start: Option<A>,
}

impl<A> Again<A> {
    /// Whether other tests may have made the result fail in the search: it never failed since, and what it begins anew with always does.
    pub(super) const fn is_beside_others(&self) -> bool {
        self.found.never_fails() && self.measured.is_always() && self.start.is_none()
    }
}

impl<A: Artifact> Session<A> {
    /// How many of the last candidates that passed are to be kept for the end of a search, where an earlier one `is_proved`.
    pub(super) fn kept_for_the_end(&self, is_proved: bool) -> usize {
        if self.measured.is_none() && self.runs_of_result(u64::MAX, is_proved) > 0 { LAST_PASSED } else { 0 }
    }

    /// How often the result is run in the end, after so many questions.
    ///
    /// Whoever says how often a candidate is run, or which algorithm asks, is taken at his word; what was seen once, and shown to be
    /// minimal, is not looked at again.
    fn runs_of_result(&self, questions: u64, is_proved: bool) -> u32 {
        let (settings, (least, after)) = (&self.settings, AT_LEAST);
        let is_usual = settings.repeat.is_none() && settings.algorithm.is_none();
        let may_be = || settings.goal == Goal::SmallestFailing && may_be_measured(settings, &self.input);
        match self.measured {
            Some(measured) => measured.runs_to_see().max(RUNS_OF_RESULT),
            None if is_usual && !is_proved && questions >= after && may_be() => {
                u32::try_from(questions / ONE_IN)
                    .map_or(RUNS_OF_RESULT, |runs| runs.clamp(least, RUNS_OF_RESULT))
            }
            None => 0,
        }
    }

    /// How the result came out alone, until it failed: other tests at the same time may have made it fail.
    pub(super) fn run_alone(&self, came_to: &CameTo, is_proved: bool) -> Vec<Judgement> {
        let may_be_beside = self.settings.jobs > 1 && self.settings.output != Output::Nowhere;
        let is_beside = may_be_beside && !came_to.is_alone;
        // However few questions there were: what others do has nothing to do with them.
        let is_seen = is_beside && self.runs_of_result(came_to.questions.max(AT_LEAST.1), is_proved) > 0;
        let most = if is_seen { ALONE } else { 0 };
        let mut judged = Vec::new();
        while judged.len() < most && judged.last().is_none_or(|run: &Judgement| run.outcome != Outcome::Fail)
        {
            let Some(run) = self.run_once(std::slice::from_ref(&came_to.result), true) else { break };
            judged.extend(run);
        }
        judged
    }

    /// Whether the result, which came out so `alone`, fails beside copies of itself all the same.
    pub(super) fn fails_only_beside_others(&self, came_to: &CameTo, alone: &[Judgement]) -> bool {
        if !is_never(alone) || !may_start(&self.settings) {
            return false;
        }
        let copies = vec![came_to.result.clone(); ALONE * self.settings.jobs];
        let judged = self.run_once(&copies, false).unwrap_or_default();
        2 * judged.iter().filter(|run| run.outcome == Outcome::Fail).count() > copies.len()
    }

    /// Begins anew with the input, and with one test at a time.
    pub(super) fn begin_alone(
        &mut self,
        found: Checked,
        store: Option<&mut RunStore>,
        reader: &mut dyn Observer,
    ) -> Result<Past<A>, RunError> {
        let text = "the search begins anew, one test at a time: alone its result does not fail, so tests may be in each other's way by a fixed path or port";
        warn(reader, text)?;
        if let Some(store) = store {
            store.floor = None;
        }
        self.checked = Some(Checked { alone: true, ..found });
        // What was laid out is no end any more.
        self.control.end_overtime();
        Ok(Past::default())
    }

    /// How often the result fails, where that is worth a word: the test is known to be unreliable, or comes out to be, since the result
    /// passes, or one of the last candidates that passed fails. Where an earlier search `is_proved`, only what is known is said.
    /// It was run `alone` before.
    pub(super) fn reliability(
        &self,
        came_to: &CameTo,
        is_proved: bool,
        alone: &[Judgement],
    ) -> Option<Measured> {
        // What failed when it was found and not once since is looked at, however few questions there were.
        let least = if is_never(alone) { AT_LEAST.1 } else { 0 };
        let runs = self.runs_of_result(came_to.questions.max(least), is_proved);
        let runs = Some(runs).filter(|runs| *runs > 0)?;
        let beside = (runs as usize).saturating_sub(alone.len()).max(1);
        let is_known = self.measured.is_some();
        // Each unit of a minimal result has one that passed without it, and what is said rests on these.
        let units = came_to.result.1.len().max(1);
        let passed = came_to.passed.iter().take(units).cycle().take(if is_known { 0 } else { runs as usize });
        let candidates: Vec<_> =
            std::iter::repeat_n(&came_to.result, beside).chain(passed).cloned().collect();
        let judged = self.run_once(&candidates, came_to.is_alone)?;
        let (of_result, of_passed) = judged.split_at(beside);
        let runs = [alone, of_result].concat();
        // What ends with another exit code each time does not fail; other reasons may lie in the machine, or in another failure.
        let has_ended = |run: &Judgement| matches!(run.reason, Some(Reason::ExitCode { .. }));
        let never_clear = || runs.iter().all(has_ended).then(|| Measured::of(&runs));
        let found = Measured::of_clear(&runs).or_else(never_clear)?;
        let one_fails = of_passed.iter().any(|run| run.outcome == Outcome::Fail);
        (is_known || !found.is_always() || one_fails).then_some(found)
    }

    /// Whether nothing of the input fails now, which did not at first: then the test may have taken everything for the failure. It is asked where
    /// the test `is_in_doubt`, or no candidate that did not fail says that the result is minimal.
    pub(super) fn fails_with_nothing(
        &self,
        came_to: &CameTo,
        (found, is_proved): (Checked, bool),
        is_in_doubt: bool,
    ) -> bool {
        let has_result = self.settings.output != Output::Nowhere && came_to.questions > 0;
        let did_not = has_result && found.of_nothing.is_some_and(|outcome| outcome != Outcome::Fail);
        let is_bare = || came_to.passed.is_empty() && self.kept_for_the_end(is_proved) > 0;
        let is_asked = did_not && (is_in_doubt || is_bare());
        let nothing = [(self.input.artifact.whole(), Config::empty())];
        let fails = || self.run_once(&nothing, true).is_some_and(|run| run[0].outcome == Outcome::Fail);
        is_asked && (0..TIMES_OF_NOTHING).all(|_| fails())
    }

    /// The error where it does.
    pub(super) fn failing_with_nothing(&self) -> RunError {
        RunError::new(
            Exit::Unreliable,
            "the test fails with nothing of the input now, and did not at first: meanwhile it may have taken everything for the failure",
        )
        .hint(format!("mend what it depends on, and start over: {}", self.settings.retyped(["--fresh"])))
    }

    /// How the result comes out now where the failure is gone: it failed in no run, or not while the search went on, which so ended.
    pub(super) fn gone(
        &self,
        came_to: &CameTo,
        reliability: Option<Measured>,
        has_ended: bool,
    ) -> Option<Judgement> {
        let is_gone = has_ended || reliability.is_some_and(Measured::never_fails);
        let now = is_gone.then(|| self.run_once(std::slice::from_ref(&came_to.result), true)).flatten()?;
        now.into_iter().next()
    }

    /// What the search goes on with whose result failed as often as `found` says.
    pub(super) fn again(&self, came_to: &CameTo, found: Measured) -> Option<Again<A>> {
        if self.measured.is_some() || !may_start(&self.settings) {
            return None;
        }
        let (result, is_alone) = (&came_to.result, came_to.is_alone);
        let may_go_on = self.settings.objective == Objective::Bytes && self.settings.deps.is_none();
        let of_result = self.measure_well(result, found, is_alone).filter(|measured| measured.is_often());
        if let Some(measured) = of_result.filter(|_| may_go_on) {
            let (mut bytes, (space, config)) = (Vec::new(), result);
            space.write(config, &mut bytes).ok()?;
            if let Some(start) = self.input.artifact.started_from(bytes) {
                return Some(Again { found, measured: measured.of_result(), start: Some(start) });
            }
        }
        let whole = self.input.artifact.whole();
        let full = whole.full();
        let measured = self.measure_well(&(whole, full), Measured::default(), is_alone)?;
        Some(Again { found, measured, start: None })
    }

    /// Begins what `again` says: each candidate is run as often as it takes from now on, and what one run each said counts no more.
    pub(super) fn begin_again(
        &mut self,
        again: Again<A>,
        store: Option<&mut RunStore>,
        reader: &mut dyn Observer,
    ) -> Result<Past<A>, RunError> {
        let Again { found, measured, start } = again;
        let mut tell = |text: String| warn(reader, &text);
        if found.is_always() {
            tell(
                "the test is unreliable: of the last candidates that did not fail, one fails now".to_owned(),
            )?;
        }
        if start.is_none() && !found.is_always() {
            let so =
                if self.checked.is_some_and(|checked| checked.alone) { ", one test at a time" } else { "" };
            tell(format!("the search begins anew{so}: its result failed in {found}"))?;
        }
        if let Some(store) = store {
            // What is larger is the result then.
            store.floor = start.as_ref().map(A::size);
            if let Some(start) = &start {
                let (whole, mut origin) = (start.whole(), store.dir.origin()?);
                let written = origin.write(Duration::ZERO, |out| whole.write(&whole.full(), out));
                let excused = written.or_else(|error| store.backlog.excuse(error));
                excused.map_err(|error| RunError::internal(error.to_string()))?;
            }
            resume::keep_measured(&store.dir, measured)?;
        }
        self.repeat(measured, reader)?;
        // What was laid out is no end any more.
        self.control.end_overtime();
        Ok(Past { earlier: Earlier::from(start), ..Past::default() })
    }

    /// Goes on with `found` until it says well enough how often `candidate` fails; `None` where that is too seldom.
    fn measure_well(&self, candidate: &Made, found: Measured, is_alone: bool) -> Option<Measured> {
        let (mut measured, copies) = (found, vec![candidate.clone(); RUNS_OF_RESULT as usize]);
        while measured.is_open(&self.settings) {
            measured = measured.and(Measured::of_clear(&self.run_once(&copies, is_alone)?)?);
        }
        measured.rule().map(|_| measured)
    }

    /// Runs each of these once, whatever is known of them; `None` where that was ended.
    fn run_once(&self, candidates: &[Made], is_alone: bool) -> Option<Vec<Judgement>> {
        let jobs = if is_alone { 1 } else { self.settings.jobs };
        let engine = Engine::new().jobs(jobs).control(self.control.clone());
        let judged = engine.run(self.test.once(), |search| search.probe_all(candidates)).ok()?;
        self.ran_again.update(|ran| ran + judged.len() as u64);
        Some(judged)
    }
}
