//! Isolation: the smallest difference between what passes and what fails, in the smallest surroundings.
//!
//! General delta debugging (`dd`) narrows the difference and leaves alone what both sides share. On large inputs that
//! ends with a tiny difference inside a huge common part: in 15 of 20 cases of Zhang et al., "PPR: Pairwise Program
//! Reduction" (FSE 2023), a few tokens in tens of thousands. So what both sides share is reduced, too, as long as the
//! one side goes on failing and the other passing, and the two alternate until neither finds anything.
//!
//! The files: `edits` is the space of the differences, which `dd` narrows; `both_sides` asks each question of a
//! strategy about both sides, for what they share; `reduce/isolate` does the same on the levels of a syntax tree,
//! and `reduce/surroundings` takes out nodes in which nothing differs. Repair (`repair`) first tries the whole
//! without one piece (`passing_part`), then without one piece after the other, and runs `ddmax` only at the end.

mod both_sides;
mod edits;
mod passing_part;
mod repair;
mod until_pass;

pub use both_sides::BothSides;
pub use edits::{Between, Edits};
pub use passing_part::{PassingPart, Reach};
pub use repair::repair;
pub use until_pass::UntilPass;

use std::sync::Arc;

use crate::event::{Event, Stage};
use crate::search::{Search, Stop};
use crate::space::{AsSpace, Shared, Sides};
use crate::strategy::{Dd, Dwindle, Mode};
use crate::{Config, Outcome, Strategy};

/// How far isolation goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// The difference, and then what both sides share, in turn until neither gets smaller.
    #[default]
    Surroundings,
    /// The difference only: dd as it was published.
    Difference,
}

/// What isolation came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Isolated {
    /// The two sides.
    Apart(Sides),
    /// Neither the passing side that it was to begin with passes, whose outcome this is, nor was a part of the failing
    /// side found that does.
    NoPassingSide(Outcome),
}

/// Isolates the difference between the two `sides`, of which the failing one fails.
///
/// The passing side is asked first. Where it is unresolved, some of the edits are looked for that pass when they are
/// made: all but ever fewer of them, and then as many as ddmax can make, beginning with none.
///
/// # Guarantee
/// The passing side passes and the failing side fails. The edits between them are 1-minimal as in the paper: if there
/// are several, with any one of them made the passing side does not pass any more, and with any one of them undone the
/// failing side does not fail any more. With [`Depth::Surroundings`] no single unit of what both share can go without
/// one of the sides changing its outcome.
///
/// # Source
/// A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002, for the
/// difference, and the paper above for what both share, which reduces the passing program's syntax tree and applies
/// the difference anew; here it is units of the same cut, on any space, and one sweep of removals proves the end.
///
/// # Cost
/// dd's tests for the difference, about 2 log₂ n where nothing is unresolved; for what both share two tests for each
/// configuration that still fails, one for others.
///
/// # Errors
/// [`Stop`], when the search was ended first.
pub fn isolate(
    search: &mut Search<'_>,
    space: &impl AsSpace,
    unit: &str,
    sides: Sides,
    depth: Depth,
) -> Result<Isolated, Stop> {
    isolate_telling(search, space, unit, sides, depth, &mut |_| Ok(()))
}

/// Takes two sides as soon as it is known that the one passes and the other fails.
pub type Told<'a> = &'a mut dyn FnMut(&Sides) -> Result<(), Stop>;

