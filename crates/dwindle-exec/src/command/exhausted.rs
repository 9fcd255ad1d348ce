//! Runs that met a machine without room: what they show is no failure of what was tested.
//!
//! Such a run is unresolved, whatever its exit code was.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::process::Captured;

/// What the C library calls it when there is no room, for bytes, in a quota, or for open files of the whole system.
const MESSAGES: [&str; 3] =
    ["No space left on device", "Disk quota exceeded", "Too many open files in system"];

static ANY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&MESSAGES.join("|")).expect("the messages have no special characters"));

/// Which of the messages stands in one of `streams`.
pub(super) fn found(streams: [&Captured; 2]) -> Option<&'static str> {
    streams.into_iter().find_map(|stream| {
        let bytes = stream.bytes();
        let found = ANY.find(&bytes)?;
        MESSAGES.into_iter().find(|message| message.as_bytes() == found.as_bytes())
    })
}
