//! One file of a directory tree seen through a space of its own, the rest of the tree around it.
//!
//! It is a lens: inside [`Search::within`](crate::search::Search::within) every space of the file's text is turned
//! into a space of the tree, so that algorithms on texts work in a directory without knowing of it.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::files::size;
use crate::Text;
use crate::candidate::{FilesCandidate, Leftovers};
use crate::files::{Changes, Entry, Files, share};
use crate::space::{Lens, Shared, Space};
use crate::{Candidate, Config, Id, Outcome};

/// A directory tree in which one file is being reduced.
///
/// Any space of that file's text becomes by its [`lens`](Around::lens) a space of trees, so every algorithm on texts
/// works on a file of a tree as it does on a file alone, and a candidate of one is a candidate of the other.
#[derive(Clone, Debug)]
pub struct Around {
    files: Arc<Files>,
    path: PathBuf,
    mode: u32,
    /// The file made empty, so that laying the tree does not cost writing what is not wanted.
    hollow: Changes,
    /// What all but the file add to identity and size.
    identity: u128,
    size: u64,
}

impl Around {
    /// The tree `files` around its file at `path`; `None` when there is no file.
    pub fn new(files: Arc<Files>, path: &Path) -> Option<Self> {
        let file = files.get(path)?;
        let &Entry::File { mode, .. } = file else { return None };
        let identity = files.id().0.wrapping_sub(share(path, file.id()));
        let empty = Entry::File { text: Text::default(), mode };
        let hollow: Changes = [(path.to_owned(), Some(empty))].into();
        let size = files.with(&hollow).iter().map(|(path, entry)| size(path, entry)).sum();
        Some(Self { files, path: path.to_owned(), mode, hollow, identity, size })
    }

    /// The tree with this text in the file.
    pub fn with(&self, text: Text) -> Files {
        self.files.with(&[(self.path.clone(), Some(Entry::File { text, mode: self.mode }))].into())
    }

    /// Makes a space of the file's text a space of the tree.
    pub fn lens(self) -> Lens {
        let around = Arc::new(self);
        Arc::new(move |inner| Arc::new(Inside { around: Arc::clone(&around), inner: Arc::clone(inner) }))
    }
}

struct Inside {
    around: Arc<Around>,
    inner: Shared,
}

impl Space for Inside {
    fn units(&self) -> usize {
        self.inner.units()
    }

    fn id(&self, config: &Config) -> Id {
        let Around { path, mode, identity, .. } = &*self.around;
        Id(identity.wrapping_add(share(path, Entry::file_id(self.inner.id(config), *mode))))
    }

    fn size(&self, config: &Config) -> u64 {
        self.around.size + self.inner.size(config)
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        self.inner.weights(config)
    }

    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        self.inner.known_outcome(config, best)
    }

    fn compares_values(&self) -> bool {
        self.inner.compares_values()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        let Around { files, path, hollow, .. } = &*self.around;
        let candidate = self.inner.candidate(config)?;
        let Candidate::Text(pieces) = candidate else { return Err(candidate.unsupported("a text")) };
        Ok(Candidate::Files(Box::new(FilesCandidate {
            base: files,
            changes: Cow::Borrowed(hollow),
            contents: Some((path, pieces)),
            leftovers: Leftovers::Go,
        })))
    }

    /// Writes a tar archive.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        let candidate = self.candidate(Cow::Borrowed(config))?;
        crate::files::write_archive(&candidate.files().unwrap_or_default(), out)
    }
}
