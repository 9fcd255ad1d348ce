//! The cause of a failure among the changes: what has to be reverted to fix it, and what introduces it.

use std::sync::Arc;

use dwindle::event::{Event, Stage};
use dwindle::search::{Search, Stop};
use dwindle::space::{AsSpace, Shared, Space};
use dwindle::strategy::{
    Cdd, Dd, Ddmin, DdminComplement, Dwindle, First, Mode, OneMinimal, ProbDd, Strategy, Wddmin,
};
use dwindle::{Algorithm, Config, Outcome};

use crate::sifting::Patience;
use crate::versions::LeftOut;
use crate::{Cutting, Groups, Level, Sifting, Swapped, Versions};

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
    let by = |levels| Cutting { levels, ..cutting };
    let (coarse, fine) =
        cutting.levels.split_at(cutting.levels.partition_point(|level| *level <= Level::Hunk));
    let sifts = algorithm == Algorithm::Dwindle;
    let with_hunks = coarse.last() == Some(&Level::Hunk);
    if sifts && with_hunks {
        *left = by_sifting(search, versions, (&Config::empty(), left), cutting, Level::Hunk)?;
    } else if sifts && fine.first() == Some(&Level::Edit) {
        *left = by_sifting(search, versions, (&Config::empty(), left), cutting, Level::Edit)?;
    }
    let without = Reduction { wanted: Wanted::Without, algorithm };
    by_levels(search, versions, without, left, by(coarse))?;
    if !sifts || !with_hunks {
        by_levels(search, versions, without, left, by(fine))?;
        return Ok(minimality(versions, cutting, left));
    }
    let hunks = left.clone();
    for hunk in cutting.groups(versions.changes(), Level::Hunk, left) {
        let others = left.minus(&hunk);
        *left = by_sifting(search, versions, (&others, &hunk), cutting, Level::Edit)?;
    }
    by_levels(search, versions, without, left, by(fine))?;
    by_one(search, versions, left, cutting)?;
    let is_narrower = *left != hunks;
    by_sweeping(search, versions, without.wanted, left, cutting, is_narrower)
}

/// Looks for a single edit of those `left` that is enough, where few are left.
fn by_one(
    search: &mut Search<'_>,
    versions: &Versions,
    left: &mut Config,
    cutting: Cutting<'_>,
) -> Result<(), Stop> {
    if !(2..=SINGLY).contains(&left.len()) {
        return Ok(());
    }
    let edits = cutting.groups(versions.changes(), Level::Edit, left);
    let space = Arc::new(LeftOut::of(Arc::new(versions.clone())));
    let first = Swapped(First::new(left.clone(), edits));
    *left = staged(search, &*space, "one by one", Level::Edit, |search| {
        let found = search.run(&space, first)?.best().clone();
        Ok((found.len(), None, found))
    })?;
    Ok(())
}

/// Up to so many edits are asked for one by one at the end, also where only hunks are asked for: more edits mostly go
/// together, and there may be hundreds.
pub const SINGLY: usize = 16;

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
    let shared: Shared = Arc::new(versions.clone());
    let full = versions.full();
    let around = |level: Level| {
        let groups = cutting.groups(versions.changes(), level, &full);
        let touched = groups.iter().filter(|group| group.minus(cause).len() < group.len());
        touched.fold(cause.clone(), |all, group| all.union(group))
    };
    let wider = [Level::Function, Level::File, Level::Directory, Level::Commit];
    let starts = wider.into_iter().filter(|level| cutting.levels.contains(level)).map(around);
    let mut start = full.clone();
    for candidate in std::iter::once(cause.clone()).chain(starts) {
        if candidate == full || search.outcome(&shared, &candidate)? == Outcome::Fail {
            start = candidate;
            break;
        }
    }
    let wanted = Wanted::With;
    by_levels(search, versions, Reduction { wanted, algorithm }, &mut start, cutting)?;
    let proved = if algorithm == Algorithm::Dwindle {
        by_sweeping(search, versions, wanted, &mut start, cutting, false)?
    } else {
        minimality(versions, cutting, &start)
    };
    Ok((start, proved))
}

/// At which level of `cutting` the changes of `left` are 1-minimal once that was gone through.
fn minimality(versions: &Versions, cutting: Cutting<'_>, left: &Config) -> Option<Minimality> {
    let level = cutting.levels.iter().copied().rfind(|level| *level != Level::Line)?;
    Some(Minimality { level, groups: cutting.groups(versions.changes(), level, left).len() })
}

/// Asks for the groups of `left` one by one: for its edits where the last level is the hunk, but few edits are left,
/// and else for its groups at the last level, if they are `again` to be asked for.
fn by_sweeping(
    search: &mut Search<'_>,
    versions: &Versions,
    wanted: Wanted,
    left: &mut Config,
    cutting: Cutting<'_>,
    again: bool,
) -> Result<Option<Minimality>, Stop> {
    let Some(proved) = minimality(versions, cutting, left) else { return Ok(None) };
    let is_few = proved.level == Level::Hunk && left.len() <= SINGLY;
    let level = if is_few { Level::Edit } else { proved.level };
    let groups = cutting.groups(versions.changes(), level, left);
    // Hunks that are one edit each were asked for already.
    if groups.len() > 1 && (again || groups.len() > proved.groups) {
        let sweep = Reduction { wanted, algorithm: Algorithm::OneMinimal };
        *left = sweep.by_groups(search, versions, groups, level)?;
    }
    let levels = &[level];
    Ok(minimality(versions, Cutting { levels, ..cutting }, left))
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
    let (mut passing, mut failing) = (Config::empty(), versions.full());
    for &level in cutting.levels.iter().filter(|level| **level != Level::Line) {
        let groups = cutting.groups(versions.changes(), level, &failing.minus(&passing));
        if groups.len() < 2 {
            continue;
        }
        let space = Arc::new(Groups::of(Arc::new(versions.clone()), passing.clone(), groups));
        let dd = staged(search, &*space, "dd", level, |search| {
            let dd = search.run(&space, Dd::new(space.full(), Mode::Both))?;
            Ok((dd.difference().len(), None, dd))
        })?;
        (passing, failing) = (space.to_base(dd.passing()), space.to_base(dd.failing()));
    }
    Ok((passing, failing))
}

