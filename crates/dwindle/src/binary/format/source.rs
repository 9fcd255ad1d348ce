//! What readers of formats have in common.

use std::ops::Range;

use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::{Meaning, PartId};

/// Reads what is in a part, of whatever format that is.
pub(super) type Content = fn(&mut PartsBuilder<'_>, Range<usize>);

/// Makes parts of a stretch of the data; none where it is not of the format.
pub(super) type Reader = fn(&mut PartsBuilder<'_>, Range<usize>, Content) -> Option<()>;

/// How many bytes of packed content are looked at, unpacked.
pub(super) const UNPACKED: usize = 1 << 26;

/// The number at `at` that must lie in `span`.
pub(super) fn number(
    builder: &PartsBuilder<'_>,
    span: &Range<usize>,
    at: usize,
    form: Number,
) -> Option<usize> {
    let (value, end) = form.read(builder.data().get(..span.end)?, at)?;
    let value = usize::try_from(value).ok()?;
    (at >= span.start && end <= span.end).then_some(value)
}

/// The number of a fixed width at `at`, as the next part; what it means is said later.
pub(super) fn field(builder: &mut PartsBuilder<'_>, at: usize, form: Number) -> Field {
    let span = at..at + form.width(0);
    Field { id: builder.bytes(span), form }
}

/// A number of which is not said yet what it means.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    id: PartId,
    form: Number,
}

impl Field {
    /// Says what it means.
    pub(super) fn means(self, builder: &mut PartsBuilder<'_>, meaning: Meaning) {
        builder.means(self.id, self.form, meaning);
    }
}
