//! What the commands share that look at many inputs: runs of all, which of them fail and where, and the reduction
//! of one.

mod confined;
pub(super) mod failure;
pub(super) mod oracle;
mod place;
pub(super) mod runs;
pub(super) mod shrink;
pub(super) mod testing;

use dwindle_run::text::{number, plural};

/// How many of `inputs`, so many in words, fail, and in how many ways.
pub(super) fn failing(inputs: &str, failing: u64, ways: u64) -> String {
    let how_many = match failing {
        0 => return format!("{inputs}, none of which fails"),
        1 => "1 fails".to_owned(),
        failing => format!("{} fail", number(failing)),
    };
    format!("{inputs}: {how_many}, with {}", plural(ways, "distinct failure"))
}
