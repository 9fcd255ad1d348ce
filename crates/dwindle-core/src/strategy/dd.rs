//! General delta debugging: narrows the difference between a passing and a failing configuration.

use super::estimate::Estimate;
use crate::{Config, Outcome, OutcomeSet, Question, Strategy};
use std::ops::Range;

/// Which side [`Dd`] moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The failing side shrinks, as in ddmin.
    Minimise,
    /// The passing side grows: ddmax, which finds what of a failing input can stay.
    Maximise,
    /// Both sides move towards each other: dd, which isolates a failure-inducing difference.
    Both,
}

/// Which configuration a part of the difference makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The passing side with the part.
    Grown,
    /// The failing side without the part.
    Shrunk,
}

/// General dd with a passing side, a failing side, and the difference between them.
///
/// # Source
/// A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002, its general
/// delta debugging algorithm, in the form of *The Debugging Book*, chapter "Reducing Failure-Inducing Inputs", where
/// the modes come from. With the difference in `n` even parts (the earlier ones the longer), for each part in turn:
///
/// ```text
/// n = 2 and passing + part fails:   failing = passing + part     (not when maximising)
/// n = 2 and failing - part passes:  passing = failing - part     (not when minimising)
/// failing - part fails:             failing = failing - part,  n = max(n - 1, 2)   (not when maximising)
/// passing + part passes:            passing = passing + part,  n = max(n - 1, 2)   (not when minimising)
/// ```
///
/// No part: done when `n` is the size of the difference, else `n` doubles. The next scan begins at the part
/// that succeeded, and keeps that offset when `n` doubles. An unresolved outcome is neither of the two.
///
/// The passing side is asked first. When it fails, the difference is empty and it is the result on both
/// sides ([`passing_side_fails`](Dd::passing_side_fails)): for minimising that is the answer; the book raises
/// an error in the other modes. A passing side that is unresolved is taken, as in the book. The failing side
/// is not asked.
///
/// # Guarantee
/// Whether or not the test is monotone: the failing side fails (or is the start), and the difference is
/// 1-minimal as in the paper. When it moves the failing side, that does not fail without any
/// one unit of the difference; when it moves the passing side, that does not pass with any one more.
///
/// # Cost
/// About 2 log₂ n tests when nothing is unresolved and one unit matters (log₂ n for `Both`), at most
/// n² + 7n (the paper's bound). A part at `n = 2` may be asked twice; a cache has the answer.
///
/// # Determinism
/// A function of the two sides at the start, the mode and the outcomes told.
#[derive(Clone, Debug)]
pub struct Dd {
    mode: Mode,
    passing: Config,
    failing: Config,
    /// The failing side without the passing side.
    difference: Config,
    /// The passing side was told to pass.
    is_passing: bool,
    /// The smallest that was told to fail; in `Maximise` and `Both` it need not be a side.
    smallest: Config,
    stage: Stage,
    /// In how many parts, n.
    parts: usize,
    /// With which part a scan begins.
    offset: usize,
    /// Which question of this scan.
    at: usize,
    /// Up to the last outcome that decided, and since then: `Grown`, then `Shrunk`.
    estimates: [Estimate; 2],
    recent: [Estimate; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    PassingSide,
    Parts,
    Done,
}

/// One question of a scan.
#[derive(Clone, Copy, Debug)]
struct Step {
    parts: usize,
    part: usize,
    side: Side,
    decides: OutcomeSet,
}

impl Dd {
    /// dd between the empty configuration and `failing`, which fails or is taken to fail.
    pub fn new(failing: Config, mode: Mode) -> Self {
        Self::between(Config::empty(), failing, mode)
    }

    /// dd between two configurations; `failing` fails or is taken to fail.
    ///
    /// # Panics
    /// When `passing` keeps a unit that `failing` does not.
    pub fn between(passing: Config, failing: Config, mode: Mode) -> Self {
        assert!(passing.is_subset(&failing), "the passing side is a part of the failing side");
        Self {
            mode,
            difference: failing.minus(&passing),
            smallest: failing.clone(),
            passing,
            failing,
            is_passing: false,
            stage: Stage::PassingSide,
            parts: 2,
            offset: 0,
            at: 0,
            estimates: [Estimate::default(); 2],
            recent: [Estimate::default(); 2],
        }
    }

    /// The passing side: the largest known to pass, or what was given.
    pub const fn passing(&self) -> &Config {
        &self.passing
    }

    /// The failing side: a superset of the passing side that is known to fail, or what was given.
    pub const fn failing(&self) -> &Config {
        &self.failing
    }

    /// What the failing side keeps and the passing side does not.
    pub const fn difference(&self) -> &Config {
        &self.difference
    }

    /// Whether the passing side that was given turned out to fail; then nothing else was asked.
    pub fn passing_side_fails(&self) -> bool {
        self.stage == Stage::Done && self.passing == self.failing
    }

    /// Whether the passing side was told to pass: the one that was given may be unresolved.
    pub const fn passing_side_passes(&self) -> bool {
        self.is_passing
    }

