//! Which tree a configuration makes.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use dwindle::candidate::{FilesCandidate, Leftovers};
use dwindle::files::{self, Entry, Files};
use dwindle::space::Space;
use dwindle::{Candidate, Config, Id};

use super::{Changes, Shares};
use crate::cache::State;
use crate::part::{At, Part, Step};

/// What a configuration takes of neighbouring parts.
enum Touched {
    /// All steps of these parts.
    All(Range<usize>),
    /// Some steps of this part, in ascending stretches.
    Some(usize, Vec<Range<u32>>),
}

impl Changes {
    /// The tree that `config` makes: the good version with these changes.
    ///
    /// Costs one step for each entry of the tree; contents are shared.
    pub fn tree(&self, config: &Config) -> Files {
        self.good.with(&self.difference(config))
    }

    /// What of the good version is otherwise in the tree that `config` makes.
    pub fn difference(&self, config: &Config) -> files::Changes {
        let mut out = files::Changes::new();
        for touched in self.touched(config) {
            match touched {
                Touched::All(parts) => {
                    for part in &self.parts[parts] {
                        put(&mut out, part.old.as_ref(), part.new.as_ref());
                    }
                }
                Touched::Some(nth, taken) => {
                    let state = self.state(nth, taken);
                    put(&mut out, self.parts[nth].old.as_ref(), state.at(&self.parts[nth]));
                }
            }
        }
        out
    }

    /// The tree that `config` makes, as a candidate.
    pub(crate) fn tree_candidate(&self, config: &Config, leftovers: Leftovers) -> Candidate<'_> {
        let changes = Cow::Owned(self.difference(config));
        Candidate::Files(Box::new(FilesCandidate::new(&self.good, changes, leftovers)))
    }

    /// What stands where of the `nth` part in the tree that `config` makes.
    pub(crate) fn at(&self, nth: usize, config: &Config) -> Option<At> {
        let units = &self.parts[nth].units;
        let taken = Config::of_range(units.clone());
        let taken = taken.minus(&taken.minus(config));
        let steps = taken.runs().iter().map(|run| run.start - units.start..run.end - units.start);
        self.state(nth, steps.collect()).at(&self.parts[nth]).cloned()
    }

    fn state(&self, nth: usize, taken: Vec<Range<u32>>) -> Arc<State> {
        self.cache.state(nth, &self.parts[nth], taken.into())
    }

    /// The first part that has a unit after `unit`, or `unit` itself.
    pub(crate) fn part_of(&self, unit: u32) -> usize {
        self.parts.partition_point(|part| part.units.end <= unit)
    }

    /// The part and the step that a unit is.
    pub(crate) fn step_of(&self, unit: u32) -> (&Part, &Step) {
        let part = &self.parts[self.part_of(unit)];
        (part, &part.steps[(unit - part.units.start) as usize])
    }

    fn touched(&self, config: &Config) -> Vec<Touched> {
        let mut out = Vec::new();
        for run in config.runs() {
            let mut at = run.start;
            while at < run.end {
                let nth = self.part_of(at);
                let units = &self.parts[nth].units;
                if at == units.start && units.end <= run.end {
                    let end = self.part_of(run.end);
                    out.push(Touched::All(nth..end));
                    at = self.parts[end - 1].units.end;
                } else {
                    let end = run.end.min(units.end);
                    let steps = at - units.start..end - units.start;
                    match out.last_mut() {
                        Some(Touched::Some(last, taken)) if *last == nth => taken.push(steps),
                        _ => out.push(Touched::Some(nth, vec![steps])),
                    }
                    at = end;
                }
            }
        }
        out
    }
}

impl Space for Changes {
    fn units(&self) -> usize {
        self.sizes.len() - 1
    }

    /// Costs the runs of `config` and the parts that are taken in part.
    fn id(&self, config: &Config) -> Id {
        let Shares { good, untaken, sums } = self.shares();
        let sum = self.touched(config).into_iter().map(|touched| match touched {
            Touched::All(parts) => sums[parts.end].wrapping_sub(sums[parts.start]),
            Touched::Some(nth, taken) => self.state(nth, taken).share.wrapping_sub(untaken[nth]),
        });
        Id(sum.fold(*good, u128::wrapping_add))
    }

    /// Changed lines; a unit without lines counts as one.
    fn size(&self, config: &Config) -> u64 {
        let runs = config.runs().iter();
        runs.map(|run| self.sizes[run.end as usize] - self.sizes[run.start as usize]).sum()
    }

    /// A tree beside which what a build left stays, so that the next one has less to do.
    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(self.tree_candidate(&config, Leftovers::Stay))
    }

    /// Writes the patch that makes the candidate of the good version, in the form that `git apply` takes.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(&self.patch(&Config::empty(), config))
    }
}

/// Puts what stands where the part was.
fn put(out: &mut files::Changes, old: Option<&At>, now: Option<&At>) {
    let same = |path: &Path, entry: &Entry| old.is_some_and(|(before, was)| before == path && was == entry);
    if let Some((path, entry)) = now
        && !same(path, entry)
    {
        out.insert(path.clone(), Some(entry.clone()));
    }
    if let Some((path, _)) = old
        && now.is_none_or(|(new, _)| new != path)
    {
        out.insert(path.clone(), None);
    }
}
