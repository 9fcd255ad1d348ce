//! Fits neighbouring changes together: adds the blanks that keep words apart, and tells the bytes and the hash of
//! what is put in.

use std::ops::Range;

use super::change::{Change, With, disjoint};
use super::tree_space::TreeSpace;
use crate::grammar::{Spacing, would_merge};
use crate::tree::Stretch;
use dwindle_core::span_hash::SpanHash;

impl TreeSpace {
    /// The same changes, made to go together.
    pub(super) fn settled(&self, changes: Vec<Change>) -> Vec<Change> {
        let mut changes = disjoint(changes);
        if self.tree.grammar().spacing() == Spacing::Words {
            self.keep_apart(&mut changes);
        }
        changes
    }

    /// Notes where blanks are needed around changes, so that no two words become one.
    fn keep_apart(&self, changes: &mut [Change]) {
        let bytes = self.tree.text().bytes();
        // Where the change before ended, and the last byte put by it if it put any.
        let (mut end, mut last) = (0, None);
        for at in 0..changes.len() {
            let next = changes.get(at + 1).map_or(bytes.len(), |next| next.span.start);
            let change = &changes[at];
            let span = change.span.clone();
            let before = if end < span.start { Some(bytes[span.start - 1]) } else { last };
            // What comes directly before another change is that one's concern.
            let after = if span.end < next { &bytes[span.end..=span.end] } else { &[] };
            let put = self.replacement(change);
            let (mut blank_before, mut blank_after) = (false, false);
            if let (Some(first), Some(end)) = (put.first(), put.last()) {
                let (first, end) = (first.bytes(&self.tree), end.bytes(&self.tree));
                blank_before = would_merge(before.as_slice(), first);
                blank_after = would_merge(end, after);
                last = if blank_after { Some(b' ') } else { end.last().copied() };
            } else if !span.is_empty() {
                blank_before = would_merge(before.as_slice(), after);
                last = if blank_before { Some(b' ') } else { before };
            } else {
                last = before;
            }
            end = span.end;
            (changes[at].blank_before, changes[at].blank_after) = (blank_before, blank_after);
        }
    }

    /// The stretches that a change is replaced by.
    pub(super) fn replacement(&self, change: &Change) -> Vec<Stretch<'_>> {
        let mut out: Vec<Stretch<'_>> = Vec::new();
        if change.blank_before {
            out.push(Stretch::New(b" "));
        }
        match change.with {
            With::Nothing(_) => {}
            With::Empty(group) => {
                let text = &*self.sites.group(group).empty;
                out.extend(Some(Stretch::New(text)).filter(|_| !text.is_empty()));
            }
            With::Alternative(unit, number) => self.alternative(unit, number).render(&self.tree, &mut out),
        }
        if change.blank_after {
            out.push(Stretch::New(b" "));
        }
        out
    }

    /// How many bytes a change puts in.
    pub(crate) fn replacement_len(&self, change: &Change) -> usize {
        self.replacement(change).iter().map(|stretch| stretch.bytes(&self.tree).len()).sum()
    }

    /// Whether protected bytes go, which they do not when they are a part of what stands in.
    pub(super) fn change_loses_protected(&self, change: &Change) -> bool {
        let fixed = self.tree.protected_in(&change.span);
        let kept = |fixed: &Range<usize>, stretch: &Stretch<'_>| matches!(stretch, Stretch::Old(span) if span.start <= fixed.start && fixed.end <= span.end);
        !fixed.is_empty() && {
            let stretches = self.replacement(change);
            !fixed.iter().all(|fixed| stretches.iter().any(|stretch| kept(fixed, stretch)))
        }
    }

    /// The hash of what stands before a change, and of what the change puts in after that.
    pub(super) fn replaced(&self, change: &Change, before: SpanHash) -> SpanHash {
        self.replacement(change).iter().fold(before, |hash, stretch| {
            hash.then(match stretch {
                Stretch::Old(span) => self.tree.text().span_hash(span.clone()),
                Stretch::New(bytes) => SpanHash::of(bytes),
            })
        })
    }
}
