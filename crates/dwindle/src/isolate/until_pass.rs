//! Shrinks a failing configuration until it passes without a single further piece.

use crate::{Config, Outcome, OutcomeSet, Question, Strategy};

/// Leaves out ever smaller pieces for as long as the rest fails, until one is found without which it passes.
///
/// Where several units make an input fail, no part passes that lacks only one of them. What is left of it may have
/// just one of them.
///
/// # Guarantee
/// [`passing`](Self::passing) passes, and is a part of [`best`](Strategy::best), which fails.
///
/// # Cost
/// At most twice as many tests as there are units, as each is looked at once for each length of a piece. All questions
/// up to the next success are known ahead.
///
/// # Determinism
/// A function of the start and the outcomes told.
#[derive(Clone, Debug)]
pub struct UntilPass {
    failing: Config,
    passing: Option<Config>,
    /// How long a piece is; 0 when all is done.
    length: usize,
    /// The rank at which the next one begins.
    at: usize,
}

impl UntilPass {
    /// Begins with `failing`.
    pub fn new(failing: Config) -> Self {
        Self { length: failing.len() / 2, failing, passing: None, at: 0 }
    }

    /// What was found.
    pub fn passing(&self) -> Option<&Config> {
        self.passing.as_ref()
    }

    /// Length and beginning of the piece after one that did not go.
    const fn after(&self, length: usize, at: usize) -> (usize, usize) {
        if at + length < self.failing.len() { (length, at + length) } else { (length / 2, 0) }
    }
}

impl Strategy for UntilPass {
    fn ask(&self, nth: usize) -> Option<Question> {
        let (mut length, mut at) = (self.length, self.at);
        for _ in 0..nth {
            (length, at) = self.after(length, at);
        }
        if length == 0 || self.passing.is_some() {
            return None;
        }
        let config = self.failing.without_slice(at..at + length);
        Some(Question { config, decides: OutcomeSet::PASS.with(Outcome::Fail), chance: 0.5 })
    }

    fn tell(&mut self, outcome: Outcome) {
        let rest = self.failing.without_slice(self.at..self.at + self.length);
        match outcome {
            Outcome::Pass => self.passing = Some(rest),
            Outcome::Fail => {
                self.failing = rest;
                let longest = self.failing.len() / 2;
                if self.length > longest {
                    (self.length, self.at) = (longest, 0);
                } else if self.at >= self.failing.len() {
                    (self.length, self.at) = (self.length / 2, 0);
                }
            }
            Outcome::Unresolved => (self.length, self.at) = self.after(self.length, self.at),
        }
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
        fn it_comes_down_to_one_of_several_causes(len in 2u32..60, bad in 1u64.., fixed in any::<u64>()) {
            // Any bad unit makes it fail, and without a fixed one nothing is told.
            let has = |mask: u64, unit: u32| mask >> unit & 1 == 1;
            let fixed = fixed & !bad;
            let test = |config: &Config| {
                if (0..len).any(|unit| has(fixed, unit) && !config.contains(unit)) {
                    Outcome::Unresolved
                } else if config.units().any(|unit| has(bad, unit)) {
                    Outcome::Fail
                } else {
                    Outcome::Pass
                }
            };
            let start = Config::full(len as usize);
            prop_assume!(test(&start) == Outcome::Fail);
            laws::check(UntilPass::new(start.clone()), &start, test, 3 * len as usize);
            let mut strategy = UntilPass::new(start);
            while let Some(question) = strategy.ask(0) {
                strategy.tell(test(&question.config));
            }
            prop_assert_eq!(test(strategy.best()), Outcome::Fail);
            if strategy.best().len() > 1 {
                let passing = strategy.passing().expect("the last of the bad ones is left out in the end");
                prop_assert_eq!(test(passing), Outcome::Pass);
            }
        }
    }
}
