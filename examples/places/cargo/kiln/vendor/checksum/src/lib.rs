//! A small checksum.

pub fn of(bytes: &[u8]) -> u32 {
    bytes.iter().fold(17, |sum, byte| sum.rotate_left(5) ^ u32::from(*byte))
}
