//! Netstrings: bytes with their length in decimal digits.

use super::noise;

/// 60 strings, one with an exclamation mark.
pub(crate) fn sample() -> Vec<u8> {
    let string = |nth: u64| {
        let mut data: Vec<u8> = noise(nth, 10 + usize::try_from(nth * 7 % 90).unwrap())
            .into_iter()
            .map(|byte| byte | 0x80)
            .collect();
        data[5] = if nth == 33 { b'!' } else { 0 };
        [data.len().to_string().as_bytes(), b":", &data, b","].concat()
    };
    (0..60).flat_map(string).collect()
}

/// The strings, if they are whole.
pub(crate) fn strings(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (mut rest, mut strings) = (bytes, Vec::new());
    while !rest.is_empty() {
        let colon = rest.iter().position(|byte| *byte == b':')?;
        let len: usize = std::str::from_utf8(&rest[..colon]).ok()?.parse().ok()?;
        let (string, after) = rest[colon + 1..].split_at_checked(len)?;
        rest = after.strip_prefix(b",")?;
        strings.push(string.to_vec());
    }
    Some(strings)
}
