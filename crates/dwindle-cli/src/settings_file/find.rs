//! Where the settings file is: beside the input, or in a folder above it.
//!
//! A folder above an input may be somebody else's (`/tmp`), and settings say what is run and what is written. So only a
//! file that belongs to the user or to root is taken, and none that everybody can write.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use clap::Command;
use dwindle_exec::scratch::folder_of;

use crate::args::operands;

/// The name of the file.
pub(super) const NAME: &str = "dwindle.toml";
/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The file.
    pub(super) path: Option<PathBuf>,
    /// Files that are not taken, and why.
    pub(super) foreign: Vec<(PathBuf, String)>,
}

/// The folder that the input lies in; the working directory where there is no input.
pub(super) fn beside(command: &Command, typed: &[OsString]) -> PathBuf {
    let has_command = typed.iter().any(|word| word == "--");
    // Without a command the first operand is the test.
    let input = operands(command, typed).nth(usize::from(!has_command));
    let Some(input) = input.filter(|input| *input != "-") else { return PathBuf::from(".") };
    folder_of(Path::new(input)).to_owned()
}

/// Looks in `folder` and above, up to `home` or the root.
pub(super) fn find(folder: &Path, home: Option<&Path>) -> Found {
    let mut found = Found::default();
    let Ok(folder) = fs::canonicalize(folder) else { return found };
    let home = home.and_then(|home| fs::canonicalize(home).ok());
    let me = rustix::process::geteuid().as_raw();
    for folder in folder.ancestors() {
        let path = folder.join(NAME);
        match look(&path, me) {
            Some(Ok(())) => {
                found.path = Some(path);
                break;
            }
            Some(Err(why)) => found.foreign.push((path, why)),
            None => {}
        }
        if home.as_deref() == Some(folder) {
            break;
        }
    }
    found
}

/// Looks whether there is a file at `path`, and why it is none for user `me`. Of a link both ends count.
fn look(path: &Path, me: u32) -> Option<Result<(), String>> {
    let (link, file) = (fs::symlink_metadata(path).ok()?, fs::metadata(path).ok()?);
    file.is_file().then(|| match foreign([link.uid(), file.uid()], me) {
        Some(owner) => Err(format!("it belongs to another user (number {owner})")),
        None if file.mode() & 0o002 != 0 => Err("everybody can write it".to_owned()),
        None => Ok(()),
    })
}

/// The owner who is neither user `me` nor root.
fn foreign(owners: [u32; 2], me: u32) -> Option<u32> {
    owners.into_iter().find(|&owner| owner != me && owner != 0)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[expect(clippy::disallowed_methods, reason = "tests lay out files")]
    fn lay(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }

    #[test]
    fn the_nearest_file_above_is_found_and_none_above_the_home() {
        let dir = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(dir.path()).unwrap();
        let deep = top.join("home/project/src");
        lay(&deep.join("a.c"));
        lay(&top.join(NAME));
        assert_eq!(find(&deep, None).path, Some(top.join(NAME)));
        assert_eq!(find(&deep, Some(&top.join("home"))).path, None);
        lay(&top.join("home").join(NAME));
        assert_eq!(find(&deep, Some(&top.join("home"))).path, Some(top.join("home").join(NAME)));
        lay(&deep.join(NAME));
        assert_eq!(find(&deep, None).path, Some(deep.join(NAME)));
    }

    #[test]
    fn files_of_the_user_and_of_root_are_taken_and_those_of_others_are_not() {
        assert_eq!(foreign([1000, 1000], 1000), None);
        assert_eq!(foreign([0, 1000], 1000), None);
        assert_eq!(foreign([1000, 1001], 1000), Some(1001), "a link of mine to a file of theirs");
        assert_eq!(foreign([1001, 1000], 1000), Some(1001), "a link of theirs to a file of mine");
        assert_eq!(foreign([1001, 1001], 0), Some(1001), "also for root");
    }

    #[test]
    fn a_file_that_everybody_can_write_is_not_taken_and_one_above_is() {
        let dir = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(dir.path()).unwrap();
        let (near, far) = (top.join("src").join(NAME), top.join(NAME));
        lay(&near);
        lay(&far);
        fs::set_permissions(&near, fs::Permissions::from_mode(0o666)).unwrap();
        let found = find(&top.join("src"), None);
        assert_eq!(found.path, Some(far));
        assert_eq!(found.foreign, [(near, "everybody can write it".to_owned())]);
    }

    #[test]
    fn the_input_is_the_second_operand_where_the_first_is_the_test() {
        let program = crate::args::command();
        let beside = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            beside(program.find_subcommand("reduce").unwrap(), &words)
        };
        assert_eq!(beside("--jobs 2 ./test.sh src/a.c"), Path::new("src"));
        assert_eq!(beside("src/a.c --jobs 2 -- cc {}"), Path::new("src"));
        for line in ["./test.sh a.c", "./test.sh -", "- -- cc lib/{}"] {
            assert_eq!(beside(line), Path::new("."), "{line}");
        }
    }
}
