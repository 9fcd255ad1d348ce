//! RIFF: a sound.

use super::{little, noise};

fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let len = u32::try_from(data.len()).unwrap();
    [kind, &len.to_le_bytes(), data, &vec![0; data.len() % 2]].concat()
}

/// 3,000 bytes of sound, a format, and a list of notes.
pub(crate) fn sample() -> Vec<u8> {
    let mut sound = noise(5, 3000);
    sound[1777..1779].copy_from_slice(&[0x12, 0x34]);
    let format = [1, 0, 1, 0, 0x44, 0xac, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0];
    let notes = [b"INFO", &chunk(b"INAM", b"a name")[..], &chunk(b"ICMT", b"made")].concat();
    let chunks = [chunk(b"fmt ", &format), chunk(b"LIST", &notes), chunk(b"data", &sound)].concat();
    chunk(b"RIFF", &[b"WAVE", &chunks[..]].concat())
}

/// The chunks, if they are whole.
pub(crate) fn chunks(bytes: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    let data = bytes.strip_prefix(b"RIFF")?;
    let mut rest = data.get(4..little(data, 0, 4)?.checked_add(4)?)?.strip_prefix(b"WAVE")?;
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let len = little(rest, 4, 4)?;
        chunks.push((rest[..4].to_vec(), rest.get(8..len.checked_add(8)?)?.to_vec()));
        rest = rest.get(8 + len + len % 2..)?;
    }
    Some(chunks)
}
