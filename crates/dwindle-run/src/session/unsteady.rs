//! Tests that fail on the same input now and then: how often they do is measured, and from then on each candidate is run until it
//! is clear whether it fails about as often.

use std::fmt;

use dwindle::event::Observer;
use dwindle::test::{Bar, Rates, Rule};
use dwindle::{Judgement, Outcome};
use dwindle_store::journal::Reliability;
use serde::{Deserialize, Serialize};

use super::artifact::Artifact;
use super::input::Input;
use super::warning::warn;
use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::{Objective, Repetition, Settings};

/// So many runs measure an input that is known to fail now and then.
const MOST_RUNS: u32 = 400;
/// So many measure one of which nobody said so, as long as it fails in this many of the first ones: more have to be asked for.
const MOST_UNASKED: u32 = 60;
const AMONG_FIRST: (u32, u32) = (3, 20);
/// So many runs alone, at least and at most, have to fail before an input is said to fail more often than beside others, and by chance they
/// do so no more often than this.
const FEWEST_ALONE: u32 = 5;
const MOST_ALONE: u32 = 20;
const BY_CHANCE: f64 = 1e-3;
/// In so many of so many runs fails what may have passed the checks.
const OFTEN: (u32, u32) = (2, 3);

/// In how many of so many runs the input failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measured {
    fails: u32,
    runs: u32,
    /// Whether it was the result of a search that failed so often, and not the input.
    #[serde(default)]
    is_of_result: bool,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} runs", self.fails, self.runs)
    }
}

impl Measured {
    /// What these runs say.
    pub(super) fn of(judged: &[Judgement]) -> Self {
        let mut measured = Self::default();
        for run in judged {
            measured.add(run);
        }
        measured
    }

    /// What those of these runs say that came out one way or the other, if there are any.
    pub(super) fn of_clear(judged: &[Judgement]) -> Option<Self> {
        let mut measured = Self::default();
        judged.iter().filter(|run| run.outcome != Outcome::Unresolved).for_each(|run| measured.add(run));
        (measured.runs > 0).then_some(measured)
    }

    /// Counts one run more.
    pub(super) fn add(&mut self, run: &Judgement) {
        self.runs += 1;
        self.fails += u32::from(run.outcome == Outcome::Fail);
    }

    /// These runs and others.
    pub(super) const fn and(self, other: Self) -> Self {
        Self { fails: self.fails + other.fails, runs: self.runs + other.runs, ..self }
    }

    /// These as runs of the result of a search.
    pub(super) const fn of_result(self) -> Self {
        Self { is_of_result: true, ..self }
    }

    /// Whether no run failed.
    pub(super) const fn never_fails(self) -> bool {
        self.fails == 0
    }

    /// Whether no run came out otherwise.
    pub(super) const fn is_always(self) -> bool {
        self.fails == self.runs
    }

    /// Whether a test that fails so often may have passed the checks, in which it failed each time.
    pub(super) fn is_often(self) -> bool {
        let (fails, of) = OFTEN;
        self.fails * of >= self.runs * fails
    }

    /// In so many runs of what fails as often one fails at least, but for one time in a thousand.
    pub(super) const fn runs_to_see(self) -> u32 {
        let fails = if self.fails == 0 { 1 } else { self.fails };
        // Of 7 / p runs with the rate p all pass in e^-7 of the cases.
        (7 * self.runs).div_ceil(fails)
    }

    /// So many runs of another kind have to fail, and none to pass, before it is sure that these fail more often; `None` where it takes too many.
    pub(super) fn runs_to_doubt(self) -> Option<u32> {
        let all_fail = |runs: u32| (f64::from(self.fails) / f64::from(self.runs)).powf(f64::from(runs));
        (FEWEST_ALONE..=MOST_ALONE).find(|&runs| all_fail(runs) <= BY_CHANCE)
    }

    /// What these are runs of.
    const fn subject(self) -> &'static str {
        if self.is_of_result { "the result" } else { "the input" }
    }

    /// As it is told and recorded.
    pub(super) const fn reliability(self) -> Reliability {
        Reliability { fails: self.fails, runs: self.runs }
    }

    /// Whether more runs would say it better, and are worth it.
    pub(super) fn is_open(self, settings: &Settings) -> bool {
        let is_worth_it = if settings.repeat.is_some() {
            self.runs < MOST_RUNS
        } else {
            let (fails, first) = AMONG_FIRST;
            self.runs < MOST_UNASKED && (self.runs < first || self.fails >= fails)
        };
        self.fails < Rates::FAILURES && is_worth_it
    }

    /// When the runs of a candidate are enough; `None` where the input failed too seldom.
    pub(super) fn rule(self) -> Option<Rule> {
        (self.fails >= Rates::FEWEST_FAILURES)
            .then(|| Rule::Sequential(Rates::of_input(self.fails, self.runs)))
    }

    /// What candidates have to reach, where those are preferred that fail more often.
    pub(super) fn bar(self) -> Bar {
        Bar::of_input(self.fails, self.runs)
    }

    /// The error of an input that no longer fails about as often.
    pub(super) fn changed(self) -> RunError {
        let of = self.subject();
        let text = format!("the test is unreliable: {self} on {of} failed, and then far fewer did");
        RunError::new(Exit::Unreliable, text).hint(
            "how often it fails depends on something else, such as what the machine does beside it: fix that",
        )
    }

    /// Says what was found, and what follows.
    ///
    /// # Errors
    /// When it cannot be told.
    pub(super) fn tell(self, settings: &Settings, reader: &mut dyn Observer) -> Result<(), RunError> {
        let of = self.subject();
        let what = if self.is_always() { "" } else { "the test is unreliable: " };
        let more = if settings.objective == Objective::Rate {
            ", and one that fails more often is preferred"
        } else {
            ""
        };
        let text = format!(
            "{what}{self} on {of} failed; each candidate is run until it is clear whether it fails as often{more}"
        );
        warn(reader, &text)
    }
}

