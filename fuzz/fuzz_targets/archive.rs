//! Any bytes as an archive of a folder, and what is read of it as an archive again.
#![no_main]

use dwindle::files::{read_archive, write_archive};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(files) = read_archive(bytes) else { return };
    let mut again = Vec::new();
    write_archive(&files, &mut again).expect("memory can be written");
    assert_eq!(read_archive(&again[..]).expect("what we wrote").id(), files.id());
});
