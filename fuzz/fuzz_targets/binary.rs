//! Any bytes as data of every format (ELF, PNG, WebAssembly, ZIP, ...) and encoding: none may panic or hang, and keeping
//! everything gives the bytes back.
#![no_main]

use dwindle::binary::{Gone, encoding, format, inferred, is_binary};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    is_binary(bytes);
    let by_guess = encoding::guesses(bytes).into_iter().filter_map(|(encoding, _)| encoding.read(bytes));
    let by_lengths = inferred::guesses(bytes).into_iter().filter_map(|guess| guess.read(bytes));
    for parts in format::read(bytes).into_iter().chain(by_guess).chain(by_lengths) {
        assert_eq!(parts.without(&Gone::default()), bytes);
    }
});
