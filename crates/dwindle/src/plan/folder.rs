//! The plan on a directory tree: which files, then what is in those that stay, to a fixed point.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::bytes::Regex;

use super::ended::Ended;
use super::{Certificate, Planned};
use crate::algorithm::Algorithm;
use crate::event::{Event, Stage};
use crate::files::{Entry, Files, uses};
use crate::needs::Needs;
use crate::passes::Level;
use crate::search::{Search, Stop};
use crate::space::{Around, FilesSpace, HoldsNeeds, Pins, Shared, Space};
use crate::strategy::{BinaryReduction, ReverseClosures, Strategy};
use crate::{Config, Outcome, Text};

/// Files first, and then their contents, largest first, again and again until nothing changes.
///
/// Files that go need not be looked into. Of the contents the largest go first, since most of what can go is there,
/// and all later tests are faster for it. A first pass takes of each file only what is coarse, so that no file is
/// taken to pieces while the others are still whole, and asks before whether it can go by now.
///
/// # Determinism
/// A function of the tree, the plan and the outcomes.
#[derive(Clone, Debug, Default)]
pub struct FolderPlan {
    algorithm: Algorithm,
    protect: Option<Regex>,
    needs: Vec<(PathBuf, PathBuf)>,
    whole_files: bool,
}

/// How far the contents of a file are to be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Only what is coarse, and quickly: other files will follow.
    Coarse,
    /// As far as it goes.
    Full,
}

