//! The cause of a failure among the changes: what has to be reverted to fix it, and what introduces it.
//!
//! There are two questions: what has to be taken back for the bad version to pass, and what makes the good version
//! fail. In the first the failing side stays whole: general dd moves it, and the difference that it ends with need
//! not matter in the bad version. Both answers say at which level they are 1-minimal.

use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::search::{Search, Stop};
use dwindle::space::{AsSpace, Shared, Space};
use dwindle::strategy::{Dd, First, Mode, Strategy};
use dwindle::{Algorithm, Config, Outcome};

use crate::sifting::Patience;
use crate::versions::LeftOut;
use crate::{Cutting, Grouped, Groups, Level, Sifting, Swapped, Versions};

/// The level at which a set of changes is 1-minimal: without any single one of its groups at that level, the outcome is
/// different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minimality {
    /// The level.
    pub level: Level,
    /// How many groups the changes are there.
    pub groups: usize,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Changes without which the bad version passes.
    Without,
    /// Changes with which the good version fails.
    With,
}

/// A minimal set of changes without which the bad version passes, among those that are `left`, without which it does.
///
/// What is reached stands in `left`, also when the search is stopped. Says at which level it is 1-minimal; at none,
/// where no level is asked for.
///
/// This is the question that a developer has: what is to be reverted? It is ddmax's (the largest passing set is all
/// but the cause), put as a reduction: the failing side is the whole bad version and stays so, where general dd may
/// move it into surroundings in which the change found matters, but in the bad version does not. With `bad_first` it
/// is what of a mending version mends: the minimal back-port.
///
/// First one hunk is looked for ([`Sifting`]); if that does not end with one, groups are reduced, the coarsest level
/// first. Then, in each hunk that is left, one edit is searched that is enough, as long as tests of its parts are not
/// unresolved. Where [few](SINGLY) edits are left, each is asked for alone: two others that only work together (an
/// import and its use) keep each other, although neither matters. At last what is left is asked for again, group by
/// group, since others may not be needed any more.
///
/// # Guarantee
/// The bad version without them passes; and with any single group of them taken up again, at the level that is
/// returned, it does not. Where the last level is the hunk, and [few](SINGLY) edits are left, that level is the edit.
///
/// # Cost
/// About log2 n tests where one of n changes is the cause and tests of parts of the others are not unresolved.
/// Otherwise that of the algorithm on the groups of each level.
///
/// # Errors
/// [`Stop`], when the search was ended first.
pub fn cause(
    search: &mut Search<'_>,
    versions: &Versions,
    left: &mut Config,
    cutting: Cutting<'_>,
    algorithm: Algorithm,
) -> Result<Option<Minimality>, Stop> {
    let mut asked = Asked { search, versions, cutting, algorithm, wanted: Wanted::Without };
    let (coarse, fine) =
        cutting.levels.split_at(cutting.levels.partition_point(|level| *level <= Level::Hunk));
    let sifts = algorithm == Algorithm::Dwindle;
    let with_hunks = coarse.last() == Some(&Level::Hunk);
    if sifts && with_hunks {
        *left = asked.by_sifting(&Config::empty(), left, Level::Hunk)?;
    } else if sifts && fine.first() == Some(&Level::Edit) {
        *left = asked.by_sifting(&Config::empty(), left, Level::Edit)?;
    }
    asked.by_levels(coarse, left)?;
    if !sifts || !with_hunks {
        asked.by_levels(fine, left)?;
        return Ok(asked.minimality(left));
    }
    let hunks = left.clone();
    for hunk in asked.groups(Level::Hunk, left) {
        *left = asked.by_sifting(&left.minus(&hunk), &hunk, Level::Edit)?;
    }
    asked.by_levels(fine, left)?;
    asked.one_by_one(left)?;
    let is_narrower = *left != hunks;
    asked.by_sweeping(left, is_narrower)
}

/// Up to so many edits are asked for one by one at the end, also where only hunks are asked for: more edits mostly go
/// together, and there may be hundreds.
pub const SINGLY: usize = 16;

/// Of up to so many edits, each two are left out together at the end: an edit and its counterpart (a name and its use)
/// keep each other, although neither is needed.
const IN_PAIRS: usize = 6;

/// Within a file, several changes go together where tests of four parts of those that are left are unresolved.
const PATIENCE: Patience = Patience { seam: 2, untold: 4 };

