//! The changes between two versions of a tree, as a space.
//!
//! That all changes together give the bad version, byte for byte, is checked when the space is made.
//! `changes/groups` has the coarser cuts (directory, file, function, hunk); that by commit is in `origins`.

mod candidate;
mod groups;
mod units;

pub use groups::Functions;
pub use units::{Kind, Unit};

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use dwindle::Config;
use dwindle::files::Files;

use crate::cache::Cache;
use crate::differences::{finer, parts, without_implied_folders};
use crate::grouped::{Grouped, Groups};
use crate::part::{Part, Step, share};

/// Why no changes can be made of two trees.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// All changes together do not give the failing tree. That would be a fault of ours: nothing is tested then.
    #[error(
        "applying all changes does not give the bad version: {path:?} differs (this is a bug: please report it)"
    )]
    NotReproduced {
        /// The first path that is otherwise.
        path: PathBuf,
    },
}

/// What changed between a version that works (*good*) and one that does not (*bad*), split into units that can be
/// applied independently of each other. A configuration is the set of changes that are applied to the good version:
/// none gives the good version, all give the bad version byte for byte, and every other set gives a tree, too.
///
/// This is the problem of Zeller, "Yesterday, my program worked. Today, it does not. Why?" (1999). There, changes were
/// text patches, and some could not be applied without others. Here they are edits of lines in the good version, kept
/// in memory, so there are no conflicts and any subset can be applied.
///
/// A unit is an edit, which is a group of consecutive lines and the lines that replace them, or a change of a file
/// that has no lines: the file is added, removed or renamed, or its permission bits or non-text contents change. Lines
/// are bytes up to a line feed, so line endings and a missing newline at the end are changes like any other. But all
/// lines of a file that differ only in whitespace are one unit, so that they do not hide the edits among them.
/// [`in_lines`](Self::in_lines) splits units further; [`by_hunk`](Self::by_hunk), [`by_file`](Self::by_file) and
/// similar methods group them. Units are in the order of their paths, and within a file from top to bottom.
///
/// # Identity and size
/// The identity of a candidate is that of its bytes, so different sets that give the same tree are one candidate, also
/// after splitting into lines. Its size is the number of changed lines of its units; a unit without lines counts as
/// one.
///
/// # Cost
/// A candidate costs time only for files in which some, but not all changes are applied; recent results for a file are
/// cached.
#[derive(Debug)]
pub struct Changes {
    good: Arc<Files>,
    bad: Arc<Files>,
    pub(crate) parts: Vec<Part>,
    /// The size of all units before each one; one more entry than units.
    sizes: Vec<u64>,
    /// Worked out when an identity is first asked for.
    shares: OnceLock<Shares>,
    cache: Cache,
}

/// What versions and parts add to the identity of a candidate.
#[derive(Debug)]
struct Shares {
    /// The identity of the good version.
    good: u128,
    /// What each part adds with no step taken.
    untaken: Vec<u128>,
    /// What the parts before each one add, all their steps taken; one more entry than parts.
    sums: Vec<u128>,
}

impl Changes {
    /// The changes that make `bad` of `good`.
    ///
    /// Folders count only where they are empty. Files that were renamed, also with an edit, are found by their
    /// contents.
    ///
    /// # Errors
    /// [`Error::NotReproduced`] when all changes together do not give `bad`, which is checked here, once.
    pub fn between(good: &Files, bad: &Files) -> Result<Self, Error> {
        let (good, bad) = (without_implied_folders(good), without_implied_folders(bad));
        let parts = parts(&good, &bad);
        let changes = Self::of(Arc::new(good), Arc::new(bad), parts);
        changes.check()?;
        Ok(changes)
    }

    fn of(good: Arc<Files>, bad: Arc<Files>, parts: Vec<Part>) -> Self {
        let mut sizes = vec![0; parts.last().map_or(0, |part| part.units.end as usize) + 1];
        for part in &parts {
            for (unit, step) in part.units.clone().zip(&part.steps) {
                sizes[unit as usize + 1] += size(part.lines_of(step));
            }
        }
        for unit in 1..sizes.len() {
            sizes[unit] += sizes[unit - 1];
        }
        let cache = Cache::new(parts.len());
        Self { good, bad, parts, sizes, shares: OnceLock::new(), cache }
    }

    fn shares(&self) -> &Shares {
        self.shares.get_or_init(|| {
            let untaken: Vec<u128> = self.parts.iter().map(|part| share(part.old.as_ref())).collect();
            let mut sums = vec![0u128];
            for (part, untaken) in self.parts.iter().zip(&untaken) {
                let before = sums[sums.len() - 1];
                sums.push(before.wrapping_add(part.share_with(|_| true)).wrapping_sub(*untaken));
            }
            Shares { good: self.good.id().0, untaken, sums }
        })
    }

    /// Whether all changes together give the bad version.
    fn check(&self) -> Result<(), Error> {
        let all = without_implied_folders(&self.tree(&Config::full(self.sizes.len() - 1)));
        if all == *self.bad {
            return Ok(());
        }
        let other = |(path, _): &(&std::path::Path, _)| all.get(path) != self.bad.get(path);
        let first = all.iter().find(other).or_else(|| self.bad.iter().find(other));
        Err(Error::NotReproduced { path: first.map(|(path, _)| path.to_owned()).unwrap_or_default() })
    }

    /// The version that works.
    pub const fn good(&self) -> &Arc<Files> {
        &self.good
    }

    /// The version that does not.
    pub const fn bad(&self) -> &Arc<Files> {
        &self.bad
    }

    /// The changes with those of `which` cut into single lines, removed and added, where they have lines; these as
    /// groups of the finer ones.
    ///
    /// A file that comes or goes is then there as soon, or as long, as one of its lines is.
    #[must_use]
    pub fn in_lines(&self, which: &Config) -> Grouped<Self> {
        let cut =
            |part: &Part, unit, step: &Step| which.contains(unit).then(|| part.in_lines(step)).flatten();
        let (finer, groups) = self.cut(cut);
        Groups::of(Arc::new(finer), Config::empty(), groups)
    }

    /// The changes with steps cut as `cut` says, and the units that each unit became.
    pub(crate) fn cut(&self, cut: impl Fn(&Part, u32, &Step) -> Option<Vec<Step>>) -> (Self, Vec<Config>) {
        let (parts, groups) = finer(&self.parts, cut);
        (Self::of(Arc::clone(&self.good), Arc::clone(&self.bad), parts), groups)
    }
}

/// What lines removed and added count as: at least one.
fn size((removed, added): (u32, u32)) -> u64 {
    (u64::from(removed) + u64::from(added)).max(1)
}
