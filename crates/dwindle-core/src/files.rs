//! A directory tree as a value: the input if it is more than one file, and what is written for a test.
//!
//! A tree is held in memory, ordered by path, so that whatever is made of it is the same everywhere. Plain files,
//! symbolic links and folders count, with their permission bits; owners and times do not.
//!
//! The identity of a tree is the sum of what each of its entries adds, so the identity of a candidate costs only
//! what is edited.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::{Path, PathBuf};

use crate::mix::{halves, mixed};
use crate::span_hash::SpanHash;
use crate::{Id, Text};

/// What stands at one path of a tree.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A plain file.
    File {
        /// What is in it.
        text: Text,
        /// Its permission bits.
        mode: u32,
    },
    /// A symbolic link, whether there is something at its end or not.
    Link {
        /// Where it points to, as it is written in the link.
        target: PathBuf,
    },
    /// A folder. One with something in it need not be listed, unless for its permission bits.
    Folder {
        /// Its permission bits.
        mode: u32,
    },
}

impl Entry {
    /// What tells this entry from others: equal for equal kinds, contents and permission bits.
    pub fn id(&self) -> Id {
        match self {
            Self::File { text, mode } => Self::file_id(text.id(), *mode),
            Self::Link { target } => tagged(b'l', 0, target.as_os_str().as_encoded_bytes()),
            Self::Folder { mode } => tagged(b'd', *mode, &[]),
        }
    }

    /// The identity of a plain file with these contents.
    pub fn file_id(text: Id, mode: u32) -> Id {
        tagged(b'f', mode, &text.0.to_le_bytes())
    }

    /// Bytes of contents: of a link the length of its target, of a folder none.
    pub fn size(&self) -> u64 {
        match self {
            Self::File { text, .. } => text.bytes().len() as u64,
            Self::Link { target } => target.as_os_str().len() as u64,
            Self::Folder { .. } => 0,
        }
    }

    /// Whether it is a folder.
    pub const fn is_folder(&self) -> bool {
        matches!(self, Self::Folder { .. })
    }
}

fn tagged(tag: u8, mode: u32, rest: &[u8]) -> Id {
    let [a, b, c, d] = mode.to_le_bytes();
    SpanHash::of(&[tag, a, b, c, d]).then(SpanHash::of(rest)).id()
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File { text: a, mode: x }, Self::File { text: b, mode: y }) => {
                x == y && (std::ptr::eq(a.bytes(), b.bytes()) || a.bytes() == b.bytes())
            }
            (Self::Link { target: a }, Self::Link { target: b }) => a == b,
            (Self::Folder { mode: a }, Self::Folder { mode: b }) => a == b,
            _ => false,
        }
    }
}

impl Eq for Entry {}

/// A directory tree: what stands at which path, relative to its root, ordered by path.
///
/// Paths have plain components only: neither `..` nor a root, so that nothing can be laid outside of a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    entries: BTreeMap<PathBuf, Entry>,
}

/// What of a tree is otherwise: another entry at a path, or none.
pub type Changes = BTreeMap<PathBuf, Option<Entry>>;

/// A path that cannot be one in a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a path inside a directory")]
pub struct Outside(pub PathBuf);

impl Files {
    /// The empty tree.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts `entry` at `path`, in the place of what was there: `a/./b/` is `a/b`.
    ///
    /// # Errors
    /// [`Outside`] when the path is empty, absolute, begins with `.` or has `..` in it.
    pub fn insert(&mut self, path: PathBuf, entry: Entry) -> Result<(), Outside> {
        let plain = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if !plain || path.as_os_str().is_empty() {
            return Err(Outside(path));
        }
        // The identity of a tree is that of the names as they are written.
        self.entries.insert(path.components().collect(), entry);
        Ok(())
    }

    /// Makes `contents` what is in the file at `path`, if there is one.
    pub(crate) fn set_contents(&mut self, path: &Path, contents: Text) {
        if let Some(Entry::File { text, .. }) = self.entries.get_mut(path) {
            *text = contents;
        }
    }

    /// What stands at `path`.
    pub fn get(&self, path: &Path) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// The entries below `folder`, which is not among them.
    pub fn below<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = (&'a Path, &'a Entry)> {
        let from = (Bound::Excluded(folder.to_owned()), Bound::Unbounded);
        let all = self.entries.range(from).map(|(path, entry)| (path.as_path(), entry));
        all.take_while(move |(path, _)| path.starts_with(folder))
    }

