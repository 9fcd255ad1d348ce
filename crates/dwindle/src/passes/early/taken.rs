//! Chooses edits that can be made together: side by side, or within bytes that another edit removes.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::rewrite::Edit;

/// Edits side by side, and within those that take bytes away, others side by side.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// By where they start: where they end, and whether they leave nothing.
    outer: BTreeMap<usize, (usize, bool)>,
    /// Within those that leave nothing: where they start and end.
    inner: BTreeMap<usize, usize>,
}

impl Taken {
    /// Whether `edit` concerns other bytes than all that are there, but that one takes away what the other changes.
    pub(super) fn has_room(&self, edit: &Edit) -> bool {
        let Range { start, end } = edit.span;
        let over = self.over(&edit.span);
        let is_inner_free = || {
            let before = self.inner.range(..end).next_back();
            before.is_none_or(|(_, last)| *last <= start) && !self.inner.contains_key(&start)
        };
        match over[..] {
            [] => !self.outer.contains_key(&start),
            _ if over.contains(&(start, end)) => false,
            [(first, last)] if first <= start && end <= last => self.outer[&first].1 && is_inner_free(),
            _ => {
                let is_within = |(first, last): &(usize, usize)| start <= *first && *last <= end;
                edit.with.is_empty() && over.iter().all(is_within) && is_inner_free()
            }
        }
    }

    /// Takes an edit for which there is room.
    pub(super) fn take(&mut self, edit: &Edit) {
        let Range { start, end } = edit.span;
        let over = self.over(&edit.span);
        if let [(first, last)] = over[..]
            && first <= start
            && end <= last
        {
            self.inner.insert(start, end);
            return;
        }
        for (first, last) in over {
            self.outer.remove(&first);
            self.inner.insert(first, last);
        }
        self.outer.insert(start, (end, edit.with.is_empty()));
    }

    /// Those side by side that have a byte of `span`, the last one first.
    fn over(&self, span: &Range<usize>) -> Vec<(usize, usize)> {
        let before = self.outer.range(..span.end).rev().map(|(start, (end, _))| (*start, *end));
        before.take_while(|(_, end)| *end > span.start).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_side_by_side_or_within_what_goes() {
        let mut taken = Taken::default();
        let edit = |span, with: &[u8]| Edit { span, with: with.into() };
        for (span, with, has_room) in [
            (10..20, &b""[..], true),
            (30..40, b"x", true),
            (12..14, b"x", true),
            (14..15, b"", true),
            (12..14, b"y", false),
            (13..15, b"y", false),
            (10..20, b"", false),
            (5..12, b"", false),
            (33..35, b"", false),
            (28..42, b"x", false),
            (28..42, b"", true),
            (0..50, b"", false),
        ] {
            let edit = edit(span.clone(), with);
            assert_eq!(taken.has_room(&edit), has_room, "{span:?}");
            if has_room {
                taken.take(&edit);
            }
        }
    }
}
