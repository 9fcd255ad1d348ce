//! Any bytes as a program: its ELF and DWARF are read or refused.
#![no_main]

use std::fs;

use dwindle_native::debug::Debug;
use dwindle_native::program::Program;
use dwindle_native::statements::statements;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let file = tempfile::NamedTempFile::new_in("/dev/shm").expect("a file in memory");
    fs::write(file.path(), bytes).expect("there is room");
    let Ok(program) = Program::read(file.path()) else { return };
    if let Ok(debug) = Debug::read(&program) {
        drop(statements(&program, &debug));
    }
});
