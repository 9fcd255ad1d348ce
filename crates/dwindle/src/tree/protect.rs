//! Bytes of the text of a tree that must not change.

use std::ops::Range;
use std::sync::Arc;

use regex::bytes::Regex;

use super::Tree;
use crate::space::Text;

/// A pattern, and where it matches in the text at hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Protect {
    pattern: Option<Arc<Regex>>,
    /// Ascending and apart.
    spans: Vec<Range<usize>>,
}

impl Protect {
    /// The same pattern in another text.
    pub(super) fn in_text(&self, text: &Text) -> Self {
        let Some(pattern) = &self.pattern else { return Self::default() };
        let found = pattern.find_iter(text.bytes()).map(|found| found.range());
        Self { pattern: Some(Arc::clone(pattern)), spans: found.filter(|span| !span.is_empty()).collect() }
    }
}

impl Tree {
    /// The same tree with all matches of `pattern` protected, here and in all that is made of it: a candidate that
    /// loses one is passed over without a test.
    #[must_use]
    pub fn protecting(mut self, pattern: Option<&Regex>) -> Self {
        let pattern = pattern.map(|pattern| Arc::new(pattern.clone()));
        self.protect = Protect { pattern, spans: Vec::new() }.in_text(&self.text);
        self
    }

    /// Whether there are protected bytes.
    pub(crate) fn has_protected(&self) -> bool {
        !self.protect.spans.is_empty()
    }

    /// The protected stretches that overlap `span`.
    pub(crate) fn protected_in(&self, span: &Range<usize>) -> &[Range<usize>] {
        let all = &self.protect.spans;
        let first = all.partition_point(|fixed| fixed.end <= span.start);
        let last = all.partition_point(|fixed| fixed.start < span.end);
        &all[first..last.max(first)]
    }
}