    /// All entries, by path: a folder comes before what is in it.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Path, &Entry)> + Clone {
        self.entries.iter().map(|(path, entry)| (path.as_path(), entry))
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes of contents of all entries.
    pub fn size(&self) -> u64 {
        self.entries.values().map(Entry::size).sum()
    }

    /// What is in all files, one after the other, each followed by a line break: for looking up what a message quotes.
    pub fn text(&self) -> Vec<u8> {
        let texts = self.entries.values().filter_map(|entry| match entry {
            Entry::File { text, .. } => Some(text.bytes()),
            _ => None,
        });
        texts.flat_map(|bytes| [bytes, b"\n"]).flatten().copied().collect()
    }

    /// The tree with `changes`.
    ///
    /// Costs one step for each entry; contents are shared.
    #[must_use]
    pub fn with(&self, changes: &Changes) -> Self {
        let mut entries = self.entries.clone();
        for (path, entry) in changes {
            match entry {
                Some(entry) => drop(entries.insert(path.clone(), entry.clone())),
                None => drop(entries.remove(path)),
            }
        }
        Self { entries }
    }

    /// The identity of the tree: equal for equal trees.
    ///
    /// It is a sum of what the entries add, so that a tree that differs at a few paths from one of known identity costs
    /// these paths.
    pub fn id(&self) -> Id {
        Id(self.iter().fold(0, |sum, (path, entry)| sum.wrapping_add(share(path, entry.id()))))
    }
}

/// What an entry of this identity at `path` adds to the identity of a tree.
///
/// By chance, two trees have the same sum with a probability of about 2^-100; nobody gains by making them so.
pub fn share(path: &Path, entry: Id) -> u128 {
    let path = path.as_os_str().as_encoded_bytes();
    let [a, b] = halves(SpanHash::of(path).id().0);
    let [c, d] = halves(entry.0);
    mixed([path.len() as u64, a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str, mode: u32) -> Entry {
        Entry::File { text: Text::new(text.as_bytes().to_vec()).unwrap(), mode }
    }

    fn tree(entries: &[(&str, Entry)]) -> Files {
        let mut files = Files::new();
        for (path, entry) in entries {
            files.insert(path.into(), entry.clone()).unwrap();
        }
        files
    }

    #[test]
    fn trees_differ_by_paths_contents_kinds_and_permission_bits() {
        let trees = [
            tree(&[]),
            tree(&[("a", file("x", 0o644))]),
            tree(&[("b", file("x", 0o644))]),
            tree(&[("a", file("y", 0o644))]),
            tree(&[("a", file("x", 0o755))]),
            tree(&[("a", Entry::Link { target: "x".into() })]),
            tree(&[("a", Entry::Folder { mode: 0o644 })]),
            tree(&[("a", Entry::Folder { mode: 0o755 }), ("a/b", file("", 0o644))]),
        ];
        for (i, one) in trees.iter().enumerate() {
            for (j, other) in trees.iter().enumerate() {
                assert_eq!(one.id() == other.id(), i == j, "{one:?} and {other:?}");
                assert_eq!(one == other, i == j);
            }
        }
    }

    #[test]
    fn no_path_leads_outside() {
        for path in ["", "/etc/passwd", "../a", "a/../../b", "./a"] {
            assert_eq!(Files::new().insert(path.into(), file("", 0o644)), Err(Outside(path.into())));
        }
    }

    #[test]
    fn a_path_is_the_same_however_it_is_written() {
        for path in ["a/./b", "a//b", "a/b/", "a/b/."] {
            assert_eq!(
                tree(&[(path, file("x", 0o644))]).id(),
                tree(&[("a/b", file("x", 0o644))]).id(),
                "{path}"
            );
        }
    }

    #[test]
    fn changes_replace_add_and_remove() {
        let before = tree(&[("a", file("1", 0o644)), ("b", file("2", 0o644))]);
        let changes = [("a", None), ("b", Some(file("3", 0o644))), ("c", Some(file("4", 0o644)))];
        let changes: Changes = changes.map(|(path, entry)| (path.into(), entry)).into();
        assert_eq!(before.with(&changes), tree(&[("b", file("3", 0o644)), ("c", file("4", 0o644))]));
    }
}
