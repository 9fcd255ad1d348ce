//! A text with something else in some of its places, which are in order and apart; and where two texts differ.

use std::borrow::Cow;
use std::ops::Range;

use dwindle_core::space::{Space, TextSpace};
use dwindle_core::span_hash::SpanHash;
use imara_diff::{Algorithm, Diff, InternedInput};

use crate::{Id, Text};

/// What stays between the places, and what is put there.
pub(crate) fn pieces<'a>(
    text: &'a Text,
    edits: impl IntoIterator<Item = (Range<usize>, Cow<'a, [u8]>)>,
) -> Vec<Cow<'a, [u8]>> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    for (place, with) in edits {
        pieces.extend([Cow::Borrowed(&text.bytes()[at..place.start]), with]);
        at = place.end;
    }
    pieces.push(Cow::Borrowed(&text.bytes()[at..]));
    pieces
}

/// The identity of what the pieces are in sum. Costs time in what is put there, not in the text.
pub(crate) fn id(text: &Text, edits: impl IntoIterator<Item = (Range<usize>, impl AsRef<[u8]>)>) -> Id {
    let (mut hash, mut at) = (SpanHash::EMPTY, 0);
    for (place, with) in edits {
        hash = hash.then(text.span_hash(at..place.start));
        if !with.as_ref().is_empty() {
            hash = hash.then(SpanHash::of(with.as_ref()));
        }
        at = place.end;
    }
    hash.then(text.span_hash(at..text.bytes().len())).id()
}

/// Whether one of the spans, which are ascending and apart, overlaps `span`.
pub(crate) fn touches(spans: &[Range<usize>], span: &Range<usize>) -> bool {
    let first = spans.partition_point(|it| it.end <= span.start);
    spans.get(first).is_some_and(|it| it.start < span.end)
}

/// Which units of the one text stand where which of the other do.
pub(crate) fn differing(one: &TextSpace, other: &TextSpace) -> Diff {
    let units = |text: &TextSpace| 0..u32::try_from(text.units()).expect("fewer units than bytes");
    let mut input = InternedInput::default();
    input.update_before(units(one).map(|at| one.unit_bytes(at)));
    input.update_after(units(other).map(|at| other.unit_bytes(at)));
    Diff::compute(Algorithm::Histogram, &input)
}
