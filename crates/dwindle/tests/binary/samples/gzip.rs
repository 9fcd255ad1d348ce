//! gzip.

use super::little;

/// 300 lines, one of them with an exclamation mark.
pub(crate) fn sample() -> Vec<u8> {
    let line = |nth: usize| format!("line {nth} of some text{}\n", if nth == 123 { "!" } else { "." });
    let text = (0..300).map(line).collect::<String>().into_bytes();
    let packed = miniz_oxide::deflate::compress_to_vec(&text, 6);
    let mut out = vec![0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3];
    out.extend(b"notes.txt\0");
    out.extend(packed);
    out.extend(crc32fast::hash(&text).to_le_bytes());
    out.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
    out
}

/// What is in it, if it is whole.
pub(crate) fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b, 8]) || bytes.len() < 18 {
        return None;
    }
    let mut start = 10;
    if bytes[3] & 8 != 0 {
        start += bytes.get(10..)?.iter().position(|byte| *byte == 0)? + 1;
    }
    let end = bytes.len().checked_sub(8).filter(|end| *end > start)?;
    let text = miniz_oxide::inflate::decompress_to_vec(&bytes[start..end]).ok()?;
    let is_right =
        little(bytes, end, 4)? == crc32fast::hash(&text) as usize && little(bytes, end + 4, 4)? == text.len();
    is_right.then_some(text)
}
