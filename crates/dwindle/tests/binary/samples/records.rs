//! Records with lengths, and a count of them in front: no known format.

use super::{big, noise};

/// Records of some `len` bytes in all. Some of each kind are longer than 200 bytes.
pub(crate) fn sample(len: usize) -> Vec<u8> {
    let (mut out, mut count) = (b"RECS\0\0\0\0".to_vec(), 0u32);
    while out.len() < len {
        let of = noise(count.into(), 3);
        let size = 20 + usize::from(of[0]);
        out.extend(u32::try_from(size).unwrap().to_be_bytes());
        out.push(of[1] % 9);
        out.extend(noise(1000 + u64::from(count), size));
        count += 1;
    }
    out[4..8].copy_from_slice(&count.to_be_bytes());
    out
}

/// The records, if they are as many as are counted and nothing is behind them.
pub(crate) fn records(bytes: &[u8]) -> Option<Vec<(u8, Vec<u8>)>> {
    let mut rest = bytes.strip_prefix(b"RECS")?.get(4..)?;
    let mut records = Vec::new();
    while !rest.is_empty() {
        let len = big(rest, 0, 4)?;
        records.push((*rest.get(4)?, rest.get(5..len.checked_add(5)?)?.to_vec()));
        rest = &rest[len + 5..];
    }
    (records.len() == big(bytes, 4, 4)?).then_some(records)
}