/// Reduces the text of one file, the path of which it is given, in a search that sees it in its tree.
pub type Contents<'c> = &'c mut dyn FnMut(&mut Search<'_>, &Path, &Text, Depth) -> Result<Planned, Stop>;

/// What a plan on a directory tree ended with.
#[derive(Clone, Debug)]
pub struct FolderPlanned {
    /// The result.
    pub files: Arc<Files>,
    /// The minimalities proved of this very tree: of its files, and of what is in all of them.
    pub certificates: Vec<Certificate>,
}

impl FolderPlan {
    /// The plan that removes files by `algorithm`.
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// Never removes a file in which `pattern` matches something.
    #[must_use]
    pub fn protect(mut self, pattern: Option<Regex>) -> Self {
        self.protect = pattern;
        self
    }

    /// Leaves what is in files alone: they stay whole or go.
    #[must_use]
    pub fn whole_files(mut self, yes: bool) -> Self {
        self.whole_files = yes;
        self
    }

    /// Never tests a tree in which the first of a pair is there and the second, which was there, is not.
    ///
    /// Files are then removed with all that needs them; what is minimal among trees that meet all needs is the end.
    #[must_use]
    pub fn needs(mut self, pairs: Vec<(PathBuf, PathBuf)>) -> Self {
        self.needs = pairs;
        self
    }

    /// Runs the plan on `files`, which fails; `contents` reduces the text of a file, which is seen in its tree.
    ///
    /// # Errors
    /// [`Stop`] when the search was stopped first; [`Search::best`] is then the best result so far.
    pub fn run(
        &self,
        search: &mut Search<'_>,
        files: Arc<Files>,
        contents: Contents<'_>,
    ) -> Result<FolderPlanned, Stop> {
        let (mut files, mut depth) = (files, Depth::Coarse);
        let mut ended = Ended::new();
        loop {
            let before = files.id();
            if !ended.is_with(&None, before) {
                let (kept, removals) = self.remove(search, &files)?;
                files = kept;
                ended.note(None, files.id(), vec![Certificate { level: Level::Files, removals }]);
            }
            if self.whole_files {
                break;
            }
            for path in by_size(&files) {
                if depth == Depth::Coarse
                    && let Some(less) = self.without(search, &files, &path)?
                {
                    files = less;
                    continue;
                }
                let of_this = Some(path.clone());
                if ended.is_with(&of_this, files.id()) {
                    continue;
                }
                let (Some(Entry::File { text, .. }), Some(around)) =
                    (files.get(&path), Around::new(Arc::clone(&files), &path))
                else {
                    continue;
                };
                let size = text.bytes().len() as u64;
                search.announce(&Event::FileBegan { path: &path.to_string_lossy(), size })?;
                let lens = around.clone().lens();
                let planned = search.within(lens, |search| contents(search, &path, text, depth))?;
                if planned.text.id() != text.id() {
                    files = Arc::new(around.with(planned.text));
                }
                if depth == Depth::Full {
                    ended.note(of_this, files.id(), planned.certificates);
                }
            }
            if depth == Depth::Full && files.id() == before {
                break;
            }
            depth = Depth::Full;
        }
        let certificates = certificates(&files, &ended);
        Ok(FolderPlanned { files, certificates })
    }

    /// The tree without this file and what needs it, if that fails: other files were reduced since it was asked for.
    fn without(
        &self,
        search: &mut Search<'_>,
        files: &Arc<Files>,
        path: &Path,
    ) -> Result<Option<Arc<Files>>, Stop> {
        let space = Arc::new(FilesSpace::new(Arc::clone(files)));
        let Some(unit) = space.unit(path) else { return Ok(None) };
        let gone = space.needs(&self.needs).reverse_closure(&Config::of_units([unit]));
        let (full, kept) = (space.full(), self.protected(&space));
        if kept.minus(&gone).len() < kept.len() {
            return Ok(None);
        }
        let (name, unit) = ("one-file", Level::Files.name());
        let stage = Stage { algorithm: name, unit, units: gone.len(), size: space.size(&full) };
        search.announce(&Event::StageBegan(stage))?;
        let less = full.minus(&gone);
        let goes = search.outcome(&space, &less)? == Outcome::Fail;
        let end = if goes { &less } else { &full };
        let (units, size) = (gone.len() - (full.len() - end.len()), space.size(end));
        search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
        Ok(goes.then(|| Arc::new(space.render(&less))))
    }

    /// Removes files. Gives the tree that is left, and how many removals were tested against it.
    fn remove(&self, search: &mut Search<'_>, files: &Arc<Files>) -> Result<(Arc<Files>, usize), Stop> {
        let space = Arc::new(FilesSpace::new(Arc::clone(files)));
        let (units, size) = (space.units(), space.size(&space.full()));
        let stage = Stage { algorithm: self.algorithm.name(), unit: Level::Files.name(), units, size };
        search.announce(&Event::StageBegan(stage))?;
        let (config, removals, space) =
            if self.needs.is_empty() { self.guided(search, space)? } else { self.closed(search, space)? };
        let files = space.render(&config);
        let size = space.size(&config);
        let (units, certificate) = (files.len(), Some(removals));
        search.announce(&Event::StageEnded { stage, units, size, certificate })?;
        Ok((Arc::new(files), removals))
    }

    /// Removes files among which some need others.
    fn closed(
        &self,
        search: &mut Search<'_>,
        space: Arc<FilesSpace>,
    ) -> Result<(Config, usize, Arc<FilesSpace>), Stop> {
        let kept = self.protected(&space);
        let asked = Arc::new(space.needs(&self.needs));
        let guessed = uses(space.files());
        let all = Arc::new(space.needs(&[self.needs.as_slice(), &guessed].concat()));
        let shared: Shared = Arc::new(HoldsNeeds::of(Arc::clone(&space), Arc::clone(&asked)));
        let reduction =
            BinaryReduction::keeping(space.full(), Arc::clone(&all), &kept).at_most(worthwhile(&all));
        let config = search.run(&shared, reduction)?.best().clone();
        let sweep = search.run(&shared, ReverseClosures::keeping(config, asked, &kept))?;
        let removals = sweep.certificate();
        Ok((sweep.best().clone(), removals, space))
    }

    /// Removes files that may use each other, as it seems: first with what they use, then any of them.
    fn guided(
        &self,
        search: &mut Search<'_>,
        mut space: Arc<FilesSpace>,
    ) -> Result<(Config, usize, Arc<FilesSpace>), Stop> {
        let guessed = uses(space.files());
        if !guessed.is_empty() && self.algorithm == Algorithm::Dwindle {
            let kept = self.protected(&space);
            let needs = Arc::new(space.needs(&guessed));
            let most = worthwhile(&needs);
            let reduction = BinaryReduction::keeping(space.full(), needs, &kept).at_most(most);
            let config = search.run(&space, reduction)?.best().clone();
            space = Arc::new(FilesSpace::new(Arc::new(space.render(&config))));
        }
        let guarded = Arc::new(Pins::of((*space).clone(), self.protected(&space)));
        let reduced = self.algorithm.reduce(search, &guarded, guarded.full())?;
        Ok((guarded.to_base(&reduced), reduced.len(), space))
    }

    /// The files in which something is protected.
    fn protected(&self, space: &FilesSpace) -> Config {
        let Some(pattern) = &self.protect else { return Config::empty() };
        let matches =
            |entry: &Entry| matches!(entry, Entry::File { text, .. } if pattern.is_match(text.bytes()));
        let found = (0u32..).zip(space.files().iter()).filter(|(_, (_, entry))| matches(entry));
        Config::of_units(found.map(|(unit, _)| unit))
    }
}

/// How many needed groups binary reduction may look for: with more of them it costs more than removing one by one.
fn worthwhile(needs: &Needs) -> usize {
    let groups = needs.groups().len();
    groups / (1 + groups.max(1).ilog2() as usize) + 1
}

/// The files with something in them, the largest first, ties by path.
fn by_size(files: &Files) -> Vec<PathBuf> {
    let plain = files.iter().filter(|(_, entry)| matches!(entry, Entry::File { .. }) && entry.size() > 0);
    let mut paths: Vec<(std::cmp::Reverse<u64>, PathBuf)> =
        plain.map(|(path, entry)| (std::cmp::Reverse(entry.size()), path.to_owned())).collect();
    paths.sort();
    paths.into_iter().map(|(_, path)| path).collect()
}

/// What was proved of `files`: a unit counts where no single one can go from any file that is not empty.
fn certificates(files: &Files, ended: &Ended<Option<PathBuf>>) -> Vec<Certificate> {
    let id = files.id();
    let mut proved = ended.proved(&None, id).to_vec();
    let of: Vec<&[Certificate]> =
        by_size(files).into_iter().map(|path| ended.proved(&Some(path), id)).collect();
    let mut seen = BTreeSet::new();
    for level in of.iter().copied().flatten().map(|certificate| certificate.level) {
        let removals = of.iter().map(|certificates| {
            certificates.iter().find(|certificate| certificate.level == level).map(|found| found.removals)
        });
        if seen.insert(level.name())
            && let Some(removals) = removals.sum::<Option<usize>>()
        {
            proved.push(Certificate { level, removals });
        }
    }
    proved
}
