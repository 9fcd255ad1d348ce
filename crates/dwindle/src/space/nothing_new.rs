//! A rule for `reduce --no-invention`: a candidate that has a token which the input does not have is not tested.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::space::{Answered, Lens, Rule, Space, TextSpace, Unit, text_of};
use crate::{Config, Id, Outcome, Text};

/// A rule: each token of a candidate stands in the input, in that order. Of another candidate the outcome is
/// [`Outcome::Unresolved`] without a test.
///
/// Tokens are words, numbers and signs; blanks do not count. So what passes put in, such as shorter names, the rest of a word, or
/// `false` for a term, is never tested.
///
/// Costs time in the size of the candidate for each that a strategy asks about.
#[derive(Clone, Debug)]
pub struct NothingNew(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The input in tokens: of many, the bounds take an eighth of its size.
    input: TextSpace,
    /// Whether candidates that were looked at may be tested.
    seen: Mutex<BTreeMap<Id, bool>>,
}

impl NothingNew {
    /// Nothing that does not stand in `input`.
    pub fn beside(input: &Text) -> Self {
        Self(Arc::new(Inner { input: input.cut(Unit::Tokens), seen: Mutex::default() }))
    }

    /// Makes a space of texts one in which this holds.
    pub fn lens(self) -> Lens {
        Arc::new(move |space| Arc::new(Answered::by(Arc::clone(space), self.clone())))
    }

    /// Whether each token of `text` stands in the input, in that order.
    pub fn holds(&self, text: &Text) -> bool {
        // A token of the candidate is none of the blanks of the input.
        let units = u32::try_from(self.0.input.units()).expect("there are fewer than bytes in a text");
        let mut left = (0..units).map(|unit| self.0.input.unit_bytes(unit));
        tokens(text).all(|span| left.any(|token| token == &text.bytes()[span.clone()]))
    }

    /// How many tokens of `text` stand nowhere in `input`, which is looked at no further than they need.
    pub fn count(input: &Text, text: &Text) -> usize {
        let mut new = BTreeMap::<&[u8], usize>::new();
        for span in tokens(text) {
            *new.entry(&text.bytes()[span]).or_default() += 1;
        }
        let mut old = input.tokens();
        while !new.is_empty()
            && let Some(token) = old.next()
        {
            new.remove(&input.bytes()[token]);
        }
        new.values().sum()
    }
}

impl Rule for NothingNew {
    fn outcome(&self, space: &(impl Space + ?Sized), config: &Config, _best: &Config) -> Option<Outcome> {
        let id = space.id(config);
        let seen = || self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let known = seen().get(&id).copied();
        let holds = known.unwrap_or_else(|| {
            let holds = text_of(space, config).is_none_or(|text| self.holds(&text));
            seen().insert(id, holds);
            holds
        });
        (!holds).then_some(Outcome::Unresolved)
    }
}

/// The words, numbers and signs of a text.
fn tokens(text: &Text) -> impl Iterator<Item = Range<usize>> {
    text.tokens().filter(|span| !text.bytes()[span.clone()].trim_ascii().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_holds_and_what_was_put_in_or_cut_short_does_not() {
        let text = |text: &str| Text::new(text.as_bytes()).unwrap();
        let input = text("(assert (and x (not x)))");
        let rule = NothingNew::beside(&input);
        for (candidate, holds, new) in [
            ("(assert x)", true, 0),
            ("(assert\n  (not x))", true, 0),
            ("(assert false)", false, 1),
            ("(not (assert x))", false, 0),
            ("(asser x)", false, 1),
            ("", true, 0),
        ] {
            let candidate = text(candidate);
            assert_eq!(
                (rule.holds(&candidate), NothingNew::count(&input, &candidate)),
                (holds, new),
                "{candidate:?}"
            );
        }
    }
}