/// A minimal set of changes with which the good version fails: the smallest patch that introduces the failure.
///
/// It is begun with the `cause`, and if the good version does not fail with that alone, with all changes of its
/// files, of its directories, of its commits, and at last with all.
///
/// # Guarantee
/// The good version with them fails; and with any single group of them left out, at the level that is returned, it
/// does not. That level is the edit where the last level is the hunk, and [few](SINGLY) edits are left.
///
/// # Cost
/// One test where the cause is enough by itself and is one change.
///
/// # Source
/// ddmin: Zeller & Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002.
///
/// # Errors
/// [`Stop`], when the search was ended first.
pub fn introduction(
    search: &mut Search<'_>,
    versions: &Versions,
    cause: &Config,
    cutting: Cutting<'_>,
    algorithm: Algorithm,
) -> Result<(Config, Option<Minimality>), Stop> {
    let wanted = Wanted::With;
    let asked = &mut Asked { search, versions, cutting, algorithm, wanted };
    let full = versions.full();
    let around = |level: Level| {
        let groups = asked.groups(level, &full);
        let touched = groups.iter().filter(|group| group.minus(cause).len() < group.len());
        Config::gather(touched.chain([cause]))
    };
    let wider = [Level::Function, Level::File, Level::Directory, Level::Commit];
    let starts: Vec<Config> =
        wider.into_iter().filter(|level| cutting.levels.contains(level)).map(around).collect();
    let (space, mut start) = (asked.space(), full.clone());
    for candidate in std::iter::once(cause.clone()).chain(starts) {
        if candidate == full || asked.search.outcome(&space, &candidate)? == Outcome::Fail {
            start = candidate;
            break;
        }
    }
    asked.by_levels(cutting.levels, &mut start)?;
    let proved = if algorithm == Algorithm::Dwindle {
        asked.by_sweeping(&mut start, false)?
    } else {
        asked.minimality(&start)
    };
    Ok((start, proved))
}

/// The passing and the failing side that general dd ends with, from the good and the bad version on, level by level.
///
/// # Errors
/// [`Stop`], when the search was ended first.
pub fn difference(
    search: &mut Search<'_>,
    versions: &Versions,
    cutting: Cutting<'_>,
) -> Result<(Config, Config), Stop> {
    let (algorithm, wanted) = (Algorithm::Dd, Wanted::With);
    let mut asked = Asked { search, versions, cutting, algorithm, wanted };
    let (mut passing, mut failing) = (Config::empty(), versions.full());
    for &level in cutting.levels.iter().filter(|level| **level != Level::Line) {
        let groups = asked.groups(level, &failing.minus(&passing));
        if groups.len() < 2 {
            continue;
        }
        let space = asked.grouped(passing, groups);
        let stage = asked.begin(&*space, "dd", level)?;
        let dd = asked.search.run(&space, Dd::new(space.full(), Mode::Both))?;
        asked.end(stage, dd.difference().len(), None)?;
        (passing, failing) = (space.to_base(dd.passing()), space.to_base(dd.failing()));
    }
    Ok((passing, failing))
}

/// What is asked of a search for changes.
struct Asked<'a, 's> {
    search: &'a mut Search<'s>,
    versions: &'a Versions,
    cutting: Cutting<'a>,
    algorithm: Algorithm,
    wanted: Wanted,
}

impl Asked<'_, '_> {
    /// The space of what is wanted: of changes that are applied to the good version, or taken back from the bad one.
    fn space(&self) -> Shared {
        let versions = Arc::new(self.versions.clone());
        match self.wanted {
            Wanted::With => versions,
            Wanted::Without => Arc::new(LeftOut::of(versions)),
        }
    }

    /// The same by `groups` of changes, on top of those that are `always` there.
    fn grouped(&self, always: Config, groups: Vec<Config>) -> Arc<Grouped<dyn Space>> {
        Arc::new(Groups::of(self.space(), always, groups))
    }

    fn groups(&self, level: Level, within: &Config) -> Vec<Config> {
        self.cutting.groups(self.versions.changes(), level, within)
    }

    /// At which level the changes of `left` are 1-minimal once all levels were gone through.
    fn minimality(&self, left: &Config) -> Option<Minimality> {
        let level = self.cutting.levels.iter().copied().rfind(|level| *level != Level::Line)?;
        Some(Minimality { level, groups: self.groups(level, left).len() })
    }

