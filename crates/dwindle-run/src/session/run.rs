//! A run that is ready to begin.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use dwindle::Text;
use dwindle::event::Observer;
use dwindle::search::Objective;
use dwindle::space::text_of;
use dwindle::{Control, Engine, Judgement, Outcome};
use dwindle_exec::signature::Conditions;
use dwindle_exec::{Refusals, Shortage, Signature, TimeLimit, Verdict};

use super::artifact::Artifact;
use super::first::Together;
use super::input::Input;
use super::judge::AnyTest;
use super::resume::Past;
use super::scratch::Scratch;
use super::store::RunStore;
use super::unsteady::Measured;
use crate::error::RunError;
use crate::settings::Settings;
use crate::syntax::Syntax;

/// A run that is ready to begin.
pub struct Session<A = Text> {
    pub(super) settings: Settings,
    pub(super) control: Control,
    /// What it is about.
    pub input: Input<A>,
    pub(super) scratch: Scratch,
    pub(super) test: AnyTest,
    pub(super) limit: TimeLimit,
    pub(super) shortage: Shortage,
    /// Tells what the sandbox refused to tests.
    pub(super) refusals: Refusals,
    /// The runs before the search: the first one, and the second where there was one.
    pub(super) first: Vec<Judgement>,
    /// What they say of runs at once.
    pub(super) together: Together,
    /// The failure that is kept, where the first run fixed it.
    pub signature: Option<Signature>,
    /// What the first run wrote, standard error first.
    pub output: Vec<u8>,
    /// What was asked for and how the first run ended, where that was left to it.
    pub ending: Option<Conditions>,
    pub(super) store: Option<RunStore>,
    pub(super) past: Past<A>,
    pub(super) checked: Option<Checked>,
    /// What is made as small as possible, where that is not the size.
    pub(super) objective: Option<Arc<dyn Objective>>,
    /// How often the input fails, where that is not always.
    pub(super) measured: Option<Measured>,
    /// What the checks measured of that, for a test that is to be run more than once from now on.
    pub(super) unsteady: Cell<Option<Measured>>,
    /// Whether the checks saw the sandbox hinder the test.
    pub(super) hindered: Cell<bool>,
    /// How many tests ran after a search, to confirm what it came to.
    pub(super) ran_again: Cell<u64>,
}

impl<A: std::fmt::Debug> std::fmt::Debug for Session<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("input", &self.input).finish_non_exhaustive()
    }
}

/// What the checks found that the user has to know although the run goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// The input fails only alone, so one test runs at a time.
    pub alone: bool,
    /// The longest that one of these runs took.
    pub slowest: Duration,
    /// How nothing of it came out.
    pub of_nothing: Option<Outcome>,
}

impl Session {
    /// What the input is written in, where that is known.
    pub fn syntax(&self) -> Option<Syntax> {
        Syntax::of(&self.settings.syntax, self.input.name.as_ref(), self.input.artifact.bytes())
    }

    /// The best that an earlier run left, as long as this one did not begin.
    pub fn best(&self) -> Option<Text> {
        self.past.best.as_ref().and_then(|(space, config)| text_of(&**space, config))
    }
}

impl<A: Artifact> Session<A> {
    /// The input as it was read.
    pub const fn input(&self) -> &A {
        &self.input.artifact
    }

    /// The size of the input, in whatever its kind is measured by.
    pub fn size(&self) -> u64 {
        self.input.artifact.size()
    }

    /// What candidates are judged by, as far as the options and the first runs say.
    pub fn verdict(&self) -> Option<Verdict> {
        let signature = self.signature.clone().map(Verdict::Signature);
        let ending = || self.ending.clone().map(Verdict::Conditions);
        signature.or_else(ending).or_else(|| self.settings.test.judged.clone())
    }

    /// Opens the session of a further search, on what became of this one's result: the same signals and budget of time end it.
    pub fn next(
        &self,
        settings: &Settings,
        input: Input<A>,
        reader: &mut dyn Observer,
    ) -> Result<Self, RunError> {
        Self::open(settings, input, &self.control, reader)
    }

    /// How many tests earlier runs of the same command have left in the journal.
    pub fn remembered(&self) -> usize {
        self.past.known.len()
    }

    /// What was damaged in the journal, and cut off.
    pub fn damage(&self) -> Option<String> {
        self.past.damage.as_ref().map(ToString::to_string)
    }

    /// Runs each candidate from now on until it is clear whether it fails about as often as was `measured`.
    pub(super) fn repeat(&mut self, measured: Measured, reader: &mut dyn Observer) -> Result<(), RunError> {
        if let Some(rule) = measured.rule() {
            measured.tell(&self.settings, reader)?;
            self.test.repeat(rule);
            self.measured = Some(measured);
        }
        Ok(())
    }

    /// What searches: `spent` questions of the budget are answered.
    pub(super) fn engine(&self, spent: u64) -> Engine {
        Engine::new()
            .jobs(self.settings.jobs)
            .control(self.control.clone())
            .budget(self.settings.budget.tests.map(|most| most.saturating_sub(spent)))
            .target(self.settings.budget.size.map(|target| target.of(self.size())))
            .monotone(self.settings.monotone)
            .prices(self.settings.prices)
            .no_cache(self.settings.memory.no_cache)
            .goal(self.settings.goal)
            .objective(self.objective.clone())
    }
}