/// As [`isolate()`], and tells `each` the two sides that it begins with and all that it comes to on the way.
///
/// # Errors
/// As [`isolate()`], and those of `each`.
pub fn isolate_telling(
    search: &mut Search<'_>,
    space: &impl AsSpace,
    unit: &str,
    mut sides: Sides,
    depth: Depth,
    each: Told<'_>,
) -> Result<Isolated, Stop> {
    let space = &space.as_space();
    let (passing, failing) = (sides.passing(), sides.failing());
    // dd takes it for granted that the failing side fails; asked, it is the first best.
    search.outcome(space, &failing)?;
    let mut outcome = search.outcome(space, &passing)?;
    if outcome == Outcome::Unresolved {
        if let Some(part) = passing_part(search, space, unit, &sides)? {
            sides = part;
            outcome = Outcome::Pass;
        } else {
            sides = narrow(search, space, unit, &sides, Mode::Maximise, &mut |_| Ok(()))?.unwrap_or(sides);
            outcome = search.outcome(space, &sides.passing())?;
        }
    }
    if outcome != Outcome::Pass {
        return Ok(Isolated::NoPassingSide(outcome));
    }
    each(&sides)?;
    loop {
        let Some(narrower) = narrow(search, space, unit, &sides, Mode::Both, each)? else {
            return Ok(Isolated::NoPassingSide(Outcome::Fail));
        };
        let settled = narrower == sides;
        sides = narrower;
        if depth == Depth::Difference {
            return Ok(Isolated::Apart(sides));
        }
        let before = sides.common.len();
        sides.common = surroundings(search, space, unit, &sides, each)?;
        if sides.common.len() == before && (settled || sides.edits.len() < 2) {
            return Ok(Isolated::Apart(sides));
        }
    }
}

/// The sides with a passing one that has all edits made but a few, if one passes.
fn passing_part(
    search: &mut Search<'_>,
    space: &Shared,
    unit: &str,
    sides: &Sides,
) -> Result<Option<Sides>, Stop> {
    let edits: Shared = Arc::new(Between::of(Arc::clone(space), sides.clone()));
    let full = edits.full();
    let stage = Stage { algorithm: "passing part", unit, units: full.len(), size: edits.size(&full) };
    search.announce(&Event::StageBegan(stage))?;
    let done = search.run(&edits, PassingPart::new(full.clone()))?;
    let found = done.passing().map(|made| sides.narrowed(made, &full.minus(made)));
    let units = found.as_ref().map_or(full.len(), |sides| sides.edits.len());
    search.announce(&Event::StageEnded { stage, units, size: edits.size(&full), certificate: None })?;
    Ok(found)
}

/// Runs dd on the edits; `None` when the passing side fails.
fn narrow(
    search: &mut Search<'_>,
    space: &Shared,
    unit: &str,
    sides: &Sides,
    mode: Mode,
    each: Told<'_>,
) -> Result<Option<Sides>, Stop> {
    let shared: Shared = Arc::new(Between::of(Arc::clone(space), sides.clone()));
    let full = shared.full();
    let stage = Stage { algorithm: "dd", unit, units: full.len(), size: shared.size(&full) };
    search.announce(&Event::StageBegan(stage))?;
    let mut last = (Config::empty(), full.clone());
    let dd = search.run_telling(&shared, Dd::new(full, mode), &mut |dd| {
        if (dd.passing(), dd.failing()) == (&last.0, &last.1) || dd.passing_side_fails() {
            return Ok(());
        }
        last = (dd.passing().clone(), dd.failing().clone());
        each(&sides.narrowed(dd.passing(), dd.difference()))
    })?;
    let narrower = sides.narrowed(dd.passing(), dd.difference());
    let (units, size) = (dd.difference().len(), shared.size(dd.failing()));
    search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    Ok((!dd.passing_side_fails()).then_some(narrower))
}

/// Reduces what both sides share.
fn surroundings(
    search: &mut Search<'_>,
    space: &Shared,
    unit: &str,
    sides: &Sides,
    each: Told<'_>,
) -> Result<Config, Stop> {
    let common = &sides.common;
    if common.is_empty() {
        return Ok(Config::empty());
    }
    let (passing, failing) = (sides.passing().minus(common), sides.failing().minus(common));
    let size = space.size(&sides.failing());
    let stage = Stage { algorithm: "dwindle", unit, units: common.len(), size };
    search.announce(&Event::StageBegan(stage))?;
    let on_both = BothSides::new(Dwindle::new(common.clone()), passing, failing.clone());
    let mut told = Sides { common: common.clone(), ..sides.clone() };
    let done = search.run_telling(space, on_both, &mut |on_both| {
        if on_both.inner().best().len() == told.common.len() {
            return Ok(());
        }
        told.common.clone_from(on_both.inner().best());
        each(&told)
    })?;
    let kept = done.inner().best().clone();
    let size = space.size(&kept.union(&failing));
    search.announce(&Event::StageEnded { stage, units: kept.len(), size, certificate: Some(kept.len()) })?;
    Ok(kept)
}
