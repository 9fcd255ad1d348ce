//! How likely the next question of a kind is to fail, estimated from earlier questions of that kind.
//!
//! The estimates are only hints for speculation; no strategy depends on them.

use crate::Outcome;

/// A running count of the questions of one kind, read as a chance by Laplace's rule of succession.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Estimate {
    fails: u64,
    asked: u64,
}

impl Estimate {
    /// The chance of [`Outcome::Fail`] once `more` further questions of this kind have not failed.
    #[expect(clippy::cast_precision_loss, reason = "a hint needs no more than a few digits")]
    pub(crate) fn chance(self, more: usize) -> f32 {
        (self.fails + 1) as f32 / (self.asked + more as u64 + 2) as f32
    }

    /// Counts one answered question.
    pub(crate) fn count(&mut self, outcome: Outcome) {
        self.asked += 1;
        self.fails += u64::from(outcome == Outcome::Fail);
    }

    /// Counts all that `other` counted.
    pub(crate) fn add(&mut self, other: Self) {
        self.asked += other.asked;
        self.fails += other.fails;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_known_is_even_odds_and_every_answer_moves_it() {
        let mut estimate = Estimate::default();
        assert!((estimate.chance(0) - 0.5).abs() < 1e-6);
        estimate.count(Outcome::Pass);
        assert!((estimate.chance(0) - 1.0 / 3.0).abs() < 1e-6);
        assert!((estimate.chance(1) - 0.25).abs() < 1e-6);
        estimate.count(Outcome::Fail);
        assert!((estimate.chance(0) - 0.5).abs() < 1e-6);
    }
}
