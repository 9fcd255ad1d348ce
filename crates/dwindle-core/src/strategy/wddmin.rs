//! Weighted ddmin: like ddmin, but it splits by weight instead of by the number of units.

use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};
use std::ops::Range;
use std::sync::Arc;

/// ddmin on units with weights: `W_ddmin` of weighted delta debugging.
///
/// # Source
/// X. Zhou, Z. Xu, M. Zhang, Y. Tian, C. Sun, "WDD: Weighted Delta Debugging", ICSE 2025. A unit's weight is its
/// size (in the paper: the tokens of its subtree), so that both halves are worth as much. With all units as the
/// only part:
///
/// ```text
/// cut each part in two, where its weight is nearest to half; single units are set aside
/// some part alone fails:   that is all there is, as the only part; begin anew
/// some part can go:        it goes; ask the parts again from the first, until none can
/// no part is left:         done, else cut again
/// ```
///
/// A part is cut before or after the unit in which half its weight is reached, whichever comes nearer to half
/// (after, if both are as near). Either side has at least one unit.
///
/// How we differ. The published algorithm ends with a search for single units that can go, from the first and
/// again from there after each success; that is left to [`Algorithm`](crate::Algorithm),
/// which asks from the end and does not begin again. A weight of 0 counts as 1. The empty configuration is taken
/// to pass and never asked, as in [`Ddmin`](super::ddmin::Ddmin). At two parts all else without one is the
/// other; it is asked, and a cache has the answer.
///
/// With equal weights and a power of 2 units this asks what ddmin asks up to the first part that goes; from
/// there on ddmin cuts all that is left anew, and this keeps the other parts.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start). It is 1-minimal where the test is monotone and nothing at all
/// passes; else it need not be, as units that were set aside are not tried again.
///
/// # Cost
/// About 2 log₂ (W / w) tests where one unit of weight w among W is needed, O(n²) at worst. All questions up to
/// the next success or the next cut are known ahead. Cutting a part costs a binary search.
///
/// # Determinism
/// A function of the start, the weights and the outcomes told, in whole numbers.
#[derive(Clone, Debug)]
pub struct Wddmin {
    start: Config,
    best: Config,
    /// What the first so many units of the start weigh together.
    sums: Arc<[u128]>,
    /// Ranks in the start; all of them are in `best`.
    parts: Arc<Vec<Range<usize>>>,
    /// Which question of these parts: first each alone, then all else without each.
    at: usize,
    alone: Estimate,
    without: Estimate,
}

impl Wddmin {
    /// Weighted ddmin on `start`, which fails or is taken to fail, with the weight of each of its units in order.
    ///
    /// # Panics
    /// When there are not as many weights as units.
    pub fn new(start: Config, weights: impl Into<Arc<[u64]>>) -> Self {
        let weights = weights.into();
        assert_eq!(weights.len(), start.len(), "a weight for each unit");
        let sums = std::iter::once(0).chain(weights.iter().scan(0, |sum, &weight| {
            *sum += u128::from(weight.max(1));
            Some(*sum)
        }));
        let mut new = Self {
            best: start.clone(),
            sums: sums.collect(),
            parts: Arc::new(std::iter::once(0..start.len()).collect()),
            start,
            at: 0,
            alone: Estimate::default(),
            without: Estimate::default(),
        };
        new.cut();
        new
    }

    /// Cuts every part in two and sets single units aside.
    fn cut(&mut self) {
        let many = self.parts.iter().filter(|part| part.len() > 1);
        let halves = many.flat_map(|part| {
            let middle = self.middle(part);
            [part.start..middle, middle..part.end]
        });
        self.parts = Arc::new(halves.collect());
        self.at = 0;
    }

    /// Where the weight of `part`, at least two units, is nearest to half.
    fn middle(&self, part: &Range<usize>) -> usize {
        let (before, after) = (self.sums[part.start], self.sums[part.end]);
        // Up to here it is at most half. Doubled, so that all is in whole numbers.
        let inner = &self.sums[part.start + 1..part.end];
        let below = inner.partition_point(|&sum| sum - before <= after - sum);
        let middle = (part.start + below).max(part.start + 1);
        let nearer_after = below > 0
            && middle + 1 < part.end
            && (after - self.sums[middle]) - (self.sums[middle] - before)
                >= (self.sums[middle + 1] - before) - (after - self.sums[middle + 1]);
        middle + usize::from(nearer_after)
    }

    /// The configuration that question `at` is about.
    fn config(&self, at: usize) -> Config {
        let part = |index: usize| self.start.slice(self.parts[index].clone());
        at.checked_sub(self.parts.len()).map_or_else(|| part(at), |index| self.best.minus(&part(index)))
    }
}

