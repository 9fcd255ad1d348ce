//! Bytes of the text of a tree that must not change.

use std::ops::Range;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::Text;

/// A pattern, and where it matches in the text at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Protect {
    pattern: Option<Arc<Regex>>,
    /// Ascending and apart.
    spans: Vec<Range<usize>>,
}

impl Protect {
    /// What `pattern` matches in `text`.
    pub(super) fn new(pattern: Option<&Regex>, text: &Text) -> Self {
        let pattern = pattern.map(|pattern| Arc::new(pattern.clone()));
        Self { pattern, spans: Vec::new() }.in_text(text)
    }

    /// Whether nothing is protected.
    pub(super) const fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The protected stretches that overlap `span`.
    pub(super) fn within(&self, span: &Range<usize>) -> &[Range<usize>] {
        let first = self.spans.partition_point(|fixed| fixed.end <= span.start);
        let last = self.spans.partition_point(|fixed| fixed.start < span.end);
        &self.spans[first..last.max(first)]
    }

    /// The same pattern in another text.
    pub(crate) fn in_text(&self, text: &Text) -> Self {
        let Some(pattern) = &self.pattern else { return Self::default() };
        let found = pattern.find_iter(text.bytes()).map(|found| found.range());
        Self { pattern: Some(Arc::clone(pattern)), spans: found.filter(|span| !span.is_empty()).collect() }
    }
}
