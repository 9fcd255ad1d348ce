//! Depth-first halving: parts that cannot go are halved and asked about at once, the last half first.

use std::ops::Range;

use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};

/// Depth-first halving, the list minimiser that Perses uses by default.
///
/// # Source
/// The reducer Perses (C. Sun, Y. Li, Q. Zhang, T. Gu, Z. Su, "Perses: Syntax-Guided Program Reduction", ICSE 2018)
/// as of version 2.0; the paper has ddmin there. With a stack of parts, at first the whole list:
///
/// ```text
/// until the stack is empty:
///     X = the part on top, taken off
///     without X, does it still fail?
///         then X goes
///         else, if X has more than one unit, its first half is put on the stack, and its second half on top
/// ```
///
/// How we differ: nothing. What is known by the cache is not tested again: where the second half of a part went, "without
/// its first half" is "without the part".
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start), and is 1-minimal where the test is monotone. Else it need not be,
/// since each unit is asked about alone at most once ([`Algorithm`](crate::Algorithm) makes it so).
///
/// # Cost
/// One test when nothing is needed, `2 n - 1` when all `n` units are, and about `2 k log2(n / k)` when `k` are. All
/// questions up to the next success are known ahead.
///
/// # Determinism
/// A function of the start and the outcomes told.
#[derive(Clone, Debug)]
pub struct DepthFirst {
    best: Config,
    /// Parts that are still to be asked about, as ranks in `best`, the next one last. What goes lies behind all others,
    /// so their ranks stay.
    parts: Vec<Range<usize>>,
    estimate: Estimate,
}

impl DepthFirst {
    /// Depth-first halving of `start`, which fails or is taken to fail.
    pub fn new(start: Config) -> Self {
        let whole = 0..start.len();
        let parts = if whole.is_empty() { Vec::new() } else { vec![whole] };
        Self { best: start, parts, estimate: Estimate::default() }
    }

    /// The part asked about after `nth` others, none of which could go.
    fn part(&self, mut nth: usize) -> Option<Range<usize>> {
        for part in self.parts.iter().rev() {
            if nth >= questions(part) {
                nth -= questions(part);
                continue;
            }
            let mut part = part.clone();
            while nth > 0 {
                nth -= 1;
                let [first, second] = halves(&part);
                if nth < questions(&second) {
                    part = second;
                } else {
                    nth -= questions(&second);
                    part = first;
                }
            }
            return Some(part);
        }
        None
    }
}

/// How many questions there are about `part` and its halves, when none of them can go.
const fn questions(part: &Range<usize>) -> usize {
    2 * (part.end - part.start) - 1
}

/// The first is the shorter one where they differ.
const fn halves(part: &Range<usize>) -> [Range<usize>; 2] {
    let middle = part.start + (part.end - part.start) / 2;
    [part.start..middle, middle..part.end]
}

impl Strategy for DepthFirst {
    fn ask(&self, nth: usize) -> Option<Question> {
        Some(Question::until_fail(self.best.without_slice(self.part(nth)?), self.estimate.chance(nth)))
    }

    fn tell(&mut self, outcome: Outcome) {
        let part = self.parts.pop().expect("there is a question to answer");
        self.estimate.count(outcome);
        if outcome == Outcome::Fail {
            self.best = self.best.without_slice(part);
        } else if part.len() > 1 {
            self.parts.extend(halves(&part));
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }

    fn rest(&self) -> Option<u64> {
        Some(self.parts.iter().map(|part| questions(part) as u64).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::laws::asked;

    #[test]
    fn parts_that_cannot_go_are_halved_and_the_last_half_comes_first() {
        let (asked, strategy) = asked(DepthFirst::new(Config::full(5)), &Config::of_units([1]));
        assert_eq!(format!("{asked:?}"), "[{}, {0-1}, {}, {0}, {1}]");
        assert_eq!(strategy.best(), &Config::of_units([1]));
    }

    #[test]
    fn nothing_is_asked_about_nothing() {
        assert_eq!(DepthFirst::new(Config::empty()).ask(0), None);
    }

    #[test]
    fn what_is_known_ahead_is_what_is_asked_when_nothing_can_go() {
        let mut strategy = DepthFirst::new(Config::full(13));
        let ahead: Vec<_> =
            (0..).map_while(|nth| strategy.ask(nth)).map(|question| question.config).collect();
        assert_eq!(ahead.len() as u64, strategy.rest().expect("a bound"));
        for config in ahead {
            assert_eq!(strategy.ask(0).expect("as many questions as before").config, config);
            strategy.tell(Outcome::Unresolved);
        }
        assert_eq!(strategy.ask(0), None);
    }
}
