//! A part of a text seen through a space of its own, the rest of the text around it.
//!
//! It is a lens, as that on one file of a directory tree (`space/inside`).

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use dwindle_core::span_hash::SpanHash;

use crate::space::{Lens, Shared, Space};
use crate::{Candidate, Config, Id, Outcome, Text};

/// A text of which one part is being reduced.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    whole: Text,
    span: Range<usize>,
}

impl Window {
    /// This part of `whole`.
    pub(crate) const fn new(whole: Text, span: Range<usize>) -> Self {
        Self { whole, span }
    }

    /// The part alone.
    pub(crate) fn text(&self) -> Text {
        self.with(b"", b"", &self.whole.bytes()[self.span.clone()])
    }

    /// The whole with this in the place of the part.
    pub(crate) fn filled(&self, part: &Text) -> Text {
        self.with(self.before(), self.after(), part.bytes())
    }

    fn with(&self, before: &[u8], after: &[u8], part: &[u8]) -> Text {
        // No candidate is larger than what it came of.
        Text::new([before, part, after].concat()).unwrap_or_else(|_| self.whole.clone())
    }

    fn before(&self) -> &[u8] {
        &self.whole.bytes()[..self.span.start]
    }

    fn after(&self) -> &[u8] {
        &self.whole.bytes()[self.span.end..]
    }

    /// Makes a space of the part's text a space of the whole.
    pub(crate) fn lens(&self) -> Lens {
        let span_hash = |span| self.whole.span_hash(span);
        let (before, after) =
            (span_hash(0..self.span.start), span_hash(self.span.end..self.whole.bytes().len()));
        let window = Arc::new(self.clone());
        Arc::new(move |inner| {
            Arc::new(Framed { window: Arc::clone(&window), before, after, inner: Arc::clone(inner) })
        })
    }
}

/// A space of a part as one of the whole.
struct Framed {
    window: Arc<Window>,
    before: SpanHash,
    after: SpanHash,
    inner: Shared,
}

impl Space for Framed {
    fn units(&self) -> usize {
        self.inner.units()
    }

    fn id(&self, config: &Config) -> Id {
        let part = SpanHash::of_text(self.inner.id(config), self.inner.size(config));
        self.before.then(part).then(self.after).id()
    }

    fn size(&self, config: &Config) -> u64 {
        self.before.len() + self.inner.size(config) + self.after.len()
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        self.inner.weights(config)
    }

    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        self.inner.known_outcome(config, best)
    }

    fn compares_values(&self) -> bool {
        self.inner.compares_values()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        let candidate = self.inner.candidate(config)?;
        let Candidate::Text(mut pieces) = candidate else { return Err(candidate.unsupported("a text")) };
        pieces.insert(0, Cow::Borrowed(self.window.before()));
        pieces.push(Cow::Borrowed(self.window.after()));
        Ok(Candidate::Text(pieces))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::space::{Unit, text_of};

    proptest! {
        #[test]
        fn identity_size_and_text_are_those_of_the_whole(
            bytes in "[ab \n]{0,40}", from in 0usize..40, len in 0usize..40, cut in 0usize..20, cut_len in 0usize..20,
        ) {
            let whole = Text::new(bytes.as_bytes()).unwrap();
            let start = from.min(bytes.len());
            let window = Window::new(whole.clone(), start..(start + len).min(bytes.len()));
            prop_assert_eq!(window.filled(&window.text()).id(), whole.id());
            let inner = Arc::new(window.text().cut(Unit::Chars));
            let config = inner.full().without_slice(cut..cut + cut_len);
            let expected = window.filled(&inner.render(&config));
            let space = window.lens()(&(inner as Shared));
            prop_assert_eq!(space.id(&config), expected.id());
            prop_assert_eq!(space.size(&config), expected.bytes().len() as u64);
            prop_assert_eq!(text_of(&*space, &config).unwrap().id(), expected.id());
        }
    }
}
