//! The walk over the history, from the good version on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle::files::Entry;

use super::file::{Event, File, Source};
use crate::git::{Difference, GitError, History, Repository, Side};
use crate::part::At;
use crate::renames;

/// What the walk found.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// The files of the failing version, as far as a commit touched them.
    pub(super) last: State,
    /// For lines of the good version's files that were removed, the last commit that did.
    pub(super) removals: BTreeMap<PathBuf, BTreeMap<u32, usize>>,
    /// The commits that removed the file at a path.
    pub(super) gone: BTreeMap<PathBuf, BTreeSet<usize>>,
}

/// The files that commits touched so far, by path.
type State = BTreeMap<PathBuf, Arc<File>>;

/// The walk under way.
struct Walk<'a> {
    repository: &'a mut Repository,
    /// The good version's files where it differs from a version that a commit builds upon.
    good: BTreeMap<PathBuf, Option<Side>>,
    found: Walked,
}

/// A commit and one of its parents.
struct Parent {
    /// The touched files of the parent.
    state: State,
    /// What the commit has otherwise, by path.
    differences: BTreeMap<PathBuf, Difference>,
}

pub(super) fn walk(repository: &mut Repository, history: &History) -> Result<Walked, GitError> {
    let (pairs, others) = pairs(repository, history)?;
    let mut differences = repository.differences(&pairs)?;
    let base = differences.split_off(differences.len() - others);
    let mut differences = differences.into_iter();
    let mut children = vec![0usize; history.commits.len()];
    history.parents.iter().flatten().flatten().for_each(|&parent| children[parent] += 1);
    let mut good = BTreeMap::new();
    for difference in base.iter().flatten() {
        // From the good version to a version that is older.
        good.insert(difference.path.clone(), difference.old.clone());
    }
    let mut walk = Walk { repository, good, found: Walked::default() };
    let mut states: Vec<Option<State>> = vec![None; history.commits.len()];
    for nth in 0..history.commits.len() {
        let mut own = Vec::new();
        for parent in &history.parents[nth] {
            let state = match parent {
                None => State::new(),
                Some(parent) => {
                    children[*parent] -= 1;
                    let last = children[*parent] == 0;
                    let state = &mut states[*parent];
                    let state = if last { state.take() } else { state.clone() };
                    state.expect("a commit comes after its parents")
                }
            };
            let found = differences.next().unwrap_or_default();
            let differences = found.into_iter().map(|found| (found.path.clone(), found)).collect();
            own.push(Parent { state, differences });
        }
        states[nth] = Some(walk.commit(nth, own)?);
    }
    let Walk { mut found, .. } = walk;
    found.last = states.pop().flatten().unwrap_or_default();
    Ok(found)
}

/// The pairs of trees to compare: each commit with each parent, and then the good version with each version outside
/// of the history that a commit builds upon; and how many of the latter there are.
fn pairs(repository: &Repository, history: &History) -> Result<(Vec<(String, String)>, usize), GitError> {
    let mut trees: BTreeMap<&str, String> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (commit, known) in history.commits.iter().zip(&history.parents) {
        for (parent, known) in commit.parents.iter().zip(known) {
            let tree = match (known, trees.get(parent.as_str())) {
                (Some(known), _) => history.commits[*known].tree.clone(),
                (None, Some(tree)) => tree.clone(),
                (None, None) => {
                    let tree = repository.tree(parent)?;
                    trees.insert(parent, tree.clone());
                    tree
                }
            };
            pairs.push((tree, commit.tree.clone()));
        }
    }
    let good = repository.tree(&history.good)?;
    let others: Vec<String> = trees.into_values().collect();
    pairs.extend(others.iter().map(|tree| (good.clone(), tree.clone())));
    Ok((pairs, others.len()))
}

