//! ddmin as published: subsets, then complements, then finer parts.

use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};
use std::ops::Range;

/// Zeller and Hildebrandt's minimising delta debugging.
///
/// # Source
/// A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002,
/// figure 5. With the configuration *c* in `n` even parts:
///
/// ```text
/// some part fails:              c = that part,        n = 2
/// else some complement fails:   c = that complement,  n = max(n - 1, 2)
/// else n < |c|:                                       n = min(2 n, |c|)
/// else done
/// ```
///
/// After each success the parts are cut anew and asked from the first on. Where parts cannot be equal, the
/// earlier ones are the shorter, as in Zeller's own `split`. At `n = 2` the complements are the parts again;
/// they are asked as in the figure, and a cache has the answers.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start) and is 1-minimal, whether or not the test is monotone.
/// As in the paper the empty configuration is taken to pass and never asked, so a single unit is not tried
/// ([`Algorithm`](crate::Algorithm) does).
///
/// # Cost
/// About 2 log₂ n tests for one needed unit among `n`, at most n² + 3n (the paper's bounds).
/// All questions up to the next success are known ahead, through all granularities.
///
/// # Determinism
/// A function of the start and the outcomes told.
#[derive(Clone, Debug)]
pub struct Ddmin {
    best: Config,
    /// In how many parts, n.
    parts: usize,
    /// Which question of this granularity: first the `parts` subsets, then as many complements.
    at: usize,
    subsets: Estimate,
    complements: Estimate,
    done: bool,
}

impl Ddmin {
    /// ddmin on `start`, which fails or is taken to fail.
    pub fn new(start: Config) -> Self {
        let done = start.len() < 2;
        Self {
            best: start,
            parts: 2,
            at: 0,
            subsets: Estimate::default(),
            complements: Estimate::default(),
            done,
        }
    }

    /// The configuration that question `at` of granularity `parts` is about.
    fn config(&self, parts: usize, at: usize) -> Config {
        if at < parts {
            self.best.slice(part(self.best.len(), parts, at))
        } else {
            self.best.without_slice(part(self.best.len(), parts, at - parts))
        }
    }
}

/// The ranks of part `index`, when `len` units are cut in `parts` even parts with the shorter ones first.
fn part(len: usize, parts: usize, index: usize) -> Range<usize> {
    let (size, longer) = (len / parts, len % parts);
    let shorter = parts - longer;
    let start = |index: usize| index * size + index.saturating_sub(shorter);
    start(index)..start(index + 1)
}

impl Strategy for Ddmin {
    fn ask(&self, nth: usize) -> Option<Question> {
        if self.done {
            return None;
        }
        let (mut parts, mut from, mut to) = (self.parts, self.at, self.at + nth);
        // How many subsets and complements come before the question at `to`.
        let (mut subsets, mut complements) = (0, 0);
        loop {
            let end = to.min(2 * parts);
            let before = end.min(parts).saturating_sub(from);
            subsets += before;
            complements += end - from - before;
            if to < 2 * parts {
                break;
            }
            if parts >= self.best.len() {
                return None;
            }
            to -= 2 * parts;
            from = 0;
            parts = (2 * parts).min(self.best.len());
        }
        let config = self.config(parts, to);
        let chance =
            if to < parts { self.subsets.chance(subsets) } else { self.complements.chance(complements) };
        Some(Question::until_fail(config, chance))
    }

    fn tell(&mut self, outcome: Outcome) {
        assert!(!self.done, "there is no question to answer");
        let subset = self.at < self.parts;
        (if subset { &mut self.subsets } else { &mut self.complements }).count(outcome);
        if outcome == Outcome::Fail {
            self.best = self.config(self.parts, self.at);
            self.parts = if subset { 2 } else { (self.parts - 1).max(2) };
            self.at = 0;
            self.done = self.best.len() < 2;
            return;
        }
        self.at += 1;
        if self.at == 2 * self.parts {
            self.done = self.parts >= self.best.len();
            self.parts = (2 * self.parts).min(self.best.len());
            self.at = 0;
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_even_and_cover_everything_in_order() {
        for len in 1..40 {
            for parts in 1..=len {
                let cuts: Vec<_> = (0..parts).map(|index| part(len, parts, index)).collect();
                assert_eq!((cuts[0].start, cuts[parts - 1].end), (0, len));
                assert!(cuts.windows(2).all(|pair| pair[0].end == pair[1].start));
                assert!(cuts.windows(2).all(|pair| pair[0].len() <= pair[1].len()));
                assert!(cuts[parts - 1].len() - cuts[0].len() <= 1);
            }
        }
    }

    /// The first, seventh and eighth of eight units are needed, as in the paper's example.
    #[test]
    fn granularity_grows_until_something_goes_and_then_shrinks_by_one() {
        let mut ddmin = Ddmin::new(Config::full(8));
        let needed = Config::of_units([0, 6, 7]);
        let mut asked = Vec::new();
        while let Some(question) = ddmin.ask(0) {
            asked.push(format!("{} {:?}", ddmin.parts, question.config));
            let fails = needed.is_subset(&question.config);
            ddmin.tell(if fails { Outcome::Fail } else { Outcome::Unresolved });
        }
        assert_eq!(
            asked[..9],
            [
                "2 {0-3}", "2 {4-7}", "2 {4-7}", "2 {0-3}", // neither half, nor its complement
                "4 {0-1}", "4 {2-3}", "4 {4-5}", "4 {6-7}", "4 {2-7}",
            ]
        );
        assert_eq!(asked[9..11], ["4 {0-1 4-7}", "3 {0-1}"]);
        assert_eq!(ddmin.best(), &needed);
    }
}
