//! What readers of encodings have in common.

use std::ops::Range;

use crate::binary::builder::PartsBuilder;
use crate::binary::parts::PartId;

/// Values in values this deep are only bytes.
pub(super) const DEEP: usize = 64;

/// How many parts may be in a value for it to be replaced by one of them: of each such one all others are named.
const FEW: usize = 256;

/// Makes parts of a stretch of the data, and says how unlikely it is that this could be done by chance: one in 2 to that
/// power. None where it is not of the encoding.
pub(super) type Reader = fn(&mut PartsBuilder<'_>, Range<usize>) -> Option<u32>;

/// What speaks for an encoding when something of so many bytes ends exactly where it has to.
pub(super) fn exact_end(len: usize) -> u32 {
    len.checked_ilog2().unwrap_or(0)
}

/// Whether these bytes are a text without a control character.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| !text.contains(|char: char| char.is_control()))
}

/// What speaks for an encoding when these bytes are said to be a text.
pub(super) fn of_text(bytes: &[u8]) -> Option<u32> {
    std::str::from_utf8(bytes)
        .is_ok()
        .then(|| if is_plain(bytes) { u32::try_from(bytes.len().min(8)).unwrap_or(8) } else { 0 })
}

/// A value may be replaced by one in it: of `parts`, which the value is made of, all others go, and of the one that stays what
/// `kept` names with it.
pub(super) fn replace_by(builder: &mut PartsBuilder<'_>, parts: &[PartId], kept: &[(PartId, Vec<PartId>)]) {
    if parts.len() > FEW {
        return;
    }
    for (stays, without) in kept {
        let others = parts
            .iter()
            .flat_map(|part| if part == stays { &without[..] } else { std::slice::from_ref(part) });
        let gone: Vec<PartId> = others.copied().collect();
        builder.unit_by(1, gone, None);
    }
}

/// What is left of `bytes` without each of the units that a reader makes of them.
#[cfg(test)]
pub(super) fn without_each(read: Reader, bytes: &[u8]) -> Vec<Vec<u8>> {
    use crate::binary::Gone;

    let mut builder = PartsBuilder::new(bytes);
    assert!(read(&mut builder, 0..bytes.len()).is_some());
    let parts = builder.finish();
    let without = |gone: &[PartId]| parts.without(&Gone { parts: gone.to_vec(), ..Gone::default() });
    parts.units().iter().map(|unit| without(&unit.parts)).collect()
}
