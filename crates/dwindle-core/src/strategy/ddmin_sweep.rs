//! The ddmin of STRIPE: subsets, then one sweep over the complements that keeps all it can leave out.

use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};
use std::ops::Range;

/// ddmin as it reduced the first execution traces.
///
/// # Source
/// H. Cleve, A. Zeller, "Finding Failure Causes through Automated Testing", AADEBUG 2000, figure 5; the rules are read
/// from its 176 tests. With the configuration *c* in `n` parts:
///
/// ```text
/// some part fails:              c = that part,  n = 2
/// else a sweep over the parts:  each goes from c, for good, if c without it fails
/// m > 0 of them went:           n = max(n - m, 2)
/// else n < |c|:                 n = min(2 n, |c|)
/// else done
/// ```
///
/// At first the parts are eighths of *c*, rounded up, and pairs and fours of them, so that the last part is short; when
/// eighths do not help, there are as many parts as if each of them were cut in half. From then on parts are even, the
/// longer ones first.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start) and is 1-minimal, whether or not the test is monotone, where the
/// empty configuration is taken to pass: it is never asked.
///
/// # Cost
/// That of [`Ddmin`](super::Ddmin) where nothing can go; where much can, less, since a success does not begin anew.
///
/// # Determinism
/// A function of the start and the outcomes told.
#[derive(Clone, Debug)]
pub struct DdminSweep {
    best: Config,
    /// What was cut in parts.
    base: Config,
    place: Place,
    subsets: Estimate,
    complements: Estimate,
    done: bool,
}

/// Which question is next, and what is known of this granularity.
#[derive(Clone, Copy, Debug)]
struct Place {
    cut: Cut,
    /// First the subsets, then as many complements.
    at: usize,
    /// How many parts went in this sweep.
    gone: usize,
}

impl Place {
    /// Whether the question is about one part of `base`.
    fn is_subset(self, base: &Config) -> bool {
        self.at < self.cut.parts(base.len())
    }
}

/// How units are cut in parts.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// Parts of so many eighths, rounded up to whole units.
    Eighths(usize),
    /// So many parts.
    Even(usize),
}

impl Cut {
    /// The coarsest one of `len` units that has two parts or more.
    fn coarsest(len: usize) -> Self {
        let size = len.div_ceil(8);
        Self::Eighths([4, 2].into_iter().find(|times| times * size < len).unwrap_or(1))
    }

    /// In how many parts `len` units are cut.
    fn parts(self, len: usize) -> usize {
        match self {
            Self::Eighths(times) => len.div_ceil(times * len.div_ceil(8)),
            Self::Even(parts) => parts,
        }
    }

    /// The ranks of one part of `len` units.
    fn part(self, len: usize, index: usize) -> Range<usize> {
        match self {
            Self::Eighths(times) => {
                let size = times * len.div_ceil(8);
                (index * size).min(len)..((index + 1) * size).min(len)
            }
            Self::Even(parts) => {
                let (size, longer) = (len / parts, len % parts);
                let start = |index: usize| index * size + index.min(longer);
                start(index)..start(index + 1)
            }
        }
    }

    /// The next finer one; none where each unit is a part.
    fn finer(self, len: usize) -> Option<Self> {
        let parts = self.parts(len);
        if parts >= len {
            return None;
        }
        Some(match self {
            Self::Eighths(1) => {
                let half = len.div_ceil(8).div_ceil(2);
                Self::Even((0..parts).map(|index| self.part(len, index).len().div_ceil(half)).sum())
            }
            Self::Eighths(times) => Self::Eighths(times / 2),
            Self::Even(parts) => Self::Even((2 * parts).min(len)),
        })
    }
}

impl DdminSweep {
    /// Minimises `start`, which fails or is taken to fail.
    pub fn new(start: Config) -> Self {
        let mut sweep = Self {
            base: Config::empty(),
            best: start,
            place: Place { cut: Cut::Eighths(1), at: 0, gone: 0 },
            subsets: Estimate::default(),
            complements: Estimate::default(),
            done: false,
        };
        sweep.begin();
        sweep
    }

    /// Cuts the best anew, from the coarsest parts on.
    fn begin(&mut self) {
        self.base.clone_from(&self.best);
        self.place = Place { cut: Cut::coarsest(self.best.len()), at: 0, gone: 0 };
        self.done = self.best.len() < 2;
    }

    /// What the question at `place` is about, `base` being what is cut; none where that is nothing at all.
    fn config(&self, base: &Config, place: Place) -> Option<Config> {
        let parts = place.cut.parts(base.len());
        let part = base.slice(place.cut.part(base.len(), place.at % parts));
        let config = if place.is_subset(base) { part } else { self.best.minus(&part) };
        (!config.is_empty()).then_some(config)
    }

