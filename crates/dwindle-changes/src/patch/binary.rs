//! Contents that are no text, in git's form: base 85 of a zlib stream, both ways.
//!
//! The stream has stored blocks only. It is larger than a compressed one, and needs no compressor.

/// Bytes in one line of base 85.
const LINE: usize = 52;
const ALPHABET: &[u8; 85] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/// Writes how to make `after` of the old contents, and `before` of the new ones.
pub(super) fn write(out: &mut Vec<u8>, before: &[u8], after: &[u8]) {
    out.extend_from_slice(b"GIT binary patch\n");
    for bytes in [after, before] {
        out.extend_from_slice(format!("literal {}\n", bytes.len()).as_bytes());
        for line in stored(bytes).chunks(LINE) {
            encode(out, line);
        }
        out.push(b'\n');
    }
}

/// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let mut blocks = bytes.chunks(usize::from(u16::MAX)).peekable();
    if blocks.peek().is_none() {
        out.extend_from_slice(&[1, 0, 0, 0xff, 0xff]);
    }
    while let Some(block) = blocks.next() {
        let len = u16::try_from(block.len()).expect("a block has at most 65,535 bytes");
        out.push(u8::from(blocks.peek().is_none()));
        out.extend_from_slice(&len.to_le_bytes());
        out.extend_from_slice(&(!len).to_le_bytes());
        out.extend_from_slice(block);
    }
    out.extend_from_slice(&adler(bytes).to_be_bytes());
    out
}

/// The checksum Adler-32.
fn adler(bytes: &[u8]) -> u32 {
    const PRIME: u32 = 65_521;
    let (mut a, mut b) = (1, 0);
    for &byte in bytes {
        a = (a + u32::from(byte)) % PRIME;
        b = (b + a) % PRIME;
    }
    b << 16 | a
}

/// One line: its length as a letter, then five digits for every four bytes.
fn encode(out: &mut Vec<u8>, line: &[u8]) {
    let len = u8::try_from(line.len()).expect("a line has at most 52 bytes");
    out.push(if len <= 26 { b'A' + len - 1 } else { b'a' + len - 27 });
    for four in line.chunks(4) {
        let mut word = [0; 4];
        word[..four.len()].copy_from_slice(four);
        let mut word = u32::from_be_bytes(word);
        let mut digits = [0; 5];
        for digit in digits.iter_mut().rev() {
            *digit = ALPHABET[(word % 85) as usize];
            word /= 85;
        }
        out.extend_from_slice(&digits);
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(adler(b"Wikipedia"), 0x11E6_0398);
    }

    #[test]
    fn a_line_says_its_length_first() {
        let mut out = Vec::new();
        encode(&mut out, &[0; 3]);
        encode(&mut out, &[0xff; 27]);
        assert_eq!(out.split(|&byte| byte == b'\n').next(), Some(&b"C00000"[..]));
        assert_eq!(out[7], b'a');
    }
}
