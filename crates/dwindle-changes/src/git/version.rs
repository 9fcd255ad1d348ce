//! One version as a tree in memory.

use std::path::{Path, PathBuf};

use dwindle::Text;
use dwindle::files::{Entry, Files};

use super::error::GitError;
use super::repository::Repository;
use super::run::path_of;

/// A version, and what of it is not quite what a checkout would have.
#[derive(Debug)]
pub struct Version {
    /// Its files.
    pub files: Files,
    /// What a user should know about them.
    pub notes: Vec<Note>,
}

/// Where a version in memory differs from its checkout.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Note {
    /// The submodule's commit is not at hand, since it is not checked out or not fetched: an empty folder.
    SubmoduleEmpty(PathBuf),
    /// The file's contents are kept elsewhere (Git LFS): here is only the pointer to them.
    LargeFile(PathBuf),
}

const LFS: &[u8] = b"version https://git-lfs.github.com/spec/";

impl Repository {
    /// The files of a commit or tree.
    ///
    /// Submodules that are checked out, and have the commit, are folders with the files of that commit.
    ///
    /// # Errors
    /// When git fails, or does not have all contents.
    pub fn files(&mut self, version: &str) -> Result<Version, GitError> {
        let mut out = Version { files: Files::new(), notes: Vec::new() };
        self.read(version, Path::new(""), &mut out)?;
        Ok(out)
    }

    fn read(&mut self, version: &str, below: &Path, out: &mut Version) -> Result<(), GitError> {
        let words = ["ls-tree", "-r", "-z", "--full-tree", version];
        let listing = self.git.output(&words)?;
        for line in listing.split(|&byte| byte == 0).filter(|line| !line.is_empty()) {
            let odd = || GitError::odd(&words, line);
            let tab = line.iter().position(|&byte| byte == b'\t').ok_or_else(odd)?;
            let head = std::str::from_utf8(&line[..tab]).map_err(|_| odd())?;
            let mut words = head.split(' ');
            let (Some(mode), Some(_), Some(name)) = (words.next(), words.next(), words.next()) else {
                return Err(odd());
            };
            let inner = path_of(&line[tab + 1..]);
            let path = below.join(&inner);
            let entry = if mode == "160000" {
                self.read_submodule(&inner, name, &path, out)?
            } else {
                let text = self.text(name)?;
                self.texts.insert(name.to_owned(), text.clone());
                if text.bytes().starts_with(LFS) {
                    out.notes.push(Note::LargeFile(path.clone()));
                }
                entry(mode, text)
            };
            if let Some(entry) = entry {
                out.files.insert(path, entry).map_err(|_| odd())?;
            }
        }
        Ok(())
    }

    /// Reads the files of a submodule; where they are not at hand, it is an empty folder.
    fn read_submodule(
        &self,
        inner: &Path,
        commit: &str,
        path: &Path,
        out: &mut Version,
    ) -> Result<Option<Entry>, GitError> {
        if let Some(mut submodule) = self.submodule(inner)
            && submodule.commit(commit).is_ok()
        {
            submodule.read(commit, path, out)?;
            return Ok(None);
        }
        out.notes.push(Note::SubmoduleEmpty(path.to_owned()));
        Ok(Some(Entry::Folder { mode: 0o755 }))
    }
}

/// What git calls by this mode.
pub(super) fn entry(mode: &str, text: Text) -> Option<Entry> {
    match mode {
        "120000" => Some(Entry::Link { target: path_of(text.bytes()) }),
        "100755" => Some(Entry::File { text, mode: 0o755 }),
        mode if mode.starts_with("100") => Some(Entry::File { text, mode: 0o644 }),
        _ => None,
    }
}
