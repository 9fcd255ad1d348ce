//! Any bytes as the output of a test: the signature of a failure matches the output that it was derived from.
#![no_main]

use std::path::Path;

use dwindle::Outcome;
use dwindle_exec::Signature;
use dwindle_exec::signature::{Candidate, End, Observed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (end, bytes) = match bytes.split_first() {
        Some((code, rest)) if code % 2 == 0 => (End::Exit(1), rest),
        _ => (End::Signal(11), bytes),
    };
    let observed = Observed { end, stdout: b"", stderr: bytes };
    let candidate = Candidate::new(Path::new("/tmp/dwindle/work/a.c"), b"int main() { return 1; }");
    let signature = Signature::derive(&observed, &candidate);
    assert_eq!(signature.judge(&observed, &candidate).0, Outcome::Fail, "{signature}");
});
