//! A directory tree as a space: one unit per entry.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::candidate::{FilesCandidate, Leftovers};
use crate::files::{self, Changes, Entry, Files};
use crate::needs::Needs;
use crate::space::Space;
use crate::{Candidate, Config, Id};

/// The entries of a directory tree, by path: files, links and folders.
///
/// What is kept brings the folders that it lies in, so every configuration makes a tree.
#[derive(Clone, Debug)]
pub struct FilesSpace {
    files: Arc<Files>,
    paths: Vec<PathBuf>,
    /// Of each entry the folder that it lies in, where that is an entry.
    folders: Vec<Option<u32>>,
}

impl FilesSpace {
    /// The entries of `files`.
    pub fn new(files: Arc<Files>) -> Self {
        let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.to_owned()).collect();
        let numbers: BTreeMap<&Path, u32> = paths.iter().map(PathBuf::as_path).zip(0..).collect();
        let folders = paths.iter().map(|path| numbers.get(path.parent()?).copied()).collect();
        Self { files, paths, folders }
    }

    /// The tree.
    pub const fn files(&self) -> &Arc<Files> {
        &self.files
    }

    /// The unit at `path`.
    pub fn unit(&self, path: &Path) -> Option<u32> {
        let at = self.paths.binary_search_by(|unit| unit.as_path().cmp(path)).ok()?;
        u32::try_from(at).ok()
    }

    /// What each unit needs: the folder that it lies in, and by `pairs` of paths the first the second. Pairs with
    /// something else than a unit in them are left out.
    pub fn needs(&self, pairs: &[(PathBuf, PathBuf)]) -> Needs {
        let unit = |path: &PathBuf| self.unit(path);
        let folders = (0u32..).zip(&self.folders).filter_map(|(entry, folder)| Some((entry, (*folder)?)));
        let pairs = pairs.iter().filter_map(|(one, other)| Some((unit(one)?, unit(other)?)));
        Needs::new(self.paths.len(), folders.chain(pairs))
    }

    /// The path of each unit.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The tree that `config` makes: the artifact of the next space.
    pub fn bake(&self, config: &Config) -> Files {
        self.files.with(&self.changes(config))
    }

    /// What `config` keeps, with the folders that it lies in.
    fn kept(&self, config: &Config) -> Vec<bool> {
        let mut kept = vec![false; self.paths.len()];
        for unit in config.units() {
            let mut next = Some(unit);
            while let Some(unit) = next
                && !kept[unit as usize]
            {
                kept[unit as usize] = true;
                next = self.folders[unit as usize];
            }
        }
        kept
    }

    fn changes(&self, config: &Config) -> Changes {
        let dropped = self.paths.iter().zip(self.kept(config)).filter(|(_, kept)| !kept);
        dropped.map(|(path, _)| (path.clone(), None)).collect()
    }

    fn entries(&self, config: &Config) -> impl Iterator<Item = (&Path, &Entry)> {
        self.files.iter().zip(self.kept(config)).filter(|(_, kept)| *kept).map(|(entry, _)| entry)
    }
}

/// What an entry counts for: the bytes of its contents and of its path, so that an empty file counts, too.
pub(super) fn size(path: &Path, entry: &Entry) -> u64 {
    path.as_os_str().len() as u64 + entry.size()
}

impl Space for FilesSpace {
    fn units(&self) -> usize {
        self.paths.len()
    }

    /// Costs one step for each entry that is kept.
    fn id(&self, config: &Config) -> Id {
        files::identity(self.entries(config).map(|(path, entry)| (path, entry.id())))
    }

    /// Bytes of contents and of paths.
    fn size(&self, config: &Config) -> u64 {
        self.entries(config).map(|(path, entry)| size(path, entry)).sum()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Files(FilesCandidate {
            base: &self.files,
            changes: Cow::Owned(self.changes(&config)),
            contents: None,
            leftovers: Leftovers::Go,
        }))
    }

    /// Writes a tar archive.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.bake(config).write_archive(out)
    }
}
