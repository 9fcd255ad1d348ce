//! MP4: boxes in boxes.

use super::{big, noise};

fn boxed(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let len = u32::try_from(data.len() + 8).unwrap();
    [&len.to_be_bytes()[..], kind, data].concat()
}

/// A film without pictures: its headers, and data.
pub(crate) fn sample() -> Vec<u8> {
    let track = |seed: u64| {
        let media = [boxed(b"mdhd", &noise(seed, 24)), boxed(b"hdlr", &noise(seed + 1, 25))].concat();
        boxed(b"trak", &[boxed(b"tkhd", &noise(seed + 2, 84)), boxed(b"mdia", &media)].concat())
    };
    let film = boxed(b"moov", &[boxed(b"mvhd", &noise(1, 100)), track(2), track(5)].concat());
    [boxed(b"ftyp", b"isom\0\0\x02\0isom"), boxed(b"free", b""), boxed(b"mdat", &noise(9, 900)), film]
        .concat()
}

/// The kinds of the boxes, if they are whole.
pub(crate) fn boxes(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (mut rest, mut kinds) = (bytes, Vec::new());
    while !rest.is_empty() {
        let len = big(rest, 0, 4).filter(|len| *len >= 8)?;
        let kind = rest.get(4..8)?.to_vec();
        let data = rest.get(8..len)?;
        if matches!(&kind[..], b"moov" | b"trak" | b"mdia") {
            kinds.extend(boxes(data)?);
        }
        kinds.push(kind);
        rest = &rest[len..];
    }
    Some(kinds)
}
