//! Data of the known formats, made here, and readers as strict as those of programs.

pub(crate) mod elf;
pub(crate) mod encoded;
pub(crate) mod gzip;
pub(crate) mod laid_out;
pub(crate) mod message;
pub(crate) mod mp4;
pub(crate) mod netstrings;
pub(crate) mod png;
pub(crate) mod records;
pub(crate) mod riff;
pub(crate) mod wasm;
pub(crate) mod zip;

/// One of each format, by its name.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("PNG", png::sample()),
        ("gzip", gzip::sample()),
        ("ZIP", zip::sample()),
        ("WebAssembly", wasm::sample()),
        ("ELF", elf::sample()),
        ("RIFF", riff::sample()),
        ("MP4", mp4::sample()),
    ]
}

/// Whether a strict reader of the format takes this.
pub(crate) fn is_whole(name: &str, bytes: &[u8]) -> bool {
    match name {
        "PNG" => png::chunks(bytes).is_some(),
        "gzip" => gzip::unpacked(bytes).is_some(),
        "ZIP" => zip::files(bytes).is_some(),
        "WebAssembly" => wasm::functions(bytes).is_some(),
        "ELF" => elf::sections(bytes).is_some(),
        "RIFF" => bytes.is_empty() || riff::chunks(bytes).is_some(),
        "MP4" => mp4::boxes(bytes).is_some(),
        _ => false,
    }
}

/// Bytes that look like nothing in particular, always the same.
pub(crate) fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..len).map(|_| next()).collect()
}

/// The number at `at`, the lowest byte first.
pub(crate) fn little(bytes: &[u8], at: usize, width: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(width)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

/// The number at `at`, the highest byte first.
pub(crate) fn big(bytes: &[u8], at: usize, width: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(width)?)?;
    Some(bytes.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}
