//! Checksums of parts.

/// What is computed from bytes, so that a change of them shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checksum {
    /// CRC-32, as in ZIP, gzip and PNG.
    Crc32,
    /// Adler-32, as in zlib.
    Adler32,
    /// The bytes added up.
    Sum,
}

impl Checksum {
    /// That of `bytes`.
    pub fn of(self, bytes: &[u8]) -> u64 {
        match self {
            Self::Crc32 => crc32fast::hash(bytes).into(),
            Self::Adler32 => {
                let (low, high) = bytes.iter().fold((1u32, 0u32), |(low, high), byte| {
                    let low = (low + u32::from(*byte)) % 65_521;
                    (low, (high + low) % 65_521)
                });
                (high << 16 | low).into()
            }
            Self::Sum => bytes.iter().map(|byte| u64::from(*byte)).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_that_others_compute() {
        assert_eq!(Checksum::Crc32.of(b"123456789"), 0xcbf4_3926);
        assert_eq!(Checksum::Adler32.of(b"Wikipedia"), 0x11e6_0398);
        assert_eq!(Checksum::Sum.of(&[1, 2, 255]), 258);
    }
}
