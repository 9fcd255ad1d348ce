//! Finds a part of a failing configuration that passes, by leaving out one piece at a time.

mod order;

use std::ops::Range;
use std::sync::Arc;

use crate::{Config, Outcome, OutcomeSet, Question, Strategy};

/// Looks for a part of a failing configuration that passes, by leaving out one piece at a time.
///
/// An input that is empty is often not valid at all, and nor is a small piece of a valid one; nearly all of a valid
/// input often is. So what is asked for is the whole without one piece, in three stages:
///
/// 1. Where it is known which units are [`likely`](Self::likely) to be the cause, these, their neighbours, and ever
///    longer stretches around them.
/// 2. Pieces, coarse to fine: quarters, eighths, down to pairs of units. If the rest still fails, a single cause does
///    not lie in the piece, so none of its units is asked for again before all others were. At each length one piece
///    may be asked for without such a gain; after that each piece that tells nothing uses up one unit ruled out before.
/// 3. Single units: those that were not ruled out, the likely ones and what is near them first. With
///    `plausible` that is the end, otherwise those that were ruled out follow.
///
/// If it passes without a piece, halves of the piece are asked for as long as it passes without one, and then its
/// units.
///
/// # Guarantee
/// [`passing`](Self::passing) passes. Where there is none, no single unit that is left out makes the rest pass (with
/// [`Reach::Plausible`]: none that was not ruled out).
///
/// # Cost
/// If exactly one of `n` units is the cause: at most `n` + log₂ `n` tests, also where nothing else than the rest
/// without that unit alone tells anything. About 2 log₂ `n` where the cause is likely or close to what is.
///
/// # Determinism
/// A function of the start, the likely units and the outcomes told.
#[derive(Clone, Debug)]
pub struct PassingPart {
    failing: Config,
    passing: Option<Config>,
    /// What is left out first, as ranks.
    likely: Arc<[Range<usize>]>,
    /// The rank near which it goes on.
    centre: Option<usize>,
    stage: Stage,
    /// Ranks that lie in a piece without which the rest still fails.
    ruled_out: Config,
    reach: Reach,
}

/// How far [`PassingPart`] goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Only what is likely, and what is near that: about 2 log₂ `n` tests, none where nothing is likely.
    Likely,
    /// All units that were not ruled out; [`PassingPart::thorough`] goes on with them.
    Plausible,
    /// All units.
    #[default]
    Thorough,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Likely(usize),
    Pieces(Level),
    /// Single units that were not ruled out.
    Single(usize),
    /// Single units that were.
    RuledOut(usize),
    /// The halves of a piece (its two ends) without which it passes; which one.
    Halves(usize, usize, usize),
    /// Single units of such a piece; which one.
    Within(usize, usize, usize),
    Done,
}

/// Pieces of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    /// How many there are.
    pieces: usize,
    /// How many were passed.
    at: usize,
    /// How many were asked for.
    asked: usize,
    /// How many more may be asked for without a gain, here and on finer levels.
    credit: usize,
}

impl PassingPart {
    /// Looks for a part of `failing` that passes.
    pub fn new(failing: Config) -> Self {
        let mut part = Self {
            failing,
            passing: None,
            likely: Arc::default(),
            centre: None,
            stage: Stage::Likely(0),
            ruled_out: Config::empty(),
            reach: Reach::Thorough,
        };
        part.settle();
        part
    }

    /// Leaves out these units and what is near them first; those that are not there do not matter.
    ///
    /// They need not be right: they only change the order.
    #[must_use]
    pub fn likely(mut self, units: &Config) -> Self {
        let likely = order::stretches(&self.failing, units);
        self.centre = likely.first().map(|range| range.start);
        self.likely = order::questions(&likely, self.failing.len()).into();
        self.stage = Stage::Likely(0);
        self.settle();
        self
    }

    /// Goes only so far; for what has not begun yet.
    #[must_use]
    pub fn reach(mut self, reach: Reach) -> Self {
        self.reach = reach;
        self.stage = Stage::Likely(0);
        self.settle();
        self
    }

    /// Goes on with the units that were ruled out.
    #[must_use]
    pub fn thorough(mut self) -> Self {
        if self.reach == Reach::Plausible && self.stage == Stage::Done && self.passing.is_none() {
            self.stage = Stage::RuledOut(0);
        }
        self.reach = Reach::Thorough;
        self.settle();
        self
    }

    /// What was found.
    pub fn passing(&self) -> Option<&Config> {
        self.passing.as_ref()
    }