    fn begin(
        &mut self,
        space: &dyn Space,
        algorithm: &'static str,
        level: Level,
    ) -> Result<Stage<'static>, Stop> {
        let size = space.size(&space.full());
        let stage = Stage { algorithm, unit: level.name(), units: space.units(), size };
        self.search.announce(&Event::StageBegan(stage))?;
        Ok(stage)
    }

    fn end(&mut self, stage: Stage<'_>, units: usize, certificate: Option<usize>) -> Result<(), Stop> {
        self.search.announce(&Event::StageEnded { stage, units, size: stage.size, certificate })
    }

    /// What `strategy` ends with, under opposite outcomes where what is taken back has to make the difference.
    fn run(
        &mut self,
        space: &impl AsSpace,
        strategy: impl Strategy + Clone + 'static,
    ) -> Result<Config, Stop> {
        Ok(match self.wanted {
            Wanted::With => self.search.run(space, strategy)?.best().clone(),
            Wanted::Without => self.search.run(space, Swapped(strategy))?.best().clone(),
        })
    }

    /// Looks for a single group of the changes `within`, the `others` always taken back, too; gives what is left.
    fn by_sifting(&mut self, others: &Config, within: &Config, level: Level) -> Result<Config, Stop> {
        let (groups, units) = self.cutting.in_order(self.versions.changes(), level, within);
        if groups.len() < 2 {
            return Ok(others.union(within));
        }
        let space = self.grouped(others.clone(), groups);
        let stage = self.begin(&*space, "sifting", level)?;
        let found = self.run(&space, Sifting::new(units).patience(PATIENCE))?;
        self.end(stage, found.len(), None)?;
        Ok(space.to_base(&found))
    }

    /// Looks for a single edit of those `left` that is enough, where few are left.
    fn one_by_one(&mut self, left: &mut Config) -> Result<(), Stop> {
        if !(2..=SINGLY).contains(&left.len()) {
            return Ok(());
        }
        let (space, edits) = (self.space(), self.groups(Level::Edit, left));
        let stage = self.begin(&*space, "one by one", Level::Edit)?;
        *left = self.run(&space, First::new(left.clone(), edits))?;
        self.end(stage, left.len(), None)
    }

    /// Reduces level by level.
    fn by_levels(&mut self, levels: &[Level], left: &mut Config) -> Result<(), Stop> {
        let levels: Vec<Level> = levels.iter().copied().filter(|level| *level != Level::Line).collect();
        for (nth, &level) in levels.iter().enumerate() {
            let groups = self.groups(level, left);
            let finer = levels.get(nth + 1).map(|&finer| self.groups(finer, left).len());
            // A level that puts little together is passed over for the next.
            if groups.len() >= 2 && finer.is_none_or(|finer| finer >= 2 * groups.len()) {
                *left = self.minimise(self.algorithm, groups, level)?;
            }
        }
        Ok(())
    }

    /// Asks for the groups of `left` one by one: for its edits where the last level is the hunk, but few edits are
    /// left, and else for its groups at the last level, if they are `again` to be asked for. Where few edits are left,
    /// those of each commit are asked for before, and then [each two](IN_PAIRS).
    fn by_sweeping(&mut self, left: &mut Config, again: bool) -> Result<Option<Minimality>, Stop> {
        let Some(proved) = self.minimality(left) else { return Ok(None) };
        let is_few = proved.level == Level::Hunk && left.len() <= SINGLY;
        if is_few && self.cutting.origins.is_some() {
            let commits = self.groups(Level::Commit, left);
            if (2..left.len()).contains(&commits.len()) {
                *left = self.minimise(Algorithm::OneMinimal, commits, Level::Commit)?;
            }
        }
        let level = if is_few { Level::Edit } else { proved.level };
        let groups = self.groups(level, left);
        // Hunks that are one edit each were asked for already.
        if groups.len() > 1 && (again || groups.len() > proved.groups) {
            *left = self.minimise(Algorithm::OneMinimal, groups, level)?;
        }
        if is_few {
            self.in_pairs(left)?;
        }
        Ok(Some(Minimality { level, groups: self.groups(level, left).len() }))
    }

    /// Leaves out each two edits of those `left`, where few are, until all of these are needed.
    fn in_pairs(&mut self, left: &mut Config) -> Result<(), Stop> {
        let space = self.space();
        while (3..=IN_PAIRS).contains(&left.len()) {
            let edits: Vec<u32> = left.units().collect();
            let pairs = edits.iter().enumerate().flat_map(|(nth, &one)| {
                edits[nth + 1..].iter().map(move |&other| Config::of_units([one, other]))
            });
            let without: Vec<Config> = pairs.map(|pair| left.minus(&pair)).collect();
            let stage = self.begin(&*space, "in pairs", Level::Edit)?;
            let found = self.run(&space, First::new(left.clone(), without))?;
            self.end(stage, found.len(), None)?;
            if found == *left {
                break;
            }
            *left = found;
            // What the pair kept may go alone now.
            let groups = self.groups(Level::Edit, left);
            *left = self.minimise(Algorithm::OneMinimal, groups, Level::Edit)?;
        }
        Ok(())
    }

    /// Reduces all of these groups of changes, and gives the changes that are left.
    fn minimise(&mut self, algorithm: Algorithm, groups: Vec<Config>, level: Level) -> Result<Config, Stop> {
        let space = self.grouped(Config::empty(), groups);
        let stage = self.begin(&*space, algorithm.name(), level)?;
        let mut kept = self.run(&space, algorithm.strategy(&*space, space.full()))?;
        if let Some(sweep) = algorithm.sweep(&kept) {
            kept = self.run(&space, sweep)?;
        }
        self.end(stage, kept.len(), Some(kept.len()))?;
        Ok(space.to_base(&kept))
    }
}
