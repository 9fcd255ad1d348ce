//! What stands in a folder.

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
