//! How likely candidates fail of which strategies say how likely they take it to be.
//!
//! A strategy attaches a chance to each question, and the search counts how often such candidates really failed.
//! The corrected chance only decides what runs ahead.

/// What counts of what a strategy says, in questions of one kind that were answered.
const BELIEF: f64 = 4.0;

/// How often candidates failed, by what strategies said of them in tenths.
///
/// A strategy says what its model says. On programs, what it takes for an even chance fails once in six times (1,750 questions on nine
/// files out of compilers' test suites); on lists of which scattered elements are needed, as often as it says. So what it says counts as
/// much as a few answers.
///
/// # Determinism
/// A function of the answers in serial order; it decides what runs ahead and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chances {
    told: [(u32, u32); 10],
}

impl Chances {
    /// Takes the answer to a question of which a strategy said this.
    pub(super) fn count(&mut self, said: f32, fails: bool) {
        let (failed, all) = &mut self.told[tenth(said)];
        *failed = failed.saturating_add(u32::from(fails));
        *all = all.saturating_add(1);
    }

    /// How likely a candidate fails of which a strategy says this.
    pub(super) fn of(&self, said: f32) -> f64 {
        let (failed, all) = self.told[tenth(said)];
        let chance = (f64::from(failed) + BELIEF * f64::from(said)) / (f64::from(all) + BELIEF);
        chance.clamp(0.001, 0.999)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 9")]
fn tenth(said: f32) -> usize {
    (said * 10.0).clamp(0.0, 9.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_strategy_says_counts_until_answers_say_otherwise() {
        let mut chances = Chances::default();
        assert!((chances.of(0.5) - 0.5).abs() < 1e-9);
        (0..36).for_each(|_| chances.count(0.55, false));
        assert!((chances.of(0.5) - 0.05).abs() < 1e-9);
        assert!((chances.of(0.3) - 0.3).abs() < 1e-6, "of another kind nothing is known");
        assert!(chances.of(1.0) < 1.0 && chances.of(0.0) > 0.0);
    }
}
