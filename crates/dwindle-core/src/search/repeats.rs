//! Repeats: changes that passed on a text a little larger, and so will hardly fail on this one.
//!
//! A pass that took something begins again, and so do the passes after it. Much of what they ask about was asked before: the same bytes go,
//! between the same bytes. So repeats are left out until nothing else is left to ask, and asked about then.
//!
//! # What we tried
//! On 32 small C, Go, Rust, Verilog and Lua programs, 607 of 4,459 questions were repeats on texts of at least half the size. One of them
//! failed, which removed a fifth of the text; of the others one in six did.
//!
//! # Determinism
//! It learns answers in serial order, and nothing of tests that ran ahead.

use std::collections::HashMap;
use std::sync::Arc;

use crate::change::Change;
use crate::search::blanks::UpToBlanks;
use crate::space::Shared;
use crate::{Config, Outcome};

/// A change counts as a repeat on texts of at least this part of the one on which it passed.
const STILL: u64 = 2;

/// A change that removes this part of the text is worth its test again.
const MUCH: u64 = 5;

/// What changes came to, by the size of the text on which they were asked about last.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats {
    /// Whether they are left out.
    is_on: bool,
    skipped: u64,
    known: Arc<HashMap<Change, (Outcome, u64)>>,
    /// What is known of texts with other blanks, whether or not repeats are left out.
    pub(super) up_to_blanks: UpToBlanks,
}

impl Repeats {
    /// Leaves repeats out from now on, or asks about all.
    pub(super) const fn skip(&mut self, yes: bool) {
        (self.is_on, self.skipped) = (yes, 0);
    }

    /// How many were left out since it was said whether they are.
    pub(super) const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// What the change that makes `config` of `best` came to on a text that was not much larger, where repeats are left out.
    pub(super) fn outcome(&self, space: &Shared, best: &Config, config: &Config) -> Option<Outcome> {
        if !self.is_on {
            return None;
        }
        let (outcome, size) = self.known.get(&Change::of((space, best), (space, config))?)?;
        let (now, then) = (space.size(best), space.size(config));
        let is_little = now.saturating_sub(then).saturating_mul(MUCH) < now;
        (is_little && now.saturating_mul(STILL) >= *size).then_some(*outcome)
    }

    /// Notes that the next question is left out.
    pub(super) const fn note_skipped(&mut self) {
        self.skipped += 1;
    }

    /// Notes what a change of `best` came to.
    pub(super) fn learn(&mut self, space: &Shared, (best, config): (&Config, &Config), outcome: Outcome) {
        self.up_to_blanks.learn(space, config, outcome);
        if self.is_on
            && outcome != Outcome::Fail
            && let Some(change) = Change::of((space, best), (space, config))
        {
            Arc::make_mut(&mut self.known).insert(change, (outcome, space.size(best)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;
    use crate::space::{AsSpace, Space, Unit};

    /// What is told of the removal of the last line of `now`, where the removal of the last line of `then` passed.
    fn told(then: &str, now: &str) -> Option<Outcome> {
        let mut repeats = Repeats::default();
        repeats.skip(true);
        let lines = |text: &str| {
            let space = Arc::new(Text::new(text.as_bytes()).expect("it is short").cut(Unit::Lines));
            let (best, units) = (space.full(), space.units());
            let config = best.without_slice(units - 1..units);
            (space.as_space(), best, config)
        };
        let (space, best, config) = lines(then);
        repeats.learn(&space, (&best, &config), Outcome::Unresolved);
        let (space, best, config) = lines(now);
        repeats.outcome(&space, &best, &config)
    }

    #[test]
    fn what_passed_is_a_repeat_until_half_of_the_text_is_gone_or_it_would_remove_much() {
        let head = "a line of more than eight bytes\n";
        let text = |lines: usize| format!("{}{head}x\n", "y\n".repeat(lines));
        assert_eq!(told(&text(100), &text(90)), Some(Outcome::Unresolved));
        assert_eq!(told(&text(100), &text(40)), None, "less than half is left");
        assert_eq!(
            told(&text(100), &text(100).replace("eight", "nine!")),
            None,
            "it stands beside other bytes"
        );
        assert_eq!(told("y\ny\ny\nx\n", "y\ny\nx\n"), None, "it removes a third");
    }
}
