//! Which commits each change came from.
//!
//! Every line of the failing version is followed back to the commit that wrote it, as `git blame` does, and every
//! line of the good version that is gone to the commit that removed it. This is one walk over the history, oldest
//! commit first, on the names of contents; only files that a commit touched are compared.

mod file;
mod walk;

use std::collections::BTreeSet;

use crate::Changes;
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
    /// Finds the commits of `history` from which each of `changes` came, where `history` leads from their good to
    /// their bad version.
    ///
    /// A change of lines came from the commits that wrote the lines that come, and that removed the lines that go;
    /// a file that comes or goes from these too. What was merged came from the commits that were merged.
    ///
    /// # Errors
    /// When the repository does not have what it needs for this, as a shallow clone does not.
    pub fn find(changes: &Changes, repository: &mut Repository, history: &History) -> Result<Self, GitError> {
        let walked = walk::walk(repository, history)?;
        let mut of = Vec::new();
        for part in &changes.parts {
            let sources = Sources::of(part, &walked);
            if part.units.start as usize == of.len() {
                of.extend(part.steps.iter().map(|step| sources.of_step(step)));
            } else if let Some(last) = of.last_mut() {
                // One more part of the unit before.
                let more: BTreeSet<usize> = part
                    .steps
                    .iter()
                    .flat_map(|step| sources.of_step(step))
                    .chain(last.iter().copied())
                    .collect();
                *last = more.into_iter().collect();
            }
        }
        Ok(Self { of })
    }

    /// The commits that the change of this number came from, as ascending positions in [`History::commits`].
    ///
    /// None where no commit of the history made it: a change of the good version's own that the failing one never
    /// had, when neither comes after the other.
    pub fn of(&self, unit: u32) -> &[usize] {
        self.of.get(unit as usize).map_or(&[], Vec::as_slice)
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

    fn of_step(&self, step: &Step) -> Vec<usize> {
        let mut commits = BTreeSet::new();
        match step {
            Step::Lines(edit) => {
                let (removed, added) = (edit.old.clone(), edit.new.clone());
                commits.extend(removed.filter_map(|line| self.removal(line)));
                commits.extend(added.filter_map(|line| self.made(line)));
            }
            Step::Blanks(blanks) => {
                for edit in &blanks.edits {
                    commits.extend(edit.old.clone().filter_map(|line| self.removal(line)));
                    commits.extend(edit.new.clone().filter_map(|line| self.made(line)));
                }
            }
            Step::Rename => commits.extend(self.last(Event::Path)),
            Step::Mode => commits.extend(self.last(Event::Mode)),
            Step::Contents | Step::Whole => {
                let events = self.new.into_iter().flat_map(|file| &file.events).map(|&(commit, _)| commit);
                commits.extend(events);
                let lines = self.new.map_or(0, |file| file.lines.len());
                commits
                    .extend((0..u32::try_from(lines).unwrap_or(u32::MAX)).filter_map(|line| self.made(line)));
                if self.part.new.is_none()
                    && let Some((path, _)) = &self.part.old
                {
                    commits.extend(self.walked.gone.get(path).into_iter().flatten());
                }
            }
        }
        commits.into_iter().collect()
    }

    /// The last commit that did this to the file.
    fn last(&self, what: Event) -> Option<usize> {
        let file = self.new?;
        file.events.iter().rev().find(|(_, event)| *event == what).map(|&(commit, _)| commit)
    }

    fn made(&self, line: u32) -> Option<usize> {
        match self.new?.lines.get(line as usize)? {
            Source::Made(commit) | Source::Restored(_, commit) => Some(*commit as usize),
            Source::Good(_) | Source::Older => None,
        }
    }

    fn removal(&self, line: u32) -> Option<usize> {
        let (path, _) = self.part.old.as_ref()?;
        self.walked.removals.get(path)?.get(&line).copied()
    }
}
