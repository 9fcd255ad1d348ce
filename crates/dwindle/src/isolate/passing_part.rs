//! A part that passes, where the smallest one tells nothing.

use std::ops::Range;

use crate::{Config, Outcome, OutcomeSet, Question, Strategy};

/// Looks for a part of a failing configuration that passes, by leaving out ever smaller pieces.
///
/// An input that is empty is often not valid at all, and nor is a small piece of a valid one; nearly all of a valid
/// input often is. So what is left out is halved until something passes: halves, quarters, down to single units.
///
/// # Guarantee
/// [`passing`](Self::passing) passes. Where there is none, no single unit that is left out makes the rest pass.
///
/// # Cost
/// At most twice as many tests as there are units; all questions are known ahead.
///
/// # Determinism
/// A function of the start and the outcomes told.
#[derive(Clone, Debug)]
pub struct PassingPart {
    failing: Config,
    passing: Option<Config>,
    /// How many questions were answered.
    asked: usize,
}

impl PassingPart {
    /// Looks for a part of `failing` that passes.
    pub const fn new(failing: Config) -> Self {
        Self { failing, passing: None, asked: 0 }
    }

    /// What was found.
    pub fn passing(&self) -> Option<&Config> {
        self.passing.as_ref()
    }

    /// What the `nth` question of all leaves out.
    fn piece(&self, mut nth: usize) -> Option<Range<usize>> {
        let len = self.failing.len();
        let mut pieces = 2.min(len);
        while nth >= pieces {
            if pieces == len {
                return None;
            }
            nth -= pieces;
            pieces = (2 * pieces).min(len);
        }
        Some(nth * len / pieces..(nth + 1) * len / pieces)
    }
}

impl Strategy for PassingPart {
    fn ask(&self, nth: usize) -> Option<Question> {
        if self.passing.is_some() {
            return None;
        }
        let config = self.failing.without_slice(self.piece(self.asked + nth)?);
        Some(Question { config, decides: OutcomeSet::default().with(Outcome::Pass), chance: 0.5 })
    }

    fn tell(&mut self, outcome: Outcome) {
        if outcome == Outcome::Pass {
            self.passing = self.ask(0).map(|question| question.config);
        }
        self.asked += 1;
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

    proptest! {
        #[test]
        fn it_finds_a_part_that_passes_if_a_unit_left_out_makes_one(len in 0u32..40, good in any::<u64>()) {
            let test = |config: &Config| match (0..len).filter(|unit| !config.contains(*unit)).collect::<Vec<_>>()[..] {
                [unit] if good >> unit & 1 == 1 => Outcome::Pass,
                [] => Outcome::Fail,
                _ => Outcome::Unresolved,
            };
            let start = Config::full(len as usize);
            laws::check(PassingPart::new(start.clone()), &start, test, 200);
            let mut strategy = PassingPart::new(start);
            while let Some(question) = strategy.ask(0) {
                strategy.tell(test(&question.config));
            }
            prop_assert_eq!(strategy.passing().is_some(), (0..len).any(|unit| good >> unit & 1 == 1));
            prop_assert!(strategy.passing().is_none_or(|part| test(part) == Outcome::Pass));
        }
    }
}
