//! What is said of what the sandbox did not let a test change.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use dwindle_exec::process::Refused;

use crate::text::{shell, shown};

/// What to say of a test that was refused this, and what to type.
pub(super) fn told(refused: &[Refused]) -> String {
    let place = refused.first().map(|refused| shown(&refused.place)).unwrap_or_default();
    let allowing = options(refused).join(" ");
    format!(
        "the sandbox did not let a test change {place}: if it is to do that, allow it with {allowing}, or have no sandbox: --sandbox off"
    )
}

/// What a test may not do that was refused this.
pub(super) fn may_not(refused: &[Refused]) -> String {
    format!("may not change {}", refused.first().map(|refused| shown(&refused.place)).unwrap_or_default())
}

/// What to type so that it may.
pub(super) fn allow(refused: &[Refused]) -> String {
    let options = options(refused);
    let what = if options.len() > 1 { "all that it changes" } else { "that" };
    format!("allow {what} with {}", options.join(" "))
}

/// The options that let tests change all of this, and what else programs keep there.
fn options(refused: &[Refused]) -> Vec<String> {
    let mut folders: BTreeSet<&Path> = refused.iter().map(|refused| folder(&refused.writable)).collect();
    if folders.contains(Path::new(NEW_TERMINAL)) {
        folders.insert(Path::new(TERMINALS));
    }
    let is_in_another = |folder: &&Path| folder.ancestors().skip(1).all(|above| !folders.contains(above));
    let options = folders.iter().copied().filter(is_in_another);
    options.map(|folder| format!("--allow-write {}", shell::quoted([folder]))).collect()
}

/// What is to be allowed so that this can be written.
fn folder(writable: &Path) -> &Path {
    if writable.starts_with(TERMINALS) {
        return Path::new(TERMINALS);
    }
    // A directory that the test made, and that is gone since, cannot be named.
    let there = || writable.ancestors().find(|above| above.exists()).unwrap_or(writable);
    kept_by_one_program(writable).unwrap_or_else(there)
}

/// Terminals come and go. To make one is to open both, of which one may be opened without a path, which is not seen.
const TERMINALS: &str = "/dev/pts";
const NEW_TERMINAL: &str = "/dev/ptmx";

/// The folder in which a program keeps its own files, such as `.cache/go-build`: tests change many of them.
pub(super) fn kept_by_one_program(place: &Path) -> Option<&Path> {
    let folders: Vec<&Path> = place.ancestors().collect();
    let found = folders.iter().enumerate().rev().find_map(|(at, folder)| {
        let below = match folder.file_name()?.as_bytes() {
            b".cache" | b".config" => 1,
            b".local" => 2,
            _ => return None,
        };
        folders.get(at.checked_sub(below)?).copied()
    });
    found.filter(|folder| !folder.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The options for what these places are, of which none exists.
    fn check(writable: &[&str], expected: &str) {
        let refused = |path: &&str| Refused { place: path.into(), writable: path.into(), is_replaced: true };
        let refused = writable.iter().map(refused);
        assert_eq!(options(&refused.collect::<Vec<_>>()).join(" "), expected, "{writable:?}");
    }

    #[test]
    fn a_place_among_the_files_of_one_program_is_told_as_its_folder() {
        for (writable, allowed) in [
            ("/h/me/.cache/go-build/81", "/h/me/.cache/go-build"),
            ("/h/me/.local/share/app", "/h/me/.local/share/app"),
            ("/h/me/.local/share/app/logs/1", "/h/me/.local/share/app"),
            ("/h/me/.cache", "/"),
            ("/h/me", "/"),
        ] {
            check(&[writable], &format!("--allow-write {allowed}"));
        }
    }

    #[test]
    fn all_places_are_told_at_once_and_none_that_lies_in_another() {
        check(&["/dev/ptmx"], "--allow-write /dev/ptmx --allow-write /dev/pts");
        check(&["/dev/ptmx", "/dev/pts/7", "/dev/pts/8"], "--allow-write /dev/ptmx --allow-write /dev/pts");
        check(&["/etc/passwd", "/usr/bin", "/etc"], "--allow-write /etc --allow-write /usr/bin");
    }
}
