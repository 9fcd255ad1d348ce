//! How often candidates have to fail: Wald's sequential probability ratio test.

/// How often the failure that is kept shows itself, and how seldom something else looks like it.
///
/// A candidate is run until one of two hypotheses is so much likelier than the other that a wrong decision is as seldom as
/// [`Rates::FALSE_FAILURE`] and [`Rates::FALSE_PASS`]: that it fails with the first rate, or with the second. One that fails more
/// often than the first rate is decided sooner, and so is one that fails more seldom than the second. In between either may come
/// out. This is the test of A. Wald (*Sequential Tests of Statistical Hypotheses*, 1945, section 3), of which the author proves
/// that no other with these errors needs fewer runs on average; ours gives up for the second rate after [`Rates::MOST`] runs.
///
/// Cost: on average about nine runs a candidate where the input fails in 19 of 20 runs, 20 where it does so in half of them, and
/// 350 where it does in one of 20.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    kept: f64,
    gone: f64,
    false_failure: f64,
}

impl Rates {
    /// So seldom a candidate is taken for failing that fails with the second rate: a single one would be the wrong result, and a
    /// search asks some hundred times.
    pub const FALSE_FAILURE: f64 = 1e-5;
    /// So seldom where the rate is to rise and came to [`OFTEN`](Self::OFTEN). The second rate is at least a sixth there, at 0.9 it is
    /// 0.64, and what hardly fails is far below. It takes 24 runs instead of 40 at the top, and of 500 searches each that end there 500 were
    /// right either way.
    pub const FALSE_FAILURE_OF_OFTEN: f64 = 1e-3;
    /// From this rate on.
    pub const OFTEN: f64 = 0.5;
    /// So seldom one is taken for passing that fails with the first rate, which makes the result larger than it has to be. One that
    /// fails as often as the input is taken so far more seldom. Of 500 searches each at 0.05, 0.1 and 0.5, 499, 498 and 500 were
    /// right, and a thousandth instead gave 498, 500 and 500 with a seventh to a quarter more runs.
    pub const FALSE_PASS: f64 = 1e-2;
    /// So many runs a candidate gets at most.
    pub const MOST: u32 = 5000;
    /// So many failures of the input say its rate well enough. With half as many, 477 of 500 searches at 0.05 were right instead of
    /// 499, and they took more runs: a rate that is measured too low asks for more runs of each candidate.
    pub const FAILURES: u32 = 20;
    /// So many have to be there, where it takes too long to wait for [`FAILURES`](Self::FAILURES).
    pub const FEWEST_FAILURES: u32 = 10;
    /// Of the rate of the input these parts are the two rates.
    const PARTS: (f64, f64) = (0.7, 0.2);

    /// Those for an input that failed in `fails` of `runs` runs.
    ///
    /// # Panics
    /// When it never failed.
    pub fn of_input(fails: u32, runs: u32) -> Self {
        assert!((1..=runs).contains(&fails), "an input that fails in {fails} of {runs} runs");
        let rate = f64::from(fails) / f64::from(runs);
        // Of one that never passed that is not known to be so.
        let rate = rate.min(f64::from(runs) / (f64::from(runs) + 1.0));
        let [kept, gone] = [Self::PARTS.0, Self::PARTS.1].map(|part| part * rate);
        Self { kept, gone, false_failure: Self::FALSE_FAILURE }
    }

    /// Those for candidates that have to fail about as often as one that does so at this rate, as far as that can be told from one
    /// that does always: the parts are those of the odds.
    pub(super) fn about(rate: f64) -> Self {
        let part = |part: f64| {
            let odds = part * rate / (1.0 - rate);
            odds / (1.0 + odds)
        };
        let false_failure =
            if rate < Self::OFTEN { Self::FALSE_FAILURE } else { Self::FALSE_FAILURE_OF_OFTEN };
        Self { kept: part(Self::PARTS.0), gone: part(Self::PARTS.1), false_failure }
    }

    /// Whether a candidate fails of which `fails` of `runs` runs failed; `None` while that is open.
    pub(super) fn decided(self, fails: u32, runs: u32) -> Option<bool> {
        let Self { kept, gone, false_failure } = self;
        let passes = f64::from(runs - fails);
        let ratio = f64::from(fails) * (kept / gone).ln() + passes * ((1.0 - kept) / (1.0 - gone)).ln();
        if ratio >= ((1.0 - Self::FALSE_PASS) / false_failure).ln() {
            return Some(true);
        }
        let is_gone = ratio <= (Self::FALSE_PASS / (1.0 - false_failure)).ln() || runs >= Self::MOST;
        is_gone.then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many runs it takes to decide about a candidate all or none of whose runs fail.
    fn runs(rates: Rates, fails: bool) -> u32 {
        let all = 1..=Rates::MOST;
        all.into_iter().find(|&runs| rates.decided(if fails { runs } else { 0 }, runs).is_some()).unwrap()
    }

    #[test]
    fn the_more_often_the_input_fails_the_fewer_runs_are_needed() {
        let often = Rates::of_input(19, 20);
        assert_eq!((runs(often, true), runs(often, false)), (10, 6));
        let half = Rates::of_input(20, 40);
        assert_eq!((runs(half, true), runs(half, false)), (10, 15));
        let seldom = Rates::of_input(20, 400);
        assert_eq!((runs(seldom, true), runs(seldom, false)), (10, 181));
        let top = Rates::about(0.9);
        assert_eq!((runs(top, true), runs(top, false)), (24, 5));
    }

    #[test]
    fn what_stays_between_the_rates_counts_as_passing_in_the_end() {
        let rates = Rates::of_input(20, 400);
        let between = |runs: u32| rates.decided(runs / 49, runs);
        assert_eq!((between(4999), between(5000)), (None, Some(false)));
    }
}
