//! `ProbDD`: removes the units that are most likely not needed, as many at once as has the best expected gain.

use super::classes::Classes;
use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};

/// Probabilistic delta debugging.
///
/// # Source
/// G. Wang, R. Shen, J. Chen, Y. Xiong, L. Zhang, "Probabilistic Delta Debugging", ESEC/FSE 2021. Each unit `i`
/// has a probability `p[i]` of being needed, at first σ for all, and units are taken to be independent:
///
/// ```text
/// until every unit left has p = 1:
///     in the order of p, the lowest first, take the first k units X
///         for which  k · Π (1 - p[x])  is greatest        (how many units one expects to go)
///     without X, does it still fail?
///         then X goes
///         else for each x in X: p[x] = p[x] / (1 - Π (1 - p[x]))    (Bayes; p = 1 if X is one unit)
/// ```
///
/// The paper's σ is 0.1, with which groups of 10, 6, 4, 2 and 1 are asked.
///
/// How we differ. The paper orders units with the same `p` at random; here they stand in the order of the
/// input, which changes nothing on average (see [`Cdd`](super::cdd::Cdd)). Of two `k` with the same expectation
/// the larger is taken, as in the authors' program; what one more unit multiplies the expectation by is compared,
/// which rounds once, and not the products. Units with the same history share one entry, so nothing is sorted.
/// The authors' program and others take a unit for needed from `p` = 0.8 on; here it is 1, as in the paper.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start). For a monotone test with one minimum it is that minimum,
/// and 1-minimal for any monotone test. For others it need not be: a unit that could not go alone is not tried
/// again ([`Algorithm`](crate::Algorithm) does).
///
/// # Cost
/// O(n) tests: n σ when nothing is needed, about 2 n when everything is and σ = 0.1. Being asked and told costs
/// time in the runs of the configuration and in the size of the group. What is known ahead are the
/// groups of the lowest probability, as long as they are full.
///
/// # Determinism
/// A function of the start, σ and the outcomes told: doubles, and only `+ - * /` on them.
#[derive(Clone, Debug)]
pub struct ProbDd {
    best: Config,
    /// The units that may still go, by their probability of being needed, all below 1.
    undecided: Classes<f64>,
    next: Group,
    sigma: f64,
    /// How often groups went that were all new. Of others the probabilities know better.
    estimate: Estimate,
}

/// The units that are asked to go next.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// How many of the first there are.
    size: usize,
    /// The probability that one of them is needed.
    needed: f64,
}

impl ProbDd {
    /// `ProbDD` with the paper's σ = 0.1 on `start`, which fails or is taken to fail.
    pub fn new(start: Config) -> Self {
        Self::with_initial(start, 0.1)
    }

    /// `ProbDD` with each unit needed with probability `sigma`, for all that is known at first.
    ///
    /// # Panics
    /// When `sigma` is not greater than 0 and less than 1.
    pub fn with_initial(start: Config, sigma: f64) -> Self {
        assert!(sigma > 0.0 && sigma < 1.0, "a probability between 0 and 1, not {sigma}");
        let undecided = Classes::new(sigma, &start);
        let next = Group::best(&undecided);
        Self { best: start, undecided, next, sigma, estimate: Estimate::default() }
    }
}

impl Group {
    /// The first units of which one expects the most to go.
    fn best(undecided: &Classes<f64>) -> Self {
        let mut group = Self { size: 0, needed: 0.0 };
        let mut larger = 1.0;
        for (needed, units) in undecided.keys() {
            for _ in 0..units {
                // One more unit makes k of k - 1 and multiplies the chance by 1 - p. From where that is a loss
                // on it stays one, as p only grows.
                if larger * (1.0 - needed) < larger - 1.0 {
                    return group;
                }
                // 1 - Π (1 - p), added up so that no small p is lost in rounding.
                group.needed += needed * (1.0 - group.needed);
                group.size += 1;
                larger += 1.0;
            }
        }
        group
    }
}

impl Strategy for ProbDd {
    fn ask(&self, nth: usize) -> Option<Question> {
        let needed = self.undecided.lowest()?;
        let Group { size, needed: any_needed } = self.next;
        let group = self.undecided.group(nth, size)?;
        #[expect(clippy::cast_possible_truncation, reason = "a hint needs no more than single precision")]
        let chance = if needed > self.sigma { (1.0 - any_needed) as f32 } else { self.estimate.chance(nth) };
        Some(Question::until_fail(self.best.minus(&group), chance))
    }

    fn tell(&mut self, outcome: Outcome) {
        let lowest = self.undecided.lowest().expect("there is a question to answer");
        let group = self.undecided.take(self.next.size);
        if lowest <= self.sigma {
            self.estimate.count(outcome);
        }
        for (needed, units) in &group {
            if outcome == Outcome::Fail {
                self.best = self.best.minus(units);
            } else if self.next.size > 1 {
                // Only a unit that was alone is certain to be needed, whatever rounding makes of it.
                self.undecided.put((needed / self.next.needed).min(1.0 - f64::EPSILON), units);
            }
        }
        self.next = Group::best(&self.undecided);
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes of the groups asked, where only what keeps `needed` fails.
    fn groups(mut probdd: ProbDd, needed: &Config) -> (Vec<usize>, Config) {
        let mut sizes = Vec::new();
        while let Some(question) = probdd.ask(0) {
            assert_eq!(question.config.len() + probdd.next.size, probdd.best().len());
            sizes.push(probdd.next.size);
            probdd.tell(if needed.is_subset(&question.config) { Outcome::Fail } else { Outcome::Pass });
        }
        (sizes, probdd.best().clone())
    }

    #[test]
    fn groups_shrink_from_ten_to_one_where_a_unit_is_needed() {
        let (sizes, best) = groups(ProbDd::new(Config::full(120)), &Config::of_units([0]));
        // In each round the first group has the needed one, and what is not full is not filled up.
        assert_eq!(sizes, [[10; 12].as_slice(), &[6, 4, 4, 2, 2, 2, 1, 1]].concat());
        assert_eq!(best, Config::of_units([0]));
    }

    #[test]
    fn a_first_probability_of_a_half_asks_pairs() {
        let (sizes, _) = groups(ProbDd::with_initial(Config::full(6), 0.5), &Config::of_units(2..4));
        assert_eq!(sizes, [2, 2, 2, 1, 1]);
    }

    #[test]
    fn a_tiny_first_probability_asks_for_everything_first_and_still_ends() {
        let (sizes, best) =
            groups(ProbDd::with_initial(Config::full(1000), 1e-300), &Config::of_units([700]));
        assert_eq!((sizes[0], best), (1000, Config::of_units([700])));
    }

    #[test]
    fn a_unit_that_can_only_go_later_stays() {
        // 1 goes only where 2 is gone, and 2 goes; groups of one.
        let mut probdd = ProbDd::with_initial(Config::full(3), 0.6);
        while let Some(question) = probdd.ask(0) {
            let (one, two) = (question.config.contains(1), question.config.contains(2));
            let fails = question.config.contains(0) && (one || !two);
            probdd.tell(if fails { Outcome::Fail } else { Outcome::Pass });
        }
        assert_eq!(probdd.best(), &Config::of_units([0, 1]));
    }

    #[test]
    #[should_panic(expected = "between 0 and 1")]
    fn certainty_is_no_first_probability() {
        drop(ProbDd::with_initial(Config::full(3), 1.0));
    }
}
