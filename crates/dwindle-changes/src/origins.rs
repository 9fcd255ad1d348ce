//! Which commits each change came from.
//!
//! Every line of the failing version is followed back to the commit that wrote it, as `git blame` does, and every
//! line of the good version that is gone to the commit that removed it. This is one walk over the history, oldest
//! commit first, on the names of contents; only files that a commit touched are compared.

mod cut;
mod file;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use dwindle::Config;
use dwindle::space::Space as _;

use crate::Changes;
use crate::edits::Edit;
use crate::git::{GitError, History, Repository};
use crate::part::{Part, Step};
use file::{Event, File, Source};
use walk::Walked;

/// For each unit of some [`Changes`] the commits that it came from.
#[derive(Clone, Debug)]
pub struct Origins {
    of: Vec<Vec<usize>>,
}

impl Origins {
    /// Cuts `changes` where the commits of `history` do, which leads from their good to their bad version, and says from
    /// which of them each came.
    ///
    /// A change of lines came from the commits that wrote the lines that come, or the lines that these stand for, and
    /// that removed the lines that go; a file that comes or goes from these too. What was merged came from the commits
    /// that were merged. Neighbouring lines are two changes where no commit had a hand in both.
    ///
    /// # Errors
    /// When the repository does not have what it needs for this, as a shallow clone does not.
    pub fn find(
        changes: &Changes,
        repository: &mut Repository,
        history: &History,
    ) -> Result<(Changes, Self), GitError> {
        let walked = walk::walk(repository, history)?;
        let (changes, _) = changes.cut(|part, _, step| match step {
            Step::Lines(edit) => {
                let pieces = Sources::of(part, &walked).cut(edit);
                Some(pieces.into_iter().map(Step::Lines).collect())
            }
            _ => None,
        });
        let mut of = vec![BTreeSet::new(); changes.units()];
        for part in &changes.parts {
            let sources = Sources::of(part, &walked);
            for (unit, step) in part.units.clone().zip(&part.steps) {
                of[unit as usize].extend(sources.of_step(step));
            }
        }
        Ok((changes, Self { of: of.into_iter().map(Vec::from_iter).collect() }))
    }

    /// The commits that the change of this number came from, as ascending positions in [`History::commits`].
    ///
    /// None where no commit of the history made it: a change of the good version's own that the failing one never
    /// had, when neither comes after the other.
    pub fn of(&self, unit: u32) -> &[usize] {
        self.of.get(unit as usize).map_or(&[], Vec::as_slice)
    }
}

impl Changes {
    /// The changes of `within` by the commit that completed each: the latest of those that it came from. Groups
    /// are in the order of the commits; changes that came from none are the first group.
    pub fn by_commit(&self, within: &Config, origins: &Origins) -> Vec<Config> {
        let mut groups: BTreeMap<Option<usize>, Vec<u32>> = BTreeMap::new();
        for unit in within.units() {
            groups.entry(origins.of(unit).last().copied()).or_default().push(unit);
        }
        groups.into_values().map(Config::of_units).collect()
    }
}

/// What is known about the two sides of a part.
struct Sources<'a> {
    part: &'a Part,
    walked: &'a Walked,
    new: Option<&'a File>,
}

impl<'a> Sources<'a> {
    fn of(part: &'a Part, walked: &'a Walked) -> Self {
        let new = part.new.as_ref().and_then(|(path, _)| walked.last.get(path));
        Self { part, walked, new: new.map(|file| &**file) }
    }

    fn of_step(&self, step: &Step) -> BTreeSet<usize> {
        let mut commits = BTreeSet::new();
        for edit in step.edits() {
            commits.extend(edit.old.clone().filter_map(|line| self.removal(line)));
            commits.extend(edit.new.clone().flat_map(|line| self.made(line)).map(|commit| commit as usize));
        }
        match step {
            Step::Lines(_) | Step::Blanks(_) => {}
            Step::Rename => commits.extend(self.last(Event::Path)),
            Step::Mode => commits.extend(self.last(Event::Mode)),
            Step::Contents | Step::Whole => {
                if let Some(file) = self.new {
                    commits.extend(file.events.iter().map(|&(commit, _)| commit));
                    commits.extend(file.lines.iter().flat_map(Source::commits).map(|commit| commit as usize));
                }
                if self.part.new.is_none()
                    && let Some((path, _)) = &self.part.old
                {
                    commits.extend(self.walked.gone.get(path).into_iter().flatten());
                }
            }
        }
        commits
    }

    /// The last commit that did this to the file.
    fn last(&self, what: Event) -> Option<usize> {
        let file = self.new?;
        file.events.iter().rev().find(|(_, event)| *event == what).map(|&(commit, _)| commit)
    }

    /// The pieces of an edit that different commits made.
    fn cut(&self, edit: &Edit) -> Vec<Edit> {
        let position = |commit: usize| u32::try_from(commit).unwrap_or(u32::MAX);
        let removed: Vec<Option<u32>> =
            edit.old.clone().map(|line| self.removal(line).map(position)).collect();
        let made: Vec<BTreeSet<u32>> = edit.new.clone().map(|line| self.made(line).collect()).collect();
        cut::cut(edit, &removed, &made)
    }

    /// The commits that had a hand in a line of the newer version.
    fn made(&self, line: u32) -> impl Iterator<Item = u32> {
        let source = self.new.and_then(|file| file.lines.get(line as usize));
        source.into_iter().flat_map(Source::commits)
    }

    fn removal(&self, line: u32) -> Option<usize> {
        let (path, _) = self.part.old.as_ref()?;
        self.walked.removals.get(path)?.get(&line).copied()
    }
}
