//! Bisection first, where the commits are in order: whose changes are the likeliest cause?
//!
//! Bisection finds the commits between which the failure came, and their changes are the suspects. Where these
//! cannot be taken back from the bad version, the step between the versions around those commits is searched, and
//! what is found there is merged back into the bad version and asked about (`carried`).

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::search::{Search, Stop};
use dwindle::space::{Shared, Space};
use dwindle::strategy::Strategy as _;
use dwindle::{Config, Outcome};

use crate::git::History;
use crate::trail::Committed;
use crate::{Bisect, Changes, Level, Origins, Swapped, Trail, Versions};

/// What bisection came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bisected {
    /// The commits of which one is the first after which the outcome is another, as positions in
    /// [`History::commits`]: one, unless something between could not be told.
    pub first: Vec<usize>,
    /// They, and what they merged.
    pub commits: BTreeSet<usize>,
    /// How many commits of the main line came before them, and how many with them: the versions on either side.
    around: Range<u32>,
}

/// Bisects the main line of a history whose ends are the two `versions`; none where a line of commits does not lead
/// from the one to the other, or where it has one step.
///
/// # Cost
/// log2 n tests for n commits, and one more for each unresolved outcome.
///
/// # Errors
/// [`Stop`], when the search was ended first.
pub fn first_bad(
    search: &mut Search<'_>,
    versions: &Versions,
    trail: &Arc<Trail>,
    history: &History,
) -> Result<Option<Bisected>, Stop> {
    let line = history.mainline();
    let leads = line.first().is_some_and(|&nth| history.commits[nth].parents.first() == Some(&history.good));
    if line.len() < 2 || !leads {
        return Ok(None);
    }
    let space = Committed { trail: Arc::clone(trail), versions: versions.clone() };
    let units = u32::try_from(space.units()).unwrap_or(u32::MAX);
    let (count, size) = (space.units(), space.size(&Config::empty()));
    let shared: Shared = Arc::new(space);
    let stage = Stage { algorithm: "bisection", unit: Level::Commit.name(), units: count, size };
    search.announce(&Event::StageBegan(stage))?;
    let bisect = if versions.is_bad_first() {
        search.run(&shared, Swapped(Bisect::new(units)))?.0
    } else {
        search.run(&shared, Bisect::new(units))?
    };
    let around = bisect.passing()..bisect.failing();
    let first: Vec<usize> = around.clone().map(|unit| trail.commit(unit)).collect();
    search.announce(&Event::StageEnded { stage, units: first.len(), size, certificate: None })?;
    debug_assert!(!bisect.best().is_empty(), "the last commit is the later version");
    let before = bisect.passing().checked_sub(1).map(|unit| trail.commit(unit));
    let commits = history.brought(first.last().copied(), before);
    Ok(Some(Bisected { first, commits, around }))
}

impl Bisected {
    /// The changes that came from these commits.
    pub fn changes(&self, changes: &Changes, origins: &Origins) -> Config {
        let full = changes.full();
        let theirs =
            full.units().filter(|&unit| origins.of(unit).iter().any(|nth| self.commits.contains(nth)));
        Config::of_units(theirs)
    }

    /// The versions just before and just after these commits, one of which passes and the other fails; laid as the
    /// `versions` are between which the line of commits leads.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn step(&self, trail: &Trail, versions: &Versions) -> io::Result<Versions> {
        let (before, after) = (trail.files(self.around.start)?, trail.files(self.around.end)?);
        let changes = Changes::between(&before, &after).map_err(io::Error::other)?;
        Ok(versions.of(Arc::new(changes)))
    }
}

/// The outcome of the bad version without the changes of `suspects`.
///
/// # Errors
/// [`Stop`], when the search was ended first.
pub fn without(search: &mut Search<'_>, versions: &Versions, suspects: &Config) -> Result<Outcome, Stop> {
    let shared: Shared = Arc::new(versions.clone());
    search.outcome(&shared, &versions.full().minus(suspects))
}