    /// The ranks that are left out next.
    fn piece(&self) -> Option<Range<usize>> {
        let len = self.failing.len();
        let unit = |at| order::nth_near(self.centre.unwrap_or(0), len, at);
        match self.stage {
            Stage::Likely(at) => self.likely.get(at).cloned(),
            Stage::Pieces(Level { pieces, at, .. }) => {
                let near = self.centre.map_or(pieces / 2, |centre| centre * pieces / len);
                let piece = order::nth_near(near, pieces, at);
                Some(piece * len / pieces..(piece + 1) * len / pieces)
            }
            Stage::Single(at) | Stage::RuledOut(at) => Some(unit(at)..unit(at) + 1),
            Stage::Halves(start, end, half) => {
                let middle = usize::midpoint(start, end);
                Some(if half == 0 { start..middle } else { middle..end })
            }
            Stage::Within(start, _, at) => Some(start + at..start + at + 1),
            Stage::Done => None,
        }
    }

    /// How many of these ranks were not ruled out.
    fn open(&self, ranks: &Range<usize>) -> usize {
        let [start, end] = [ranks.start, ranks.end].map(order::rank);
        Config::of_range(start..end).minus(&self.ruled_out).len()
    }

    /// Passes over what is not to be asked for.
    fn settle(&mut self) {
        let len = self.failing.len();
        loop {
            self.stage = match self.stage {
                Stage::Likely(at) if at < self.likely.len() => return,
                Stage::Likely(_) if self.reach == Reach::Likely => return,
                Stage::Likely(_) => Stage::Pieces(Level { pieces: 4, at: 0, asked: 0, credit: 0 }),
                Stage::Pieces(level) if 2 * level.pieces > len => Stage::Single(0),
                Stage::Pieces(level) if level.at == level.pieces || level.asked > 0 && level.credit == 0 => {
                    // Where nothing was told, coarse steps; where something was, fine ones.
                    let pieces = if level.credit == 0 { 4 } else { 2 } * level.pieces;
                    Stage::Pieces(Level { pieces, at: 0, asked: 0, ..level })
                }
                Stage::Pieces(level) if self.piece().is_some_and(|piece| self.open(&piece) == 0) => {
                    Stage::Pieces(Level { at: level.at + 1, ..level })
                }
                Stage::Single(at) | Stage::RuledOut(at) if at < len => {
                    let is_open = self.piece().is_some_and(|unit| self.open(&unit) > 0);
                    if is_open == matches!(self.stage, Stage::Single(_)) {
                        return;
                    }
                    self.after()
                }
                Stage::Single(_) if self.reach == Reach::Thorough && !self.ruled_out.is_empty() => {
                    Stage::RuledOut(0)
                }
                Stage::Halves(start, end, 2..) => Stage::Within(start, end, 0),
                Stage::Within(start, end, at) if start + at < end => {
                    if self.piece().is_some_and(|unit| self.open(&unit) > 0) {
                        return;
                    }
                    self.after()
                }
                Stage::Single(_) | Stage::RuledOut(_) | Stage::Within(..) => Stage::Done,
                Stage::Pieces(_) | Stage::Halves(..) | Stage::Done => return,
            }
        }
    }

    /// The place after this one.
    const fn after(&self) -> Stage {
        match self.stage {
            Stage::Likely(at) => Stage::Likely(at + 1),
            Stage::Single(at) => Stage::Single(at + 1),
            Stage::RuledOut(at) => Stage::RuledOut(at + 1),
            Stage::Halves(start, end, half) => Stage::Halves(start, end, half + 1),
            Stage::Within(start, end, at) => Stage::Within(start, end, at + 1),
            Stage::Pieces(Level { pieces, at, asked, credit }) => {
                let credit = if asked == 0 { credit } else { credit - 1 };
                Stage::Pieces(Level { pieces, at: at + 1, asked: asked + 1, credit })
            }
            Stage::Done => Stage::Done,
        }
    }

    /// Goes on after a piece without which the rest still fails.
    fn rule_out(&mut self, piece: &Range<usize>) {
        let gain = self.open(piece);
        let [start, end] = [piece.start, piece.end].map(order::rank);
        self.ruled_out = self.ruled_out.union(&Config::of_range(start..end));
        self.stage = match self.stage {
            Stage::Pieces(Level { pieces, at, asked, credit }) => {
                Stage::Pieces(Level { pieces, at: at + 1, asked: asked + 1, credit: credit + gain - 1 })
            }
            _ => self.after(),
        };
    }
}

