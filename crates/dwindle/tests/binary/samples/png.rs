//! PNG.

use super::{big, noise};

pub(crate) type Chunk = (Vec<u8>, Vec<u8>);

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let covered = [kind, data].concat();
    let len = u32::try_from(data.len()).unwrap();
    [&len.to_be_bytes()[..], &covered, &crc32fast::hash(&covered).to_be_bytes()].concat()
}

/// 40 rows of 50 pixels, in three chunks, with some text.
pub(crate) fn sample() -> Vec<u8> {
    let header = [&50u32.to_be_bytes()[..], &40u32.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    let mut rows = Vec::new();
    for row in 0..40 {
        rows.push(0);
        rows.extend(noise(row, 150).into_iter().map(|byte| byte & 0x7f));
    }
    rows[20 * 151 + 77] = 0xee;
    let image = miniz_oxide::deflate::compress_to_vec_zlib(&rows, 6);
    let mut out = [SIGNATURE, &chunk(b"IHDR", &header)].concat();
    out.extend(chunk(b"gAMA", &45_455u32.to_be_bytes()));
    out.extend(chunk(b"tEXt", b"Comment\0made in a test"));
    for part in image.chunks(image.len() / 3 + 1) {
        out.extend(chunk(b"IDAT", part));
    }
    out.extend(chunk(b"tEXt", b"Title\0one more! and some words"));
    out.extend(chunk(b"IEND", b""));
    out
}

/// The chunks, if all of them are whole.
pub(crate) fn chunks(bytes: &[u8]) -> Option<Vec<Chunk>> {
    let mut rest = bytes.strip_prefix(SIGNATURE)?;
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let len = big(rest, 0, 4)?;
        let covered = rest.get(4..len.checked_add(8)?)?;
        if big(rest, len + 8, 4)? != crc32fast::hash(covered) as usize {
            return None;
        }
        chunks.push((covered[..4].to_vec(), covered[4..].to_vec()));
        rest = &rest[len + 12..];
    }
    Some(chunks)
}

/// The rows of the image, if it is whole.
pub(crate) fn image(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let chunks = chunks(bytes)?;
    let header = chunks.first().filter(|(kind, data)| kind == b"IHDR" && data.len() == 13)?;
    let (width, height) = (big(&header.1, 0, 4)?, big(&header.1, 4, 4)?);
    let packed: Vec<u8> =
        chunks.iter().filter(|(kind, _)| kind == b"IDAT").flat_map(|(_, data)| data.clone()).collect();
    let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).ok()?;
    let row = width.checked_mul(3)?.checked_add(1)?;
    (row.checked_mul(height)? == rows.len()).then(|| rows.chunks(row).map(<[u8]>::to_vec).collect())
}
