//! Finds checksums that hold: in each record, or at the end of all of them.

use std::ops::Range;

use super::chain::{Chain, Link};
use crate::binary::checksum::Checksum;
use crate::binary::number::Number;

/// A checksum that holds in the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Check {
    pub(super) sum: Checksum,
    pub(super) form: Number,
    pub(super) covers: Covers,
}

/// What of a record, or of the data, a checksum is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Covers {
    /// What is behind the length; or all records.
    Content,
    /// All before it.
    Whole,
}

/// Sums of bytes may be right by chance; of so many records they are not.
const RECORDS: usize = 4;

fn kinds() -> impl Iterator<Item = Check> {
    let sums = [Checksum::Crc32, Checksum::Adler32, Checksum::Sum];
    let forms = [Number::Little(4), Number::Big(4), Number::Little(2), Number::Big(2), Number::Little(1)];
    let of_sum = move |sum| forms.into_iter().map(move |form| (sum, form));
    let all = sums.into_iter().flat_map(of_sum);
    // What is cut off of a real checksum is none.
    let fits = |(sum, form): &(Checksum, Number)| *sum == Checksum::Sum || form.width(0) == 4;
    all.filter(fits)
        .flat_map(|(sum, form)| [Covers::Content, Covers::Whole].map(|covers| Check { sum, form, covers }))
}

impl Check {
    /// Whether what stands at the end of `span` is the checksum of these bytes.
    fn holds(self, bytes: &[u8], covered: Range<usize>, span: &Range<usize>) -> bool {
        let mut written = Vec::new();
        self.form.write(self.sum.of(&bytes[covered]), &mut written);
        bytes[span.clone()].ends_with(&written)
    }
}

/// The checksum with which every record ends.
pub(super) fn of_records(bytes: &[u8], links: &[Link]) -> Option<Check> {
    let holds = |check: &Check, link: &Link| {
        let Some(end) = link.content.end.checked_sub(check.form.width(0)) else { return false };
        let start = if check.covers == Covers::Content { link.content.start } else { link.start };
        end > link.content.start && check.holds(bytes, start..end, &link.content)
    };
    let is_sure = |check: &Check| links.len() >= RECORDS || check.sum != Checksum::Sum && !links.is_empty();
    kinds().find(|check| is_sure(check) && links.iter().all(|link| holds(check, link)))
}

/// The checksum behind all records.
pub(super) fn of_all(bytes: &[u8], chain: &Chain) -> Option<Check> {
    let records = chain.records(bytes.len());
    let holds = |check: &Check| {
        let start = if check.covers == Covers::Content { records.start } else { 0 };
        let is_wide = check.form.width(0) == chain.behind && chain.behind >= 2;
        is_wide && check.holds(bytes, start..records.end, &(records.end..bytes.len()))
    };
    kinds().find(holds)
}