/// Looks for a single group of the changes `within`, the `others` always taken back, too; gives what is left.
fn by_sifting(
    search: &mut Search<'_>,
    versions: &Versions,
    (others, within): (&Config, &Config),
    cutting: Cutting<'_>,
    level: Level,
) -> Result<Config, Stop> {
    let (groups, units) = cutting.in_order(versions.changes(), level, within);
    if groups.len() < 2 {
        return Ok(others.union(within));
    }
    let space =
        Arc::new(Groups::of(Arc::new(LeftOut::of(Arc::new(versions.clone()))), others.clone(), groups));
    let sifting = Swapped(Sifting::new(units).patience(PATIENCE));
    staged(search, &*space, "sifting", level, |search| {
        let found = search.run(&space, sifting)?.best().clone();
        Ok((found.len(), None, space.to_base(&found)))
    })
}

/// Reduces level by level.
fn by_levels(
    search: &mut Search<'_>,
    versions: &Versions,
    how: Reduction,
    left: &mut Config,
    cutting: Cutting<'_>,
) -> Result<(), Stop> {
    let levels: Vec<Level> = cutting.levels.iter().copied().filter(|level| *level != Level::Line).collect();
    for (nth, &level) in levels.iter().enumerate() {
        let groups = cutting.groups(versions.changes(), level, left);
        let finer = levels.get(nth + 1).map(|&finer| cutting.groups(versions.changes(), finer, left).len());
        // A level that puts little together is passed over for the next.
        if groups.len() < 2 || finer.is_some_and(|finer| finer < 2 * groups.len()) {
            continue;
        }
        *left = how.by_groups(search, versions, groups, level)?;
    }
    Ok(())
}

/// What is done at a level.
#[derive(Clone, Copy)]
struct Reduction {
    wanted: Wanted,
    algorithm: Algorithm,
}

impl Reduction {
    /// Reduces all of these groups of changes, and gives the changes that are left.
    fn by_groups(
        self,
        search: &mut Search<'_>,
        versions: &Versions,
        groups: Vec<Config>,
        level: Level,
    ) -> Result<Config, Stop> {
        Ok(match self.wanted {
            Wanted::With => {
                let space = Arc::new(Groups::of(Arc::new(versions.clone()), Config::empty(), groups));
                space.to_base(&minimise(search, &space, level, self)?)
            }
            Wanted::Without => {
                let versions = Arc::new(LeftOut::of(Arc::new(versions.clone())));
                let space = Arc::new(Groups::of(versions, Config::empty(), groups));
                space.to_base(&minimise(search, &space, level, self)?)
            }
        })
    }

    fn run<S: Strategy>(
        self,
        search: &mut Search<'_>,
        space: &impl AsSpace,
        strategy: S,
    ) -> Result<Config, Stop> {
        Ok(match self.wanted {
            Wanted::With => search.run(space, strategy)?.best().clone(),
            Wanted::Without => search.run(space, Swapped(strategy))?.best().clone(),
        })
    }
}

fn minimise<S: dwindle::space::Space + 'static>(
    search: &mut Search<'_>,
    space: &Arc<S>,
    level: Level,
    how: Reduction,
) -> Result<Config, Stop> {
    let start = space.full();
    staged(search, &**space, how.algorithm.name(), level, |search| {
        let kept = match how.algorithm {
            Algorithm::OneMinimal => how.run(search, space, OneMinimal::new(start)),
            Algorithm::Ddmin => how.run(search, space, Ddmin::new(start)),
            Algorithm::DdminComplement => how.run(search, space, DdminComplement::new(start)),
            Algorithm::Dd => how.run(search, space, Dd::new(start, Mode::Minimise)),
            Algorithm::ProbDd => how.run(search, space, ProbDd::new(start)),
            Algorithm::Cdd => how.run(search, space, Cdd::new(start)),
            Algorithm::Wddmin => {
                let weights = space.weights(&start);
                how.run(search, space, Wddmin::new(start, weights))
            }
            _ => how.run(search, space, Dwindle::new(start)),
        }?;
        // As everywhere: what an algorithm leaves out at its end is asked.
        let kept = match how.algorithm {
            Algorithm::Dwindle | Algorithm::OneMinimal => kept,
            _ => how.run(search, space, OneMinimal::new(kept))?,
        };
        Ok((kept.len(), Some(kept.len()), kept))
    })
}

/// Runs `work`, which gives units left, a certificate and its result, as a stage.
fn staged<'s, R>(
    search: &mut Search<'s>,
    space: &(impl Space + ?Sized),
    algorithm: &str,
    level: Level,
    work: impl FnOnce(&mut Search<'s>) -> Result<(usize, Option<usize>, R), Stop>,
) -> Result<R, Stop> {
    let size = space.size(&space.full());
    let stage = Stage { algorithm, unit: level.name(), units: space.units(), size };
    search.announce(&Event::StageBegan(stage))?;
    let (units, certificate, result) = work(search)?;
    search.announce(&Event::StageEnded { stage, units, size, certificate })?;
    Ok(result)
}