    /// The step `nth` from now, provided that no outcome decides.
    fn step(&self, nth: usize) -> Option<Step> {
        let (mut parts, mut at) = (self.parts, self.at + nth);
        loop {
            let questions = questions(self.mode, parts);
            if let Some(&(side, decides)) = questions.get(at % questions.len())
                && at < parts * questions.len()
            {
                let part = (at / questions.len() + self.offset) % parts;
                return Some(Step { parts, part, side, decides });
            }
            if parts >= self.difference.len() {
                return None;
            }
            at -= parts * questions.len();
            parts = (2 * parts).min(self.difference.len());
        }
    }

    /// The configuration that a step is about.
    fn config(&self, step: Step) -> Config {
        let part = self.difference.slice(part(self.difference.len(), step.parts, step.part));
        match step.side {
            Side::Grown => self.passing.union(&part),
            Side::Shrunk => self.failing.minus(&part),
        }
    }

    /// Makes `config` the side that its outcome says, and starts the scan anew from the same part.
    fn move_side(&mut self, config: Config, outcome: Outcome, step: Step) {
        if outcome == Outcome::Fail {
            self.failing = config;
        } else {
            (self.passing, self.is_passing) = (config, true);
        }
        self.difference = self.failing.minus(&self.passing);
        self.parts = (step.parts - 1).max(2);
        self.offset = step.part;
        self.begin_parts();
        for (estimate, recent) in self.estimates.iter_mut().zip(&mut self.recent) {
            estimate.add(std::mem::take(recent));
        }
    }

    fn begin_parts(&mut self) {
        self.at = 0;
        self.stage = if self.difference.len() < self.parts { Stage::Done } else { Stage::Parts };
    }
}

/// What is asked about each part, in order, and the outcomes that decide.
const fn questions(mode: Mode, parts: usize) -> &'static [(Side, OutcomeSet)] {
    const EITHER: OutcomeSet = OutcomeSet::FAIL.with(Outcome::Pass);
    match (mode, parts) {
        (Mode::Minimise, 2) => &[(Side::Grown, OutcomeSet::FAIL), (Side::Shrunk, OutcomeSet::FAIL)],
        (Mode::Minimise, _) => &[(Side::Shrunk, OutcomeSet::FAIL)],
        (Mode::Maximise, 2) => &[(Side::Shrunk, OutcomeSet::PASS), (Side::Grown, OutcomeSet::PASS)],
        (Mode::Maximise, _) => &[(Side::Grown, OutcomeSet::PASS)],
        (Mode::Both, 2) => {
            &[(Side::Grown, OutcomeSet::FAIL), (Side::Shrunk, EITHER), (Side::Grown, OutcomeSet::PASS)]
        }
        (Mode::Both, _) => &[(Side::Shrunk, OutcomeSet::FAIL), (Side::Grown, OutcomeSet::PASS)],
    }
}

/// The ranks of part `index`, when `len` units are cut in `parts` even parts with the longer ones first.
fn part(len: usize, parts: usize, index: usize) -> Range<usize> {
    let (size, longer) = (len / parts, len % parts);
    let start = |index: usize| index * size + index.min(longer);
    start(index)..start(index + 1)
}

impl Strategy for Dd {
    fn ask(&self, nth: usize) -> Option<Question> {
        let nth = match (self.stage, nth) {
            (Stage::PassingSide, 0) => {
                return Some(Question::until_fail(self.passing.clone(), 0.1));
            }
            (Stage::PassingSide, _) if self.difference.len() < self.parts => return None,
            (Stage::PassingSide, _) => nth - 1,
            (Stage::Parts, _) => nth,
            (Stage::Done, _) => return None,
        };
        let step = self.step(nth)?;
        let chance = self.estimates[step.side as usize].chance(0);
        Some(Question { config: self.config(step), decides: step.decides, chance })
    }

    fn tell(&mut self, outcome: Outcome) {
        if self.stage == Stage::PassingSide {
            self.is_passing = outcome == Outcome::Pass;
            if outcome == Outcome::Fail {
                self.failing = self.passing.clone();
                self.smallest = self.passing.clone();
                self.difference = Config::empty();
            }
            self.begin_parts();
            return;
        }
        let step =
            self.step(0).filter(|_| self.stage == Stage::Parts).expect("there is a question to answer");
        self.recent[step.side as usize].count(outcome);
        let decides = step.decides.contains(outcome);
        if decides || outcome == Outcome::Fail {
            let config = self.config(step);
            if outcome == Outcome::Fail && config.len() < self.smallest.len() {
                self.smallest.clone_from(&config);
            }
            if decides {
                self.move_side(config, outcome, step);
                return;
            }
        }
        self.at += 1;
        if self.at == self.parts * questions(self.mode, self.parts).len() {
            if self.parts >= self.difference.len() {
                self.stage = Stage::Done;
            }
            self.parts = (2 * self.parts).min(self.difference.len());
            self.at = 0;
        }
    }

    fn best(&self) -> &Config {
        &self.smallest
    }
}
