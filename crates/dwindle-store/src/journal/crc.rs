//! CRC-32 (the polynomial of Ethernet, gzip and PNG), eight bytes at a time.
//!
//! It detects every single flipped bit and every burst of up to 32 bits in a line. It is no defence against
//! somebody who edits a journal on purpose: they can compute it too.

/// `TABLES[0]` is the classic table; `TABLES[k]` is what a byte does from `k` places further ahead.
static TABLES: [[u32; 256]; 8] = tables();

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "byte is below 256")]
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut ahead = 1;
    while ahead < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc = tables[ahead - 1][byte];
            tables[ahead][byte] = (crc >> 8) ^ tables[0][(crc & 0xFF) as usize];
            byte += 1;
        }
        ahead += 1;
    }
    tables
}

/// The CRC-32 of `bytes`.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0_u32;
    let (eights, rest) = bytes.as_chunks::<8>();
    for eight in eights {
        let now = u64::from_le_bytes(*eight) ^ u64::from(crc);
        crc = 0;
        for (ahead, byte) in now.to_be_bytes().into_iter().enumerate() {
            crc ^= TABLES[ahead][usize::from(byte)];
        }
    }
    for &byte in rest {
        crc = (crc >> 8) ^ TABLES[0][((crc ^ u32::from(byte)) & 0xFF) as usize];
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_standard_comes_out() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"The quick brown fox jumps over the lazy dog"), 0x414F_A339);
    }

    #[test]
    fn eight_at_a_time_is_the_same_as_one_at_a_time() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        for length in 0..bytes.len() {
            let slow = !bytes[..length]
                .iter()
                .fold(!0_u32, |crc, &byte| (crc >> 8) ^ TABLES[0][((crc ^ u32::from(byte)) & 0xFF) as usize]);
            assert_eq!(crc32(&bytes[..length]), slow);
        }
    }
}