    /// The place after `place`, when its question did not fail, with what is cut there; none at the end.
    fn next<'a>(&'a self, base: &'a Config, place: Place) -> Option<(&'a Config, Place)> {
        let Place { cut, at, gone } = place;
        let parts = cut.parts(base.len());
        if at + 1 < 2 * parts {
            return Some((base, Place { at: at + 1, ..place }));
        }
        if gone == 0 {
            return Some((base, Place { cut: cut.finer(base.len())?, at: 0, gone: 0 }));
        }
        let left = (parts - gone).max(2).min(self.best.len());
        Some((&self.best, Place { cut: Cut::Even(left), at: 0, gone: 0 }))
    }

    /// As [`next`](Self::next), past places that ask for nothing.
    fn advance<'a>(&'a self, base: &'a Config, place: Place) -> Option<(&'a Config, Place)> {
        let (mut base, mut place) = self.next(base, place)?;
        while self.config(base, place).is_none() {
            (base, place) = self.next(base, place)?;
        }
        Some((base, place))
    }
}

impl Strategy for DdminSweep {
    fn ask(&self, nth: usize) -> Option<Question> {
        if self.done {
            return None;
        }
        let (mut base, mut place) = (&self.base, self.place);
        let mut subsets = 0;
        for _ in 0..nth {
            subsets += usize::from(place.is_subset(base));
            (base, place) = self.advance(base, place)?;
        }
        let config = self.config(base, place)?;
        let chance = if place.is_subset(base) {
            self.subsets.chance(subsets)
        } else {
            self.complements.chance(nth - subsets)
        };
        Some(Question::until_fail(config, chance))
    }

    fn tell(&mut self, outcome: Outcome) {
        assert!(!self.done, "there is no question to answer");
        let is_subset = self.place.is_subset(&self.base);
        (if is_subset { &mut self.subsets } else { &mut self.complements }).count(outcome);
        if outcome == Outcome::Fail
            && let Some(config) = self.config(&self.base, self.place)
        {
            self.best = config;
            if is_subset || self.best.len() < 2 {
                self.begin();
                return;
            }
            self.place.gone += 1;
        }
        match self.advance(&self.base, self.place) {
            Some((base, place)) => (self.base, self.place) = (base.clone(), place),
            None => self.done = true,
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
    fn parts_cover_everything_in_order_at_every_granularity() {
        for len in 2..70 {
            let mut cut = Some(Cut::coarsest(len));
            let mut before = 1;
            while let Some(now) = cut {
                let parts = now.parts(len);
                assert!(parts > before, "{len}: {now:?} after {before}");
                let cuts: Vec<_> = (0..parts).map(|index| now.part(len, index)).collect();
                assert_eq!((cuts[0].start, cuts[parts - 1].end), (0, len), "{len}: {now:?}");
                assert!(cuts.windows(2).all(|pair| pair[0].end == pair[1].start));
                assert!(cuts.iter().all(|part| !part.is_empty()), "{len}: {now:?}");
                (cut, before) = (now.finer(len), parts);
            }
            assert_eq!(before, len);
        }
    }

    #[test]
    fn the_first_cuts_of_37_units_are_those_of_the_figure() {
        let sizes = |cut: Cut| (0..cut.parts(37)).map(|at| cut.part(37, at).len()).collect::<Vec<_>>();
        let mut cut = Cut::coarsest(37);
        let mut all = vec![sizes(cut)];
        while let Some(finer) = cut.finer(37) {
            cut = finer;
            all.push(sizes(cut));
        }
        assert_eq!(all[0], [20, 17]);
        assert_eq!(all[1], [10, 10, 10, 7]);
        assert_eq!(all[2], [5, 5, 5, 5, 5, 5, 5, 2]);
        assert_eq!(all[3], [3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(all.len(), 6);
    }

    /// The second and the last of four units are needed.
    #[test]
    fn a_sweep_goes_on_behind_what_it_left_out() {
        let mut ddmin = DdminSweep::new(Config::full(4));
        let needed = Config::of_units([1, 3]);
        let mut asked = Vec::new();
        while let Some(question) = ddmin.ask(0).filter(|_| asked.len() < 50) {
            asked.push(format!("{:?}", question.config));
            let fails = needed.is_subset(&question.config);
            ddmin.tell(if fails { Outcome::Fail } else { Outcome::Pass });
        }
        assert_eq!(
            asked,
            [
                "{0-1}", "{2-3}", "{2-3}", "{0-1}", // halves
                "{0}", "{1}", "{2}", "{3}", // alone
                "{1-3}", "{2-3}", "{1 3}", "{1}", // without each: the first and the third go
                "{1}", "{3}", "{3}", "{1}",
            ]
        );
        assert_eq!(ddmin.best(), &needed);
    }
}
