//! The entries of a tree that others name, as a space: one goes with all that names it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::files::Adds;
use crate::candidate::{FilesCandidate, Leftovers};
use crate::files::{Changes, Entry, Files, Mention, mentions};
use crate::space::Space;
use crate::{Candidate, Config, Id, Text};

/// Files and folders that other files name. Whoever drops one leaves out what names it, and of a folder all in it.
#[derive(Clone, Debug)]
pub struct MentionsSpace {
    files: Arc<Files>,
    /// What all of them add to identity and size of the tree.
    whole: Adds,
    entries: Vec<(PathBuf, Vec<Mention>)>,
}

impl MentionsSpace {
    /// The named entries of `files` without those that hold something that `stays`.
    pub fn new(files: Arc<Files>, stays: impl Fn(&Path) -> bool) -> Self {
        let free = |path: &Path| !stays(path) && !files.below(path).any(|(path, _)| stays(path));
        let entries = mentions(&files).into_iter().filter(|(path, _)| free(path)).collect();
        let whole = files.iter().map(|(path, entry)| Adds::of(path, entry)).fold(Adds::default(), Adds::and);
        Self { files, whole, entries }
    }

    /// The tree that `config` makes.
    pub fn render(&self, config: &Config) -> Files {
        self.files.with(&self.changes(config))
    }

    /// What the entries of the tree that `config` makes add. Costs time in what changes.
    fn adds(&self, config: &Config) -> Adds {
        self.changes(config).iter().fold(self.whole, |all, (path, new)| {
            let old = self.files.get(path).map_or_else(Adds::default, |old| Adds::of(path, old));
            let new = new.as_ref().map_or_else(Adds::default, |new| Adds::of(path, new));
            all.without(old).and(new)
        })
    }

    fn changes(&self, config: &Config) -> Changes {
        let dropped = || (0u32..).zip(&self.entries).filter(|(unit, _)| !config.contains(*unit));
        let mut changes = Changes::new();
        for (_, (path, _)) in dropped() {
            changes.insert(path.clone(), None);
            changes.extend(self.files.below(path).map(|(path, _)| (path.to_owned(), None)));
        }
        let mut cuts: BTreeMap<&Path, Vec<&Range<usize>>> = BTreeMap::new();
        for (file, range) in dropped().flat_map(|(_, (_, cuts))| cuts) {
            if !changes.contains_key(file) {
                cuts.entry(file).or_default().push(range);
            }
        }
        for (file, mut ranges) in cuts {
            let Some(Entry::File { text, mode }) = self.files.get(file) else { continue };
            ranges.sort_by_key(|range| range.start);
            let (mut left, mut at) = (Vec::new(), 0);
            for range in ranges {
                join(&mut left, text.bytes().get(at..range.start).unwrap_or_default());
                at = at.max(range.end);
            }
            join(&mut left, &text.bytes()[at..]);
            let text = Text::new(left).expect("it is shorter than a text");
            changes.insert(file.to_owned(), Some(Entry::File { text, mode: *mode }));
        }
        changes
    }
}

/// Appends `piece`, and takes back the comma of a list that ends there then: not all notations allow one.
fn join(left: &mut Vec<u8>, piece: &[u8]) {
    let end = left.trim_ascii_end();
    if piece.trim_ascii_start().starts_with(b"]") && end.ends_with(b",") {
        left.truncate(end.len() - 1);
    }
    left.extend_from_slice(piece);
}

impl Space for MentionsSpace {
    fn units(&self) -> usize {
        self.entries.len()
    }

    fn id(&self, config: &Config) -> Id {
        Id(self.adds(config).identity)
    }

    /// As of a [`FilesSpace`](super::FilesSpace).
    fn size(&self, config: &Config) -> u64 {
        self.adds(config).size
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        let changes = Cow::Owned(self.changes(&config));
        Ok(Candidate::Files(Box::new(FilesCandidate::new(&self.files, changes, Leftovers::Go))))
    }

    /// Writes a tar archive.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        crate::files::write_archive(&self.render(config), out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Entry {
        Entry::File { text: Text::new(text.as_bytes().to_vec()).unwrap(), mode: 0o644 }
    }

    #[test]
    fn identity_and_size_are_those_of_the_tree() {
        let folder = || Entry::Folder { mode: 0o755 };
        let entries = [
            ("Cargo.toml", file("[workspace]\nmembers = [\"one\", \"two\"]\n")),
            ("one", folder()),
            ("one/Cargo.toml", file("[dependencies]\ntwo = { path = \"../two\" }\n")),
            ("two", folder()),
            ("two/Cargo.toml", file("[package]\nname = \"two\"\n")),
        ];
        let mut files = Files::new();
        for (path, entry) in entries {
            files.insert(path.into(), entry).unwrap();
        }
        let space = MentionsSpace::new(Arc::new(files), |_| false);
        assert!(space.units() >= 2, "{:?}", space.entries);
        for kept in 0..1u32 << space.units() {
            let config = Config::of_units(
                (0..u32::try_from(space.units()).unwrap()).filter(|unit| kept >> unit & 1 == 1),
            );
            let tree = space.render(&config);
            let bytes: u64 =
                tree.iter().map(|(path, entry)| Adds::of(path, entry)).fold(Adds::default(), Adds::and).size;
            assert_eq!((space.id(&config), space.size(&config)), (tree.id(), bytes), "{kept:b}");
        }
    }
}
