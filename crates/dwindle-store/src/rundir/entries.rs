//! What stands in a folder, and how much that is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The paths of all that stands in `folder`, in order of names; none where there is no such folder.
///
/// # Errors
/// When it cannot be read.
pub fn of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The bytes in all files at `path`; links count for nothing.
pub fn size_of(path: &Path) -> u64 {
    match path.symlink_metadata() {
        Ok(about) if about.is_dir() => {
            fs::read_dir(path).into_iter().flatten().flatten().map(|entry| size_of(&entry.path())).sum()
        }
        Ok(about) if about.is_file() => about.len(),
        _ => 0,
    }
}
