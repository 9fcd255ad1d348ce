//! Two texts as one space: the units of both in one order, what they share once. Each text is a configuration.
//!
//! Two sides are two configurations of one space, whose units are the units of both texts. So isolation is a search
//! in one space between two configurations.

use std::ops::Range;

use super::{Space, TextSpace, Unit};
use crate::Config;
use crate::edited::differing;
use crate::space::{Edit, Sides};
use crate::{Text, TooLarge};

/// The units of two texts in one order, and which of them stand in which.
///
/// Some of them make the one text, some the other, and between the two lie the edits that lead from one to the other.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The units of both texts; what they share is there once.
    pub space: TextSpace,
    /// The two texts as configurations of it.
    pub sides: Sides,
}

impl Merged {
    /// Merges a text that passes with one that fails, both cut into `unit`s.
    ///
    /// What they share is found by a diff (histogram, with Myers' algorithm behind it). In a stretch where they differ,
    /// the first unit of the one is taken for what has become of the first of the other, and so on: an edit each.
    ///
    /// # Errors
    /// [`TooLarge`] when the two together have 4 GiB or more.
    pub fn new(passing: &Text, failing: &Text, unit: Unit) -> Result<Self, TooLarge> {
        let (one, other) = (passing.cut(unit), failing.cut(unit));
        let mut merging = Merging::default();
        let mut shared_until = 0;
        for hunk in differing(&one, &other).hunks() {
            merging.share(&other, shared_until..hunk.after.start);
            merging.differ(&one, hunk.before.clone(), &other, hunk.after.clone());
            shared_until = hunk.after.end;
        }
        merging.share(&other, shared_until..offset(other.units()));
        let Merging { bytes, offsets, common, edits } = merging;
        let text = Text::new(bytes)?;
        Ok(Self { space: text.cut_at(offsets, unit), sides: Sides { fixed: Config::empty(), common, edits } })
    }

    /// Keeps the units of the failing text that touch one of `spans` (of its bytes, ascending) on both sides.
    #[must_use]
    pub fn protect(mut self, spans: impl IntoIterator<Item = Range<usize>>) -> Self {
        let failing = self.sides.failing();
        // Where each unit of the failing text begins in it, and where in both.
        let (mut at, mut spans, mut fixed) = (0, spans.into_iter().peekable(), Config::empty());
        for unit in failing.units() {
            let end = at + self.space.unit_bytes(unit).len();
            while spans.next_if(|span| span.end <= at || span.is_empty()).is_some() {}
            if spans.peek().is_some_and(|span| span.start < end) {
                fixed = fixed.union(&Config::of_units([unit]));
            }
            at = end;
        }
        self.sides.common = self.sides.common.minus(&fixed);
        for edit in &mut self.sides.edits {
            if edit.failing.clone().any(|unit| fixed.contains(unit)) {
                edit.failing = edit.failing.end..edit.failing.end;
            }
        }
        self.sides.edits.retain(|edit| !edit.passing.is_empty() || !edit.failing.is_empty());
        self.sides.fixed = fixed;
        self
    }
}

/// The two texts as far as they are merged.
struct Merging {
    bytes: Vec<u8>,
    offsets: Vec<u32>,
    common: Config,
    edits: Vec<Edit>,
}

impl Default for Merging {
    fn default() -> Self {
        Self { bytes: Vec::new(), offsets: vec![0], common: Config::empty(), edits: Vec::new() }
    }
}

impl Merging {
    /// Appends units, and gives their numbers here.
    fn append(&mut self, from: &TextSpace, units: Range<u32>) -> Range<u32> {
        let start = offset(self.offsets.len() - 1);
        for unit in units {
            self.bytes.extend_from_slice(from.unit_bytes(unit));
            // Too large a text is told of at the end.
            self.offsets.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
        }
        start..offset(self.offsets.len() - 1)
    }

    fn share(&mut self, from: &TextSpace, units: Range<u32>) {
        let units = self.append(from, units);
        self.common = self.common.union(&Config::of_range(units));
    }

    fn differ(&mut self, one: &TextSpace, before: Range<u32>, other: &TextSpace, after: Range<u32>) {
        for nth in 0..u32::max(offset(before.len()), offset(after.len())) {
            let nth_of = |range: &Range<u32>| {
                let at = range.start + nth;
                at.min(range.end)..(at + 1).min(range.end)
            };
            let passing = self.append(one, nth_of(&before));
            let failing = self.append(other, nth_of(&after));
            self.edits.push(Edit { passing, failing });
        }
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("texts are shorter than 4 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> Text {
        Text::new(text.as_bytes().to_vec()).unwrap()
    }

    fn bytes(space: &TextSpace, config: &Config) -> Vec<u8> {
        space.render(config).bytes().to_vec()
    }

    proptest! {
        #[test]
        fn the_sides_are_the_two_texts(one in "[ab \n]{0,30}", other in "[ab \n]{0,30}") {
            for &unit in Unit::ALL {
                let Merged { space, sides } = Merged::new(&text(&one), &text(&other), unit).unwrap();
                prop_assert_eq!(bytes(&space, &sides.passing()), one.as_bytes());
                prop_assert_eq!(bytes(&space, &sides.failing()), other.as_bytes());
                let both = sides.passing().union(&sides.failing());
                prop_assert_eq!(both, space.full(), "there are units of no side");
            }
        }

        #[test]
        fn what_is_protected_stands_on_both_sides(one in "[ab\n]{0,20}", other in "[ab\n]{1,20}", from in 0usize..20) {
            let from = from.min(other.len() - 1);
            let merged = Merged::new(&text(&one), &text(&other), Unit::Chars).unwrap();
            let failing = merged.space.render(&merged.sides.failing());
            let Merged { space, sides } = merged.protect(std::iter::once(from..from + 1));
            prop_assert_eq!(bytes(&space, &sides.failing()), failing.bytes());
            prop_assert_eq!(bytes(&space, &sides.fixed), &other.as_bytes()[from..=from]);
            prop_assert!(sides.fixed.is_subset(&sides.passing()));
        }
    }

    #[test]
    fn changed_lines_are_edits_of_their_own() {
        let merged = Merged::new(&text("a\nb\nc\n"), &text("a\nx\ny\nc\n"), Unit::Lines).unwrap();
        assert_eq!(merged.space.render(&merged.sides.common).bytes(), b"a\nc\n");
        let edits: Vec<_> =
            merged.sides.edits.iter().map(|edit| (edit.passing.len(), edit.failing.len())).collect();
        assert_eq!(edits, [(1, 1), (0, 1)]);
    }
}
