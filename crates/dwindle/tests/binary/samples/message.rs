//! Fields with a tag and a length, some of which are groups of fields: like those of protobuf.

use super::noise;

fn field(tag: u8, data: &[u8]) -> Vec<u8> {
    let len = u16::try_from(data.len()).unwrap();
    let len = if len < 0x80 {
        vec![len.to_le_bytes()[0]]
    } else {
        vec![(len & 0x7f | 0x80).to_le_bytes()[0], (len >> 7).to_le_bytes()[0]]
    };
    [&[tag][..], &len, data].concat()
}

/// Groups with 9 as their tag in groups, of fields with other tags.
pub(crate) fn sample() -> Vec<u8> {
    let plain = |seed: u64| {
        field(u8::try_from(seed % 3).unwrap() + 4, &noise(seed, 5 + usize::try_from(seed).unwrap() % 40))
    };
    let inner = |seed: u64| {
        let fields: Vec<u8> = (seed..seed + 5).flat_map(plain).collect();
        let needed = if seed == 30 { field(3, b"x") } else { Vec::new() };
        field(9, &[fields, needed].concat())
    };
    let group = |seed: u64| field(9, &[plain(seed), inner(seed * 10), inner(seed * 10 + 1)].concat());
    (1..8).flat_map(|seed| [plain(seed + 50), group(seed)].concat()).collect()
}

/// The tags of all fields, each with those of the groups that it is in, if they are whole.
pub(crate) fn fields(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (mut rest, mut paths) = (bytes, Vec::new());
    while let Some((&tag, after)) = rest.split_first() {
        let (mut len, mut shift, mut data) = (0, 0, after);
        loop {
            let (byte, after) = data.split_first()?;
            data = after;
            len |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let (data, after) = data.split_at_checked(len)?;
        paths.push(vec![tag]);
        if tag == 9 {
            paths.extend(fields(data)?.into_iter().map(|path| [vec![tag], path].concat()));
        }
        rest = after;
    }
    Some(paths)
}