impl Strategy for PassingPart {
    fn ask(&self, nth: usize) -> Option<Question> {
        if nth > 0 {
            let mut later = self.clone();
            for _ in 0..nth {
                later.stage = later.after();
                later.settle();
            }
            return later.ask(0);
        }
        let piece = self.piece()?;
        // Of a single unit it does not matter why the rest does not pass.
        let decides = if piece.len() == 1 { OutcomeSet::PASS } else { OutcomeSet::PASS.with(Outcome::Fail) };
        Some(Question { config: self.failing.without_slice(piece), decides, chance: 0.5 })
    }

    fn tell(&mut self, outcome: Outcome) {
        let piece = self.piece().expect("there is a question to answer");
        match outcome {
            Outcome::Pass => {
                self.passing = Some(self.failing.without_slice(piece.clone()));
                let Range { start, end } = piece;
                self.stage = if piece.len() > 1 { Stage::Halves(start, end, 0) } else { Stage::Done };
            }
            Outcome::Fail if piece.len() > 1 => self.rule_out(&piece),
            Outcome::Fail | Outcome::Unresolved => self.stage = self.after(),
        }
        self.settle();
    }

    fn best(&self) -> &Config {
        &self.failing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strategy as _;
    use crate::strategy::laws;
    use proptest::prelude::*;

    /// How many questions it asks until it finds a part that passes; nothing where it finds none.
    fn asked(mut part: PassingPart, test: impl Fn(&Config) -> Outcome) -> Option<usize> {
        for asked in 0.. {
            match part.ask(0) {
                Some(question) => part.tell(test(&question.config)),
                None => return part.passing().map(|_| asked),
            }
        }
        None
    }

    fn left_out(len: u32, config: &Config) -> Vec<u32> {
        (0..len).filter(|unit| !config.contains(*unit)).collect()
    }

    proptest! {
        #[test]
        fn it_finds_a_part_that_passes_if_a_unit_left_out_makes_one(
            len in 0u32..40, good in any::<u64>(), fails in any::<u64>(), likely in any::<u64>(),
        ) {
            let test = |config: &Config| match left_out(len, config)[..] {
                [unit] if good >> unit & 1 == 1 => Outcome::Pass,
                [] => Outcome::Fail,
                [first, ..] if fails >> first & 1 == 1 => Outcome::Fail,
                _ => Outcome::Unresolved,
            };
            let start = Config::full(len as usize);
            let likely = Config::of_units((0..40).filter(|unit| likely >> unit & 3 == 3));
            for part in [PassingPart::new(start.clone()), PassingPart::new(start.clone()).likely(&likely)] {
                laws::check(part.clone(), &start, test, 300);
                let found = asked(part.clone(), test).is_some();
                prop_assert_eq!(found, (0..len).any(|unit| good >> unit & 1 == 1));
                let mut plausible = part.reach(Reach::Plausible);
                while let Some(question) = plausible.ask(0) {
                    plausible.tell(test(&question.config));
                }
                prop_assert_eq!(asked(plausible.thorough(), test).is_some(), found);
            }
        }
    }

    #[test]
    fn one_cause_of_n_takes_n_tests_and_a_logarithm() {
        for len in [1u32, 2, 7, 64, 564, 1000] {
            for bad in (0..len).step_by(7.min(1 + len as usize / 9)) {
                let start = Config::full(len as usize);
                let only = |config: &Config| match left_out(len, config)[..] {
                    [unit] if unit == bad => Outcome::Pass,
                    _ => Outcome::Unresolved,
                };
                let most = (len + len.ilog2()) as usize;
                let tests = asked(PassingPart::new(start.clone()), only).unwrap();
                assert!(tests <= most, "{tests} tests for {bad} of {len}");
                let near = Config::of_units([(bad + 1).min(len - 1)]);
                let tests = asked(PassingPart::new(start.clone()).likely(&near), only).unwrap();
                assert!(tests <= 3, "{tests} tests for {bad} of {len}");
                // Where each part tells something.
                let monotone =
                    |config: &Config| if config.contains(bad) { Outcome::Fail } else { Outcome::Pass };
                let tests = asked(PassingPart::new(start.clone()), monotone).unwrap();
                assert!(tests <= 4 + 2 * len.ilog2() as usize, "{tests} tests for {bad} of {len}");
                // Where only much of it tells anything.
                let most = |config: &Config| match config.contains(bad) {
                    _ if config.len() < len as usize * 9 / 10 => Outcome::Unresolved,
                    true => Outcome::Fail,
                    false => Outcome::Pass,
                };
                let tests = asked(PassingPart::new(start), most).unwrap();
                assert!(tests <= 40, "{tests} tests for {bad} of {len}");
            }
        }
    }
}
