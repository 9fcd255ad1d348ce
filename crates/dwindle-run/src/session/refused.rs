//! What is said of a place that the sandbox did not let a test change.

use std::os::unix::ffi::OsStrExt as _;
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

/// The option that lets tests change `place`, and what else the program keeps there.
pub(super) fn allowing(place: &Path) -> String {
    let there = if place.exists() { place } else { folder_of(place) };
    format!("--allow-write {}", shell::quoted([kept_by_one_program(place).unwrap_or(there)]))
}

/// The folder in which a program keeps its own files, such as `.cache/go-build`: tests change many of them.
fn kept_by_one_program(place: &Path) -> Option<&Path> {
    let folders: Vec<&Path> = place.parent()?.ancestors().collect();
    folders.iter().enumerate().rev().find_map(|(at, folder)| {
        let below = match folder.file_name()?.as_bytes() {
            b".cache" | b".config" => 1,
            b".local" => 2,
            _ => return None,
        };
        folders.get(at.checked_sub(below)?).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_among_the_files_of_one_program_is_told_as_its_folder() {
        for (place, allowed) in [
            ("/h/me/.cache/go-build/81/815a-d", "/h/me/.cache/go-build"),
            ("/h/me/.local/share/app/log", "/h/me/.local/share/app"),
            ("/h/me/.cache/made", "/h/me/.cache"),
            ("/h/me/.history", "/h/me"),
            ("/h/me/a.lock", "/h/me"),
        ] {
            assert_eq!(allowing(Path::new(place)), format!("--allow-write {allowed}"), "{place}");
        }
    }
}