/// Refuses `--repeat auto` where it cannot be measured how often the input fails.
///
/// # Errors
/// A worker has no first runs, and what is to prevent a failure is not judged by how often that shows.
pub(super) fn refuse<A: Artifact>(settings: &Settings, input: &Input<A>) -> Result<(), RunError> {
    let option = if settings.test.worker { "--worker" } else { "--prevent" };
    let (asks, hint) = if settings.objective == Objective::Rate {
        ("--maximize-rate", "let a script or a command be the test")
    } else {
        ("--repeat auto", "say how often each candidate is run, such as --repeat 2/5")
    };
    if settings.repeat != Some(Repetition::Automatic) || !(settings.test.worker || input.artifact.prevents())
    {
        return Ok(());
    }
    let text = format!("{asks}: with {option} it is not measured how often the input fails");
    Err(RunError::usage(text).hint(hint))
}

/// Whether it is measured how often such an input fails, where that is not always. Where a version has to pass, or the test is
/// not a command, a test that comes out differently is an error.
pub(super) fn may_be_measured<A: Artifact>(settings: &Settings, input: &Input<A>) -> bool {
    let is_usual = input.artifact.passing().is_none() && !input.artifact.prevents() && !settings.test.worker;
    match settings.repeat {
        Some(Repetition::Automatic) => true,
        Some(Repetition::Quorum { .. }) => false,
        None => is_usual,
    }
}

/// How many runs are made before a test is called unreliable, so that something can be said of how often it fails.
pub(super) const RUNS: usize = 5;

/// So many runs are listed.
const LISTED: usize = 10;

/// The error of a test that came out so on the same input, one run after the other.
pub(super) fn unreliable(settings: &Settings, runs: &[Judgement]) -> RunError {
    let failed = runs.iter().filter(|run| run.outcome == Outcome::Fail).count();
    let message = format!("the test is unreliable: {failed} of {} runs on the same input failed", runs.len());
    let each: Vec<&str> = runs.iter().take(LISTED).map(|run| run.outcome.name()).collect();
    let more = if runs.len() > LISTED { ", ..." } else { "" };
    let mut error =
        RunError::new(Exit::Unreliable, message).detail(format!("the runs: {}{more}", each.join(", ")));
    if let Some(reason) = runs.iter().find_map(|run| run.reason.as_ref()) {
        error = error.detail(format!("one run that did not fail: {reason}"));
    }
    let fix = "make the test repeatable: fix its seeds, addresses, ports and times";
    match settings.repeat {
        Some(Repetition::Quorum { .. }) => {
            let others = settings.clone().untyped(&["--repeat"], &[]);
            error.hint("allow more runs with --repeat K/N").hint(fix).hint(format!(
                "or run each candidate until it is clear whether it fails as often: {}",
                others.retyped(["--repeat", "auto"])
            ))
        }
        Some(Repetition::Automatic) => error.hint(fix),
        None => error.hint(fix).hint(format!(
            "or run each candidate until it is clear whether it fails as often: {}",
            settings.retyped(["--repeat", "auto"])
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_seldom_fails_is_run_more_often_in_the_end() {
        let runs = |fails, runs| Measured { fails, runs, is_of_result: false }.runs_to_see();
        assert_eq!((runs(20, 20), runs(10, 20), runs(20, 400), runs(0, 1)), (7, 14, 140, 7));
        let all_pass = (1.0f64 - 0.05).powi(140);
        assert!(all_pass < 0.001, "{all_pass}");
    }

    #[test]
    fn what_fails_in_most_runs_beside_others_is_not_compared_with_runs_alone() {
        let runs = |fails, runs| Measured { fails, runs, is_of_result: false }.runs_to_doubt();
        assert_eq!([runs(0, 60), runs(20, 100), runs(20, 40)], [Some(5), Some(5), Some(10)]);
        assert_eq!([runs(20, 28), runs(20, 29), runs(20, 20)], [None, Some(19), None]);
    }
}
