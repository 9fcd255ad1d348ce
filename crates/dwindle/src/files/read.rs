//! Reading a tree from the disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Entry, Files};
use crate::Text;

/// Why a directory cannot be read as a tree. Each message fits "failed to ..." and names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system refused.
    #[error("read {path:?}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something that is neither a file, a link nor a folder.
    #[error("read {path:?}: it is neither a file, a symbolic link nor a directory")]
    Special {
        /// Where it is.
        path: PathBuf,
    },
    /// A file of 4 GiB or more.
    #[error("read {path:?}: {source}")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        source: crate::TooLarge,
    },
}

/// Reads the tree below `root`, leaving out the entries that `skip` says, and all below them.
///
/// Links are read as links. `skip` gets paths relative to `root`.
///
/// # Errors
/// The first thing that cannot be read.
pub fn read(root: &Path, skip: impl Fn(&Path) -> bool) -> Result<Files, ReadError> {
    let mut files = Files::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let at = root.join(&folder);
        for entry in fs::read_dir(&at).map_err(failed(&at))? {
            let name = entry.map_err(failed(&at))?.file_name();
            let path = folder.join(name);
            if skip(&path) {
                continue;
            }
            let entry = read_entry(&root.join(&path))?;
            if entry.is_folder() {
                folders.push(path.clone());
            }
            files.insert(path, entry).expect("a name in a directory is a plain component");
        }
    }
    Ok(files)
}

/// Reads what stands at `path`; of a folder only that it is one.
///
/// # Errors
/// When there is nothing, or it cannot be read.
pub fn read_entry(path: &Path) -> Result<Entry, ReadError> {
    let about = fs::symlink_metadata(path).map_err(failed(path))?;
    let mode = mode(&about);
    if about.is_symlink() {
        return Ok(Entry::Link { target: fs::read_link(path).map_err(failed(path))? });
    }
    if about.is_dir() {
        return Ok(Entry::Folder { mode });
    }
    if !about.is_file() {
        return Err(ReadError::Special { path: path.to_owned() });
    }
    let bytes = fs::read(path).map_err(failed(path))?;
    let text = Text::new(bytes);
    Ok(Entry::File {
        text: text.map_err(|source| ReadError::TooLarge { path: path.to_owned(), source })?,
        mode,
    })
}

/// The permission bits.
#[cfg(unix)]
fn mode(about: &fs::Metadata) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o7777
}

/// What stands for permission bits where files have none: everybody reads, and the owner may write and go in.
#[cfg(not(unix))]
fn mode(about: &fs::Metadata) -> u32 {
    if about.is_dir() { 0o755 } else { 0o644 }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> ReadError {
    move |source| ReadError::Io { path: path.to_owned(), source }
}
