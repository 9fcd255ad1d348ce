//! Base64 of RFC 4648, checked against what is known.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn sextet(bits: u32, at: u32) -> char {
    let shift = 18 - 6 * at;
    let index = (bits >> shift) & 0x3f;
    ALPHABET[index as usize] as char
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut bits = 0u32;
        for at in 0..3 {
            bits <<= 8;
            if at < chunk.len() {
                bits |= u32::from(chunk[at]);
            }
        }
        let signs = chunk.len() as u32;
        for at in 0..4 {
            if at < signs {
                text.push(sextet(bits, at));
            } else {
                text.push('=');
            }
        }
    }
    text
}

fn main() {
    let cases = [("", ""), ("foo", "Zm9v"), ("fo", "Zm8=")];
    for (plain, wanted) in cases {
        let found = encode(plain.as_bytes());
        if found != wanted {
            eprintln!("{plain:?} is {found:?}, not {wanted:?}");
            std::process::exit(1);
        }
    }
}