impl Walk<'_> {
    /// The state after a commit. A commit without parents brings nothing that the good version could have.
    fn commit(&mut self, nth: usize, parents: Vec<Parent>) -> Result<State, GitError> {
        let mut parents = parents.into_iter();
        let Some(Parent { mut state, differences }) = parents.next() else { return Ok(State::new()) };
        let rest: Vec<Parent> = parents.collect();
        let mut made: Vec<(PathBuf, Option<Arc<File>>)> = Vec::new();
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        for (path, difference) in &differences {
            // What another parent has as it is came from there.
            if let Some(parent) = rest.iter().find(|parent| !parent.differences.contains_key(path)) {
                let file = match (parent.state.get(path), &difference.new) {
                    (Some(file), Some(_)) => Some(Arc::clone(file)),
                    (None, Some(side)) => Some(Arc::new(self.base(path, side)?)),
                    (_, None) => None,
                };
                made.push((path.clone(), file));
                continue;
            }
            match (&difference.old, &difference.new) {
                (Some(old), Some(new)) => {
                    let file = self.edited(nth, path, [old, new], &state, &rest)?;
                    made.push((path.clone(), Some(Arc::new(file))));
                }
                (Some(old), None) => removed.push((path, old)),
                (None, Some(new)) => added.push((path, new)),
                (None, None) => {}
            }
        }
        let pairs = self.renamed(&removed, &added)?;
        for (at, (path, new)) in added.iter().enumerate() {
            let from = pairs.iter().find(|(_, to)| *to == at).map(|&(from, _)| removed[from]);
            let mut file = if let Some((before, old)) = from {
                self.edited_from(nth, before, [old, new], &state)?
            } else {
                let bytes = self.repository.text(&new.blob)?;
                File::default().edited_by(position(nth), b"", bytes.bytes())
            };
            file.events.push((nth, Event::Path));
            made.push(((*path).clone(), Some(Arc::new(file))));
        }
        for (at, (path, old)) in removed.iter().enumerate() {
            self.found.gone.entry((*path).clone()).or_default().insert(nth);
            if !pairs.iter().any(|&(from, _)| from == at) {
                let file = self.known(path, old, &state)?;
                self.found.note_removals(nth, &file, &File::default());
            }
            if !made.iter().any(|(other, _)| other == *path) {
                made.push(((*path).clone(), None));
            }
        }
        for (path, file) in made {
            match file {
                Some(file) => drop(state.insert(path, file)),
                None => drop(state.remove(&path)),
            }
        }
        Ok(state)
    }

    /// The file at a path of a version, whether a commit touched it or not.
    fn known(&mut self, path: &Path, side: &Side, state: &State) -> Result<Arc<File>, GitError> {
        match state.get(path) {
            Some(file) => Ok(Arc::clone(file)),
            None => Ok(Arc::new(self.base(path, side)?)),
        }
    }

    /// A file of a version before the history, seen from the good one.
    fn base(&mut self, path: &Path, side: &Side) -> Result<File, GitError> {
        let bytes = self.repository.text(&side.blob)?;
        match self.good.get(path).cloned() {
            None => Ok(File::good(path.to_owned(), bytes)),
            Some(None) => Ok(File::default().edited(b"", bytes.bytes(), &Source::Older)),
            Some(Some(good)) => {
                let before = self.repository.text(&good.blob)?;
                let file = File::good(path.to_owned(), before.clone());
                Ok(file.edited(before.bytes(), bytes.bytes(), &Source::Older))
            }
        }
    }

    /// A file that differs from that of every parent.
    fn edited(
        &mut self,
        nth: usize,
        path: &Path,
        [old, new]: [&Side; 2],
        state: &State,
        rest: &[Parent],
    ) -> Result<File, GitError> {
        if rest.is_empty() {
            return self.edited_from(nth, path, [old, new], state);
        }
        let first = self.known(path, old, state)?;
        let mut file = self.compared(nth, &first, [old, new])?;
        // A line is gone by the merge only where every parent has it.
        let mut gone = first.good_lines();
        for parent in rest {
            // A line that no parent so far had may be this one's.
            let Some(Some(old)) = parent.differences.get(path).map(|difference| &difference.old) else {
                continue;
            };
            let before = self.known(path, old, &parent.state)?;
            let here = before.good_lines();
            gone.retain(|line| before.has_home_of(&first) && here.contains(line));
            let (a, b) = (self.repository.text(&old.blob)?, self.repository.text(&new.blob)?);
            // The lines that are not this parent's.
            let nobody = u32::MAX;
            let other = before.edited(a.bytes(), b.bytes(), &Source::Made(nobody, None));
            let one_home = before.has_home_of(&file);
            for (line, source) in file.lines.iter_mut().zip(&other.lines) {
                let comparable = one_home || !matches!(source, Source::Good(_) | Source::Restored(..));
                let by_merge = line.commit() == Some(position(nth));
                match line {
                    _ if !by_merge => {}
                    _ if !source.is_made_by(nobody) && comparable => *line = source.clone(),
                    // The merge wrote it in the place of lines of this parent, too.
                    Source::Made(_, earlier) => {
                        let all: BTreeSet<u32> = earlier
                            .iter()
                            .flat_map(|earlier| earlier.iter().copied())
                            .chain(source.commits().filter(|&commit| commit != nobody))
                            .collect();
                        *earlier = (!all.is_empty()).then(|| all.into_iter().collect());
                    }
                    _ => {}
                }
            }
        }
        let gone = gone.difference(&file.good_lines()).copied().collect();
        self.found.note(nth, &first, gone);
        Ok(file)
    }

    /// A file with other contents than the first parent has at `from`.
    fn edited_from(
        &mut self,
        nth: usize,
        from: &Path,
        [old, new]: [&Side; 2],
        state: &State,
    ) -> Result<File, GitError> {
        let before = self.known(from, old, state)?;
        let file = self.compared(nth, &before, [old, new])?;
        self.found.note_removals(nth, &before, &file);
        Ok(file)
    }

    /// A file as it is after it was edited.
    fn compared(&mut self, nth: usize, before: &File, [old, new]: [&Side; 2]) -> Result<File, GitError> {
        let mut file = before.clone();
        if old.blob != new.blob {
            let (a, b) = (self.repository.text(&old.blob)?, self.repository.text(&new.blob)?);
            file = before.edited_by(position(nth), a.bytes(), b.bytes());
            if file.lines.is_empty() || before.lines.is_empty() {
                file.events.push((nth, Event::Contents));
            }
        }
        if old.mode != new.mode {
            file.events.push((nth, Event::Mode));
        }
        Ok(file)
    }

    /// Which of the removed files are which of the added ones.
    fn renamed(
        &mut self,
        removed: &[(&PathBuf, &Side)],
        added: &[(&PathBuf, &Side)],
    ) -> Result<Vec<(usize, usize)>, GitError> {
        if removed.is_empty() || added.is_empty() {
            return Ok(Vec::new());
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (files, side) in [removed, added].into_iter().zip(&mut sides) {
            for (path, at) in files {
                let entry = self.repository.entry(at)?.unwrap_or(Entry::Folder { mode: 0o755 });
                side.push(((*path).clone(), entry));
            }
        }
        let [removed, added]: [Vec<At>; 2] = sides;
        Ok(renames::pairs(&removed, &added))
    }
}

impl Walked {
    /// Notes which lines of the good version a commit removed from a file. A later commit that does it again, after
    /// they came back, takes its place.
    fn note_removals(&mut self, nth: usize, before: &File, after: &File) {
        let mut gone = before.good_lines();
        if after.has_home_of(before) {
            gone = gone.difference(&after.good_lines()).copied().collect();
        }
        self.note(nth, before, gone);
    }

    fn note(&mut self, nth: usize, file: &File, gone: BTreeSet<u32>) {
        if let Some(home) = &file.home {
            self.removals
                .entry(home.path.clone())
                .or_default()
                .extend(gone.into_iter().map(|line| (line, nth)));
        }
    }
}

fn position(nth: usize) -> u32 {
    u32::try_from(nth).unwrap_or(u32::MAX)
}
