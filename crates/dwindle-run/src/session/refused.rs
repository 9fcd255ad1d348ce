//! What is said of a place that the sandbox did not let a test change.

use std::path::Path;

use dwindle_exec::scratch::folder_of;

use crate::text::{shell, shown};

/// What to say of a test that was refused `place`, and what to type.
pub(super) fn told(place: &Path) -> String {
    format!(
        "the sandbox did not let a test change {}: if it is to do that, allow it with {}, or have no sandbox: --sandbox off",
        shown(place),
        allowing(place),
    )
}

/// The option that lets tests change `place`.
pub(super) fn allowing(place: &Path) -> String {
    let there = if place.exists() { place } else { folder_of(place) };
    format!("--allow-write {}", shell::quoted([there]))
}
