//! A lens on texts in which a number says how many there are of something: it writes the right number into each
//! candidate.
//!
//! Where a parser says which number counts what ([`Parse::count`](crate::tree::Parse::count)) and that number is
//! right at first, this lens rewrites it in each candidate. Lenses can be nested.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use crate::space::{Lens, Shared, Space};
use crate::tree::Parse;
use crate::{Candidate, Config, Id, Outcome, Text};

/// A space of texts, in each candidate of which the [count](Parse::count) is as it has to be.
///
/// Costs time in the size of the candidate for each identity and each size.
pub(crate) struct Counted {
    parse: Arc<dyn Parse>,
    inner: Shared,
}

impl Counted {
    /// Makes a space of texts one in which the count is right.
    pub(crate) fn lens(parse: Arc<dyn Parse>) -> Lens {
        Arc::new(move |inner| Arc::new(Self { parse: Arc::clone(&parse), inner: Arc::clone(inner) }))
    }

    /// The text of `config`, if its count has to change.
    fn changed(&self, config: &Config) -> Option<Text> {
        let candidate = self.inner.candidate(Cow::Borrowed(config)).ok()?;
        let text = candidate.text()?;
        Text::new(with_count(&*self.parse, &text)?).ok()
    }
}

impl Space for Counted {
    fn units(&self) -> usize {
        self.inner.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.changed(config).map_or_else(|| self.inner.id(config), |text| text.id())
    }

    fn size(&self, config: &Config) -> u64 {
        self.changed(config).map_or_else(|| self.inner.size(config), |text| text.bytes().len() as u64)
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
        let changed = candidate.text().and_then(|text| with_count(&*self.parse, &text));
        Ok(changed.map_or(candidate, |bytes| Candidate::Text(vec![Cow::Owned(bytes)])))
    }
}

/// Whether `text` has a count, and it is right.
pub(crate) fn has_right_count(parse: &dyn Parse, text: &[u8]) -> bool {
    parse.count(text).is_some_and(|count| text[count.span] == *count.with)
}

/// `text` with another count, if it has a wrong one.
pub(crate) fn with_count(parse: &dyn Parse, text: &[u8]) -> Option<Vec<u8>> {
    let count = parse.count(text)?;
    let (before, after) = (&text[..count.span.start], &text[count.span.end..]);
    (text[count.span] != *count.with).then(|| [before, &count.with, after].concat())
}
