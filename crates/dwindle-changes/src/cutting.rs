//! How changes are grouped and split: the levels, from the coarsest to the finest.

use std::collections::BTreeMap;
use std::fmt;

use dwindle::Config;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::sifting;
use crate::{Changes, Functions, Origins};

/// What changes are grouped by.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Level {
    /// The commit that completed a change.
    Commit,
    /// The directory that its file is in.
    Directory,
    /// Its file.
    File,
    /// The function that it is in, where the language is known.
    Function,
    /// The hunk, as `diff -u` shows it.
    Hunk,
    /// Nothing: each edit of lines that follow each other, each renaming and new mode alone.
    Edit,
    /// The lines that an edit removes and adds, each alone.
    Line,
}

impl Level {
    /// All levels, the coarsest first.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;
    /// The levels that are usually worth their tests: down to hunks. Most edits of a hunk only work together.
    pub const USUAL: [Self; 5] = [Self::Commit, Self::Directory, Self::File, Self::Function, Self::Hunk];

    /// The name used on the command line and in records.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// By what changes are put together, and what has to be known for it.
#[derive(Clone, Copy)]
pub struct Cutting<'a> {
    /// The levels, the coarsest first.
    pub levels: &'a [Level],
    /// Finds the functions of a file.
    pub functions: &'a Functions<'a>,
    /// The commits that the changes came from, where they have a history.
    pub origins: Option<&'a Origins>,
}

impl fmt::Debug for Cutting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cutting").field("levels", &self.levels).finish_non_exhaustive()
    }
}

impl Cutting<'_> {
    /// The changes of `within` put together by `level`; what no program reads comes last.
    pub fn groups(&self, changes: &Changes, level: Level, within: &Config) -> Vec<Config> {
        let mut groups = match level {
            Level::Commit => match self.origins {
                Some(origins) => changes.by_commit(within, origins),
                None => vec![within.clone()],
            },
            Level::Directory => changes.by_directory(within),
            Level::File => changes.by_file(within),
            Level::Function => changes.by_function(within, self.functions),
            Level::Hunk => changes.by_hunk(within, self.functions),
            Level::Edit | Level::Line => changes.singly(within),
        };
        groups.sort_by_cached_key(|group| group.units().all(|unit| changes.is_beside(unit)));
        groups
    }

    /// The changes of `within` put together by `level`, in an order in which those that hang together are neighbours;
    /// with what each weighs and how little holds it and the one before together: what
    /// [`Sifting`](crate::Sifting) cuts. Its numbers are positions among the groups.
    pub fn in_order(
        &self,
        changes: &Changes,
        level: Level,
        within: &Config,
    ) -> (Vec<Config>, Vec<sifting::Unit>) {
        let coarse = [Level::Directory, Level::File, Level::Function];
        let coarse = coarse.map(|level| positions(&self.groups(changes, level, within)));
        let key = |group: &Config| {
            let first = group.units().next().unwrap_or_default();
            coarse.each_ref().map(|positions| positions.get(&first).copied().unwrap_or_default())
        };
        let mut groups: Vec<_> =
            self.groups(changes, level, within).into_iter().map(|group| (key(&group), group)).collect();
        groups.sort_by_key(|(key, group)| (*key, group.units().next()));
        let mut before = None;
        let pieces = (0..).zip(&groups).map(|(number, (key, group))| {
            let seam = match before.replace(*key) {
                Some(before) => (0..3).find(|&nth| key[nth] != before[nth]).unwrap_or(3),
                None => 0,
            };
            sifting::Unit { number, weight: group.units().map(|unit| changes.weight(unit)).sum(), seam }
        });
        let pieces = pieces.collect();
        (groups.into_iter().map(|(_, group)| group).collect(), pieces)
    }
}

/// For each unit of the `groups` the position of its group.
fn positions(groups: &[Config]) -> BTreeMap<u32, usize> {
    let of = |(nth, group): (usize, &Config)| group.units().map(|unit| (unit, nth)).collect::<Vec<_>>();
    groups.iter().enumerate().flat_map(of).collect()
}
