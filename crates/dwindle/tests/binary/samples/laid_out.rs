//! Records with lengths, laid out in many ways.

use super::{big, little, noise};

/// What stands where.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own, and any of them go together"
)]
pub(crate) struct Layout {
    /// In front: how many bytes of a signature, and whether the number of records and their length follow, in four bytes each.
    signature: usize,
    is_counted: bool,
    is_measured: bool,
    /// In a record: how many bytes before the length, how long that is, whether its lowest byte is first, and what it counts more.
    before: usize,
    width: usize,
    is_little: bool,
    more: usize,
    /// Whether there is a CRC-32 at the end of each record, and at the end of all.
    is_checked: bool,
    is_checked_as_one: bool,
    /// Whether what is in the records is text.
    is_text: bool,
}

const PLAIN: Layout = Layout {
    signature: 4,
    is_counted: false,
    is_measured: false,
    before: 0,
    width: 4,
    is_little: true,
    more: 0,
    is_checked: false,
    is_checked_as_one: false,
    is_text: false,
};

pub(crate) const ALL: [Layout; 8] = [
    Layout { is_counted: true, before: 1, width: 2, ..PLAIN },
    Layout { is_measured: true, is_little: false, ..PLAIN },
    Layout {
        is_counted: true,
        is_measured: true,
        before: 2,
        width: 2,
        is_little: false,
        is_text: true,
        ..PLAIN
    },
    Layout { signature: 0, width: 1, before: 1, ..PLAIN },
    Layout { more: 4, is_counted: true, ..PLAIN },
    Layout { is_checked: true, is_counted: true, before: 4, ..PLAIN },
    Layout { is_checked_as_one: true, before: 1, ..PLAIN },
    Layout { signature: 16, width: 8, is_text: true, is_counted: true, ..PLAIN },
];

fn number(value: usize, width: usize, is_little: bool) -> Vec<u8> {
    let bytes = value.to_le_bytes();
    let mut bytes = bytes[..width].to_vec();
    if !is_little {
        bytes.reverse();
    }
    bytes
}

/// 150 records, one of which has an exclamation mark and a question mark.
pub(crate) fn sample(layout: Layout) -> Vec<u8> {
    let mut records = Vec::new();
    for nth in 0..150u64 {
        let mut data = noise(nth + 7, 10 + usize::try_from(nth * 13 % 120).unwrap());
        for byte in &mut data {
            *byte = if layout.is_text { b'a' + *byte % 26 } else { *byte | 0x40 };
        }
        if nth == 88 {
            data[6..8].copy_from_slice(b"!?");
        }
        let mut record = noise(nth, layout.before);
        record.extend(number(data.len() + layout.more, layout.width, layout.is_little));
        record.extend(data);
        if layout.is_checked {
            record.extend(crc32fast::hash(&record).to_le_bytes());
        }
        records.extend(record);
    }
    let mut out: Vec<u8> = noise(1, layout.signature).into_iter().map(|byte| byte | 0x80).collect();
    if layout.is_counted {
        out.extend(number(150, 4, layout.is_little));
    }
    if layout.is_measured {
        out.extend(number(records.len(), 4, layout.is_little));
    }
    out.extend(records);
    if layout.is_checked_as_one {
        out.extend(crc32fast::hash(&out).to_le_bytes());
    }
    out
}

/// The least that one record with so many bytes comes to.
pub(crate) fn least(layout: Layout, data: usize) -> usize {
    let checks = 4 * (usize::from(layout.is_checked) + usize::from(layout.is_checked_as_one));
    let fields = 4 * (usize::from(layout.is_counted) + usize::from(layout.is_measured));
    layout.signature + fields + layout.before + layout.width + data + checks
}

/// What is in the records, if all is right.
pub(crate) fn records(bytes: &[u8], layout: Layout) -> Option<Vec<Vec<u8>>> {
    let read = |bytes: &[u8], at: usize, width: usize| {
        if layout.is_little { little(bytes, at, width) } else { big(bytes, at, width) }
    };
    let mut end = bytes.len();
    if layout.is_checked_as_one {
        end = end.checked_sub(4)?;
        (little(bytes, end, 4)? == crc32fast::hash(&bytes[..end]) as usize).then_some(())?;
    }
    let signature: Vec<u8> = noise(1, layout.signature).into_iter().map(|byte| byte | 0x80).collect();
    bytes.starts_with(&signature).then_some(())?;
    let mut at = layout.signature;
    let mut field = |is_there: bool| {
        let value = if is_there { read(bytes, at, 4).map(Some)? } else { None };
        at += if is_there { 4 } else { 0 };
        Some(value)
    };
    let (counted, measured) = (field(layout.is_counted)?, field(layout.is_measured)?);
    let (start, mut records) = (at, Vec::new());
    (start <= end).then_some(())?;
    measured.is_none_or(|measured| measured == end - start).then_some(())?;
    while at < end {
        let len = read(&bytes[..end], at + layout.before, layout.width)?.checked_sub(layout.more)?;
        let data = at + layout.before + layout.width;
        let next = data.checked_add(len)?;
        records.push(bytes[..end].get(data..next)?.to_vec());
        if layout.is_checked {
            (little(&bytes[..end], next, 4)? == crc32fast::hash(&bytes[at..next]) as usize).then_some(())?;
        }
        at = next + if layout.is_checked { 4 } else { 0 };
    }
    counted.is_none_or(|counted| counted == records.len()).then_some(records)
}
