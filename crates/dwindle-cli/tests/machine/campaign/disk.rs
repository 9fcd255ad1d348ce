//! A disk that is full at each byte of the journal: no file may be longer than so many bytes.

use super::scenario::SCENARIOS;
use super::{drawn, run, some_of};

/// Longer than the journal of any scenario.
const LONGEST: usize = 9000;

pub(super) fn full() {
    let cases: Vec<(usize, usize)> =
        (0..=LONGEST).map(|bytes| (drawn(bytes as u64, SCENARIOS.len()), bytes)).collect();
    run(
        &some_of(cases, 6),
        |(scenario, _)| SCENARIOS[*scenario].name.to_owned(),
        |(scenario, bytes)| {
            let prefix = format!("env --ignore-signal=XFSZ timeout 100 prlimit --fsize={bytes}");
            SCENARIOS[*scenario].disturb(&prefix, "", |_| 1, &prefix)
        },
    );
}
