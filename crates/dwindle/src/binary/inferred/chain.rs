//! A sequence of records, each of which holds its own length.

use std::ops::Range;

use crate::binary::number::Number;

/// Records of which each has a number that says where the next one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// Where the first of these numbers is.
    pub(super) first: usize,
    /// How they are written.
    pub(super) form: Number,
    /// How many bytes there are from the end of a number to the next one, beside as many as it says.
    pub(super) gap: i64,
    /// How many bytes of a record stand before its number.
    pub(super) before: usize,
    /// How many bytes there are behind the last record.
    pub(super) behind: usize,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// Where it begins.
    pub(super) start: usize,
    /// Its number.
    pub(super) field: Range<usize>,
    /// What is behind that.
    pub(super) content: Range<usize>,
}

impl Chain {
    /// Where the records are in data of so many bytes.
    pub(super) const fn records(&self, len: usize) -> Range<usize> {
        self.first - self.before..len.saturating_sub(self.behind)
    }

    /// By how much a number is more than the bytes behind it that are of the record.
    pub(super) fn more(&self) -> i64 {
        i64::try_from(self.before).unwrap_or(0) - self.gap
    }

    /// The records in `span`, if they fill it up to what is behind the last.
    pub(super) fn links(&self, bytes: &[u8], span: Range<usize>) -> Option<Vec<Link>> {
        let end = span.end.checked_sub(self.behind)?;
        let (mut links, mut at) = (Vec::new(), self.first);
        while at < end + self.before {
            let Step { field, next, .. } = step(bytes.get(..end)?, at, self.form, self.gap)?;
            let content = field.end..next.checked_sub(self.before)?;
            if content.start > content.end || content.end > end {
                return None;
            }
            links.push(Link { start: at - self.before, field, content });
            at = next;
        }
        (at == end + self.before).then_some(links)
    }
}

/// From one number to the next.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) value: u64,
    pub(super) field: Range<usize>,
    pub(super) next: usize,
}

/// Reads the number at `at`; none where there is none, or it leads back.
pub(super) fn step(bytes: &[u8], at: usize, form: Number, gap: i64) -> Option<Step> {
    let (value, end) = form.read(bytes, at)?;
    let next = i64::try_from(value).ok()?.checked_add(gap)?.checked_add(i64::try_from(end).ok()?)?;
    let next = usize::try_from(next).ok().filter(|next| *next >= end)?;
    Some(Step { value, field: at..end, next })
}
