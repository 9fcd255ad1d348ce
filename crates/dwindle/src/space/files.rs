//! A directory tree as a space: one unit per entry.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::bytes::Regex;

use crate::candidate::{FilesCandidate, Leftovers};
use crate::files::{Changes, Entry, Files, share};
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
    /// Of each entry the innermost folder that it lies in and that is an entry.
    folders: Vec<Option<u32>>,
    /// What all entries before each add to identity and size of a tree; at last, what all entries do.
    before: Vec<Adds>,
}

/// What entries add to a tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Adds {
    pub(super) identity: u128,
    pub(super) size: u64,
}

impl Adds {
    pub(super) fn of(path: &Path, entry: &Entry) -> Self {
        Self { identity: share(path, entry.id()), size: size(path, entry) }
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self { identity: self.identity.wrapping_add(other.identity), size: self.size + other.size }
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self { identity: self.identity.wrapping_sub(other.identity), size: self.size - other.size }
    }
}

impl FilesSpace {
    /// The entries of `files`.
    pub fn new(files: Arc<Files>) -> Self {
        let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.to_owned()).collect();
        let numbers: BTreeMap<&Path, u32> = paths.iter().map(PathBuf::as_path).zip(0..).collect();
        let folder = |path: &PathBuf| path.ancestors().skip(1).find_map(|above| numbers.get(above).copied());
        let folders = paths.iter().map(folder).collect();
        let mut before = vec![Adds::default()];
        for (path, entry) in files.iter() {
            before.push(before[before.len() - 1].and(Adds::of(path, entry)));
        }
        Self { files, paths, folders, before }
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

    /// The folders in which something lies.
    pub fn filled_folders(&self) -> Config {
        let mut is_around = vec![false; self.paths.len()];
        self.folders.iter().flatten().for_each(|folder| is_around[*folder as usize] = true);
        Config::of_units((0..).zip(is_around).filter(|(_, is_around)| *is_around).map(|(unit, _)| unit))
    }

    /// The files in which `pattern` matches something.
    pub fn matching(&self, pattern: &Regex) -> Config {
        let matches =
            |entry: &Entry| matches!(entry, Entry::File { text, .. } if pattern.is_match(text.bytes()));
        let found = (0u32..).zip(self.files.iter()).filter(|(_, (_, entry))| matches(entry));
        Config::of_units(found.map(|(unit, _)| unit))
    }

    /// The tree that `config` makes: the artifact of the next space.
    pub fn render(&self, config: &Config) -> Files {
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

    /// What the entries of the tree that `config` makes add.
    ///
    /// Costs time in the runs of `config`, times how deep folders lie in each other.
    fn adds(&self, config: &Config) -> Adds {
        let of =
            |range: Range<u32>| self.before[range.end as usize].without(self.before[range.start as usize]);
        let mut all = Adds::default();
        let mut end = 0;
        for run in config.runs() {
            all = all.and(of(run.start..run.end));
            // Folders that a run brings are those of its first entry. Those before the end of the run before are there
            // already: they are in it, or were brought by it, since what lies in a folder follows it.
            let mut folder = self.folders[run.start as usize];
            while let Some(at) = folder.filter(|at| *at >= end) {
                all = all.and(of(at..at + 1));
                folder = self.folders[at as usize];
            }
            end = run.end;
        }
        all
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

    fn id(&self, config: &Config) -> Id {
        Id(self.adds(config).identity)
    }

    /// Bytes of contents and of paths.
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
