//! Two directories without a history.

use std::ffi::OsStr;
use std::path::Path;

use dwindle::files::{self, Entry, Files, ReadError};

/// Reads the tree in `dir`, as a version: without `.git`, and of permission bits only whether the owner may execute.
///
/// Two releases that were unpacked at different times differ in what nobody meant to change: bits for group and
/// others, which git does not keep either.
///
/// # Errors
/// The first thing that cannot be read.
pub fn read(dir: &Path) -> Result<Files, ReadError> {
    let read = files::read(dir, |path| path.file_name() == Some(OsStr::new(".git")))?;
    let mut files = Files::new();
    for (path, entry) in read.iter() {
        files.insert(path.to_owned(), plain(entry.clone())).expect("a path of a tree is one of a tree");
    }
    Ok(files)
}

/// The entry with the permission bits that git would give it.
pub(crate) fn plain(entry: Entry) -> Entry {
    match entry {
        Entry::File { text, mode } => {
            Entry::File { text, mode: if mode & 0o100 == 0 { 0o644 } else { 0o755 } }
        }
        Entry::Folder { .. } => Entry::Folder { mode: 0o755 },
        link @ Entry::Link { .. } => link,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "what is read is written first")]
    fn a_directory_is_read_without_git_and_without_foreign_permission_bits() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("sub/.git")).unwrap();
        fs::write(dir.path().join("sub/.git/HEAD"), "x").unwrap();
        fs::write(dir.path().join("sub/run"), "y").unwrap();
        fs::set_permissions(dir.path().join("sub/run"), fs::Permissions::from_mode(0o570)).unwrap();
        let files = read(dir.path()).unwrap();
        let paths: Vec<_> = files.iter().map(|(path, _)| path.to_str().unwrap()).collect();
        assert_eq!(paths, ["sub", "sub/run"]);
        assert!(matches!(files.get(Path::new("sub/run")), Some(Entry::File { mode: 0o755, .. })));
    }
}
