//! What differs between trees of git, by names of contents only.

use std::path::PathBuf;

use dwindle::files::Entry;

use super::error::GitError;
use super::repository::Repository;
use super::run::path_of;
use super::version::entry;

/// What stands at a path of a tree: its mode and the name of its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) mode: String,
    pub(crate) blob: String,
}

/// A path at which two trees differ.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    pub(crate) path: PathBuf,
    pub(crate) old: Option<Side>,
    pub(crate) new: Option<Side>,
}

impl Repository {
    /// What differs between the two trees of each pair, in one process. Submodules are left out.
    pub(crate) fn differences(&self, pairs: &[(String, String)]) -> Result<Vec<Vec<Difference>>, GitError> {
        let words = ["diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "--no-renames"];
        let lines: Vec<[&str; 4]> = pairs.iter().map(|(old, new)| [old.as_str(), " ", new, "\n"]).collect();
        let input = lines.concat().concat();
        let output = self.git.output_for(&words, input.as_bytes())?;
        let odd = |what: &[u8]| GitError::odd(&words, what);
        let mut found: Vec<Vec<Difference>> = Vec::with_capacity(pairs.len());
        let mut rest = &output[..];
        while !rest.is_empty() {
            if rest[0] != b':' {
                // The pair that what follows is about.
                let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(|| odd(rest))?;
                found.push(Vec::new());
                rest = &rest[end + 1..];
                continue;
            }
            let mut fields = rest[1..].splitn(3, |&byte| byte == 0);
            let (Some(head), Some(path), Some(more)) = (fields.next(), fields.next(), fields.next()) else {
                return Err(odd(rest));
            };
            let head = String::from_utf8_lossy(head);
            let words: Vec<&str> = head.split(' ').collect();
            let &[old_mode, new_mode, old, new, _] = &words[..] else { return Err(odd(head.as_bytes())) };
            let (old, new) = (side(old_mode, old), side(new_mode, new));
            let last = found.last_mut().ok_or_else(|| odd(head.as_bytes()))?;
            if old.is_some() || new.is_some() {
                last.push(Difference { path: path_of(path), old, new });
            }
            rest = more;
        }
        if found.len() != pairs.len() {
            return Err(odd(format!("{} answers to {} questions", found.len(), pairs.len()).as_bytes()));
        }
        Ok(found)
    }

    /// What stands at a path, with its contents.
    pub(crate) fn entry(&mut self, side: &Side) -> Result<Option<Entry>, GitError> {
        let text = self.text(&side.blob)?;
        Ok(entry(&side.mode, text))
    }
}

fn side(mode: &str, blob: &str) -> Option<Side> {
    (mode != "000000" && mode != "160000").then(|| Side { mode: mode.to_owned(), blob: blob.to_owned() })
}
