//! Too little memory for the program and its tests together: the system ends one of them.

use super::scenario::SCENARIOS;
use super::{drawn, run, some_of};
use crate::memory::Group;

/// Limits in KiB: with the least no run begins, and with the most all come to their end.
const LIMITS: std::ops::Range<usize> = 5_600..8_600;

pub(super) fn short() {
    let cases: Vec<(usize, usize)> =
        LIMITS.map(|limit| (drawn(limit as u64, SCENARIOS.len()), limit)).collect();
    run(
        &some_of(cases, 6),
        |(scenario, _)| SCENARIOS[*scenario].name.to_owned(),
        |(scenario, limit)| {
            let group = Group::of(limit << 10);
            let label = format!("{limit} KiB, which is signal=KILL");
            SCENARIOS[*scenario].disturb(&group.prefix(), "", |_| group.ended(), &label)
        },
    );
}
