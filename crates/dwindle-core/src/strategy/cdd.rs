//! CDD: probabilistic delta debugging with a counter in the place of each probability.

use super::classes::Classes;
use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};

/// By what the size of groups shrinks from round to round: 1 - 1/e.
const SHRINK: f64 = 0.632_120_558_828_557_7;

/// Counter-based delta debugging.
///
/// # Source
/// M. Zhang, Z. Xu, Y. Tian, X. Cheng, C. Sun, "Toward a Better Understanding of Probabilistic Delta Debugging",
/// ICSE 2025. The probabilities of [`ProbDd`](super::probdd::ProbDd) follow from how often a unit could not go,
/// so it is enough to count that, and random order gains nothing. With all counters at 0 at first:
///
/// ```text
/// until every unit is removed or done:
///     r = the lowest counter,  X = the first s(r) units in the order of counters
///     without X, does it still fail?
///         then X goes
///         else each counter in X grows by 1; if X is one unit, it is done
/// s(0) = the s for which s (1 - p0)^s is greatest, about -1 / ln(1 - p0)
/// s(r + 1) = (1 - 1/e) s(r), rounded down, and at least 1
/// ```
///
/// The paper's p0 is 0.1, with which groups of 9, 5, 3 and 1 are asked. The last group of a round is filled up
/// with the first units of the next, as sorting by counter does.
///
/// How we differ. The authors' program first asks for everything to go, and passes over a group that is all
/// there is; here such a group is asked like any other, and nothing before it. `s(0)` is ⌈1/p0⌉ - 1, which is the
/// maximum and needs no logarithm.
///
/// # Guarantee
/// As `ProbDD`: [`best`](Strategy::best) fails (or is the start), and is 1-minimal where the test is monotone. Else
/// it need not be ([`Algorithm`](crate::Algorithm) makes it so).
///
/// # Cost
/// O(n) tests: n / s(0) when nothing is needed, about 1.6 n when everything is and p0 = 0.1. What is known ahead
/// are the groups of a round up to the last full one.
///
/// # Determinism
/// A function of the start, p0 and the outcomes told. The sizes are IEEE 754 products, rounded down.
#[derive(Clone, Debug)]
pub struct Cdd {
    best: Config,
    /// The units that are not done, by how often they could not go.
    counters: Classes<u32>,
    /// The size of groups of each counter; the last holds for all that follow.
    sizes: Vec<usize>,
    /// Of the first round, and of all later ones.
    estimates: [Estimate; 2],
}

impl Cdd {
    /// CDD with the paper's p0 = 0.1 on `start`, which fails or is taken to fail.
    pub fn new(start: Config) -> Self {
        Self::with_initial(start, 0.1)
    }

    /// CDD with the sizes that follow from each unit being needed with probability `p0`.
    ///
    /// # Panics
    /// When `p0` is not greater than 0 and less than 1.
    pub fn with_initial(start: Config, p0: f64) -> Self {
        assert!(p0 > 0.0 && p0 < 1.0, "a probability between 0 and 1, not {p0}");
        let sizes = sizes(p0, start.len());
        Self { counters: Classes::new(0, &start), best: start, sizes, estimates: [Estimate::default(); 2] }
    }

    /// How many units a group has where the lowest counter is `counter`.
    fn size(&self, counter: u32) -> usize {
        self.sizes.get(counter as usize).copied().unwrap_or(1)
    }
}

/// The sizes of groups, round by round, to the first round of single units; none larger than `most`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "rounding down is what is meant, and there are fewer than 2^32 units"
)]
fn sizes(p0: f64, most: usize) -> Vec<usize> {
    let mut size = ((1.0 / p0).ceil() - 1.0).max(1.0);
    let mut sizes = Vec::new();
    loop {
        sizes.push(size.min(most.max(1) as f64) as usize);
        if size < 2.0 {
            return sizes;
        }
        size = (size * SHRINK).floor().max(1.0);
    }
}

impl Strategy for Cdd {
    fn ask(&self, nth: usize) -> Option<Question> {
        let counter = self.counters.lowest()?;
        let group = self.counters.group(nth, self.size(counter))?;
        let chance = self.estimates[usize::from(counter > 0)].chance(nth);
        Some(Question::until_fail(self.best.minus(&group), chance))
    }

    fn tell(&mut self, outcome: Outcome) {
        let counter = self.counters.lowest().expect("there is a question to answer");
        let group = self.counters.take(self.size(counter));
        self.estimates[usize::from(counter > 0)].count(outcome);
        let alone = group.iter().map(|(_, units)| units.len()).sum::<usize>() == 1;
        for (counter, units) in &group {
            if outcome == Outcome::Fail {
                self.best = self.best.minus(units);
            } else if !alone {
                self.counters.put(counter + 1, units);
            }
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
    fn sizes_shrink_by_a_little_more_than_a_third() {
        assert_eq!(sizes(0.1, 1000), [9, 5, 3, 1]);
        assert_eq!(sizes(0.1, 4), [4, 4, 3, 1]);
        assert_eq!(sizes(0.01, 1000), [99, 62, 39, 24, 15, 9, 5, 3, 1]);
        assert_eq!(sizes(0.9, 1000), [1]);
        // (1 - p0)^s s is largest there.
        let gain = |s: i32| f64::from(s) * 0.93_f64.powi(s);
        assert!(gain(14) > gain(13) && gain(14) > gain(15));
        assert_eq!(sizes(0.07, 1000)[0], 14);
    }

    #[test]
    fn the_last_group_of_a_round_is_filled_up_with_the_first_of_the_next() {
        let mut cdd = Cdd::new(Config::full(11));
        assert_eq!(cdd.ask(0).expect("the first nine").config, Config::of_units(9..11));
        assert_eq!(cdd.ask(1), None);
        cdd.tell(Outcome::Pass);
        assert_eq!(cdd.ask(0).expect("the last two and seven more").config, Config::of_units(7..9));
        cdd.tell(Outcome::Unresolved);
        // Counters: 0-6 at 2, 7-10 at 1; groups of five.
        assert_eq!(cdd.ask(0).expect("7-10 and 0").config, Config::of_units(1..7));
        cdd.tell(Outcome::Fail);
        assert_eq!(cdd.ask(0).expect("three of the six").config, Config::of_units(4..7));
        assert_eq!(cdd.ask(1).expect("the other three").config, Config::of_units(1..4));
    }
}
