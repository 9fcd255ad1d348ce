//! Definitions that go with the last of what uses them, where a language allows none without a use.

use std::ops::Range;

use dwindle::rewrite::Edit;

use super::Finder;
use super::within::with_separator;

/// Definitions that something uses.
#[derive(Debug)]
pub(super) struct Definitions<'t>(Vec<Definition<'t>>);

/// One of them.
#[derive(Debug)]
struct Definition<'t> {
    /// How it goes.
    edit: Edit,
    name: &'t [u8],
    /// Where its name stands elsewhere.
    places: Vec<Range<usize>>,
}

impl Finder<'_> {
    /// All that match a pattern with `@definition`.
    pub(super) fn definitions(&self) -> Definitions<'_> {
        let bytes = self.text.bytes();
        let definitions = self.found.iter().filter_map(|one| {
            let (node, name) = (one.node("definition")?, one.span("name")?);
            let span = with_separator(node);
            let scope = one.scope().unwrap_or(0..bytes.len());
            let name = last_part(&bytes[name]);
            let places = self.names.places(name).filter(|place| lies_in(place, &scope));
            let places: Vec<Range<usize>> = places.filter(|place| !lies_in(place, &span)).collect();
            let (with, span) = match one.texts("to").next() {
                Some(with) => (with.as_bytes().into(), node.byte_range()),
                None => (Box::default(), span),
            };
            (!places.is_empty()).then_some(Definition { edit: Edit { span, with }, name, places })
        });
        Definitions(definitions.collect())
    }
}

impl Definitions<'_> {
    /// Adds to `edits` that those go which nothing uses any more; whether there are any.
    pub(super) fn take_unused(&self, edits: &mut Vec<Edit>) -> bool {
        let before = edits.len();
        let mut waiting: Vec<&Definition<'_>> = self.0.iter().collect();
        loop {
            let (taken, others): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|definition| definition.is_unused_after(edits));
            if taken.is_empty() {
                return edits.len() > before;
            }
            edits.extend(taken.into_iter().map(|definition| definition.edit.clone()));
            waiting = others;
        }
    }
}

impl Definition<'_> {
    /// Whether it stays, and all its places go.
    fn is_unused_after(&self, edits: &[Edit]) -> bool {
        let goes = |place: &Range<usize>| edits.iter().any(|edit| lies_in(place, &edit.span));
        let is_named = |edit: &Edit| edit.with.windows(self.name.len()).any(|part| part == self.name);
        !goes(&self.edit.span) && self.places.iter().all(goes) && !edits.iter().any(is_named)
    }
}

/// What a path is called where it is used: its last part.
pub(super) fn last_part(name: &[u8]) -> &[u8] {
    name.rsplit(|byte| *byte == b'/').next().unwrap_or(name)
}

fn lies_in(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
