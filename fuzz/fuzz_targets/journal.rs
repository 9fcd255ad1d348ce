//! Any records, with checksums that are right, as a journal; and the same bytes as the steps of a run.
#![no_main]

use std::fs;

use dwindle_store::journal::{Known, Reader, Tally};
use dwindle_store::steps;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let dir = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
    let (journal, other) = (dir.path().join("journal"), dir.path().join("steps"));
    let mut lines = Vec::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        let body = line.strip_suffix(b"}").unwrap_or(line);
        lines.extend_from_slice(body);
        lines.extend_from_slice(format!(",\"crc\":\"{:08x}\"}}\n", crc32fast::hash(body)).as_bytes());
    }
    fs::write(&journal, lines).expect("there is room");
    fs::write(&other, bytes).expect("there is room");
    if let Ok(mut reader) = Reader::open(&journal) {
        let (mut known, mut tally) = (Known::default(), Tally::default());
        for record in (&mut reader).flatten() {
            known.add(&record);
            tally.add(&record);
        }
        reader.damage();
        tally.answers();
    }
    if let Ok(all) = steps::all(&other) {
        for number in 0..all.len() {
            drop(steps::contents(&other, number));
        }
    }
});
