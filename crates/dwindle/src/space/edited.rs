//! A text with edits made.

use std::borrow::{Borrow, Cow};

use dwindle_core::span_hash::SpanHash;

use crate::rewrite::Edit;
use crate::{Id, Text};

/// A text and what changes in it: edits by where they start, of two that start at one place the outer one first. What is in
/// something that goes anyway has no effect.
pub(super) struct Edited<'t, E> {
    text: &'t Text,
    edits: Vec<E>,
}

impl<'t, E: Borrow<Edit>> Edited<'t, E> {
    pub(super) fn new(text: &'t Text, edits: impl IntoIterator<Item = E>) -> Self {
        let mut end = 0;
        let stays = |edit: &E| {
            let span = &edit.borrow().span;
            let stays = span.start >= end;
            end = end.max(span.end);
            stays
        };
        Self { text, edits: edits.into_iter().filter(stays).collect() }
    }

    pub(super) fn id(&self) -> Id {
        let (mut hash, mut at) = (SpanHash::EMPTY, 0);
        for Edit { span, with } in self.edits.iter().map(Borrow::borrow) {
            hash = hash.then(self.text.span_hash(at..span.start));
            if !with.is_empty() {
                hash = hash.then(SpanHash::of(with));
            }
            at = span.end;
        }
        hash.then(self.text.span_hash(at..self.text.bytes().len())).id()
    }

    pub(super) fn size(&self) -> u64 {
        let change = |size: usize, edit: &Edit| size + edit.with.len() - edit.span.len();
        self.edits.iter().map(Borrow::borrow).fold(self.text.bytes().len(), change) as u64
    }

    /// The stretches that stay, and what stands between them, which `own` makes of an edit.
    pub(super) fn pieces(self, own: impl Fn(E) -> Cow<'t, [u8]>) -> Vec<Cow<'t, [u8]>> {
        let bytes = self.text.bytes();
        let (mut pieces, mut at) = (Vec::with_capacity(2 * self.edits.len() + 1), 0);
        for edit in self.edits {
            let span = edit.borrow().span.clone();
            pieces.extend([Cow::Borrowed(&bytes[at..span.start]), own(edit)]);
            at = span.end;
        }
        pieces.push(Cow::Borrowed(&bytes[at..]));
        pieces
    }
}

/// The text of these pieces.
pub(super) fn joined(pieces: &[Cow<'_, [u8]>]) -> Text {
    Text::new(pieces.concat()).expect("it is no larger than what it was made of")
}