impl Strategy for Wddmin {
    fn ask(&self, nth: usize) -> Option<Question> {
        let at = self.at.checked_add(nth).filter(|&at| at < 2 * self.parts.len())?;
        let parts = self.parts.len();
        let chance =
            if at < parts { self.alone.chance(nth) } else { self.without.chance(at - self.at.max(parts)) };
        Some(Question::until_fail(self.config(at), chance))
    }

    fn tell(&mut self, outcome: Outcome) {
        let count = self.parts.len();
        assert!(self.at < 2 * count, "there is no question to answer");
        let alone = self.at < count;
        (if alone { &mut self.alone } else { &mut self.without }).count(outcome);
        if outcome != Outcome::Fail {
            self.at += 1;
            if self.at == 2 * count {
                self.cut();
            }
            return;
        }
        self.best = self.config(self.at);
        if alone {
            self.parts = Arc::new(vec![self.parts[self.at].clone()]);
            self.cut();
            return;
        }
        Arc::make_mut(&mut self.parts).remove(self.at - count);
        self.at = self.parts.len();
        // What is left is one part and nothing else: it can only be cut.
        if self.parts.iter().all(|part| part.len() == self.best.len()) {
            self.cut();
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::ddmin::Ddmin;
    use crate::strategy::laws::asked;

    fn parts(weights: &[u64]) -> Vec<usize> {
        let wddmin = Wddmin::new(Config::full(weights.len()), weights);
        wddmin.parts.iter().map(Range::len).collect()
    }

    #[test]
    fn a_part_is_cut_where_its_weight_is_nearest_to_half() {
        assert_eq!(parts(&[1, 1, 1, 1]), [2, 2]);
        assert_eq!(parts(&[9, 1, 1, 1]), [1, 3]);
        assert_eq!(parts(&[1, 1, 1, 9]), [3, 1]);
        assert_eq!(parts(&[4, 3, 5]), [2, 1], "7 and 5 are nearer to 6 than 4 and 8");
        assert_eq!(parts(&[4, 4, 4]), [2, 1], "after the unit where both are as near");
        assert_eq!(parts(&[2, 9, 1]), [1, 2], "2 and 10 are nearer to 6 than 11 and 1");
        assert_eq!(parts(&[0, 0, 0, 0]), [2, 2], "nothing weighs nothing");
        assert_eq!(parts(&[u64::MAX, u64::MAX]), [1, 1]);
        assert_eq!(parts(&[7]), [0; 0]);
    }

    #[test]
    fn one_needed_unit_of_sixty_four_that_weigh_the_same_is_found_as_ddmin_finds_it() {
        for unit in 0..64 {
            let needed = Config::of_units([unit]);
            let (ours, wddmin) = asked(Wddmin::new(Config::full(64), [1; 64]), &needed);
            let (theirs, ddmin) = asked(Ddmin::new(Config::full(64)), &needed);
            assert_eq!((ours, wddmin.best()), (theirs, ddmin.best()));
        }
    }

    #[test]
    fn up_to_the_first_part_that_goes_equal_weights_ask_what_ddmin_asks() {
        let needed = Config::of_units([0, 5, 11, 15]);
        let (ours, _) = asked(Wddmin::new(Config::full(16), [1; 16]), &needed);
        let (theirs, _) = asked(Ddmin::new(Config::full(16)), &needed);
        let first = ours.iter().position(|config| needed.is_subset(config)).expect("something goes");
        assert_eq!(ours[..=first], theirs[..=first]);
        assert_ne!(ours, theirs);
    }

    #[test]
    fn a_heavy_unit_is_alone_at_once() {
        let mut weights = [1; 100];
        weights[70] = 1000;
        let (asked, wddmin) = asked(Wddmin::new(Config::full(100), weights), &Config::of_units([70]));
        assert_eq!((asked.len(), wddmin.best()), (3, &Config::of_units([70])));
    }

    #[test]
    fn parts_that_go_leave_the_others_as_they_are() {
        let mut wddmin = Wddmin::new(Config::full(8), [1; 8]);
        for _ in 0..8 {
            wddmin.tell(Outcome::Unresolved);
        }
        // Four parts; none alone; the second can go.
        assert_eq!(*wddmin.parts, [0..2, 2..4, 4..6, 6..8]);
        wddmin.tell(Outcome::Pass);
        wddmin.tell(Outcome::Fail);
        assert_eq!(*wddmin.parts, [0..2, 4..6, 6..8]);
        assert_eq!(wddmin.ask(0).expect("the first again").config, Config::of_units(4..8));
        assert_eq!(wddmin.ask(2).expect("the last").config, Config::of_units([0, 1, 4, 5]));
        assert_eq!(wddmin.ask(3), None);
    }
}
