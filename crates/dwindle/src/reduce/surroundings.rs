//! Reduces what a passing and a failing text have in common, by the nodes of the failing one.

use std::ops::Range;
use std::sync::Arc;

use super::work::{Setting, Work};
use crate::event::{Event, Stage};
use crate::isolate::{BothSides, Told};
use crate::search::{Search, Stop};
use crate::space::{Mapped, Mapping, Merged, Sides, Space, TreeSpace};
use crate::strategy::Dwindle;
use crate::tree::{NodeId, Role, Tree};
use crate::{Config, Strategy as _};

/// Reduces what the two sides of `merged` share, level by level of the tree of the failing one.
///
/// A subtree that lies wholly in what both sides share goes from both of them at once; one in which something differs
/// stays, and is looked into on the next level. So the passing side needs no tree. `each` is told all sides on the way.
///
/// # Source
/// M. Zhang and others, "PPR: Pairwise Program Reduction" (FSE 2023), which reduces the passing program and applies
/// the difference anew; here what goes are units of both.
///
/// # Guarantee
/// The passing side of what is given passes and the failing side fails, if those of `merged` do.
///
/// # Cost
/// The default strategy's tests on each level, two for each candidate whose failing side fails.
///
/// # Determinism
/// A function of the sides, the tree and the outcomes.
///
/// # Errors
/// [`Stop`] when the search was ended first, and those of `each`.
///
/// # Panics
/// When `tree` is not that of the failing side.
pub fn surroundings(
    search: &mut Search<'_>,
    setting: Setting<'_>,
    tree: Tree,
    merged: &Merged,
    each: Told<'_>,
) -> Result<Sides, Stop> {
    let failing = merged.space.render(&merged.sides.failing());
    assert_eq!(failing.id(), tree.text().id(), "the tree is that of the failing side");
    let stage = Stage { algorithm: "dwindle", unit: "tree", units: tree.len(), size: text_size(&tree) };
    search.announce(&Event::StageBegan(stage))?;
    let work = Work::new(search, setting, tree);
    let mut sides = merged.sides.clone();
    let (ranges, whole) = (Ranges::new(merged), Arc::new(merged.space.clone()));
    let mut level = vec![NodeId::ROOT];
    loop {
        let tree = Arc::clone(work.tree());
        level = work.below(&level);
        if level.is_empty() {
            break;
        }
        let may_go = |node: &NodeId| {
            let (span, role) = (tree.node(*node).span(), tree.node(*node).role());
            role != Role::Needed && work.may_go(*node) && !ranges.differ_in(&span)
        };
        let nodes: Vec<NodeId> = level.iter().copied().filter(may_go).collect();
        if nodes.is_empty() {
            continue;
        }
        let removals = TreeSpace::removals(Arc::clone(&tree), nodes);
        let alongside = Alongside { removals, sides: sides.clone(), ranges: ranges.clone() };
        let space = Arc::new(Mapped::by(Arc::clone(&whole), alongside));
        let (all, made) = (space.removals.full(), Config::of_units([space.made()]));
        let on_both = BothSides::new(Dwindle::new(all.clone()), Config::empty(), made);
        let mut last = all.len();
        let done = work.search.run_telling(&space, on_both, &mut |on_both| {
            let kept = on_both.inner().best();
            if kept.len() == last {
                return Ok(());
            }
            last = kept.len();
            each(&Sides { common: space.common(kept), ..sides.clone() })
        })?;
        let kept = done.inner().best();
        sides.common = space.common(kept);
        let gone: Vec<NodeId> = all.minus(kept).units().map(|unit| space.removals.node(unit)).collect();
        level.retain(|node| !gone.contains(node));
    }
    let units = sides.common.len();
    let size = merged.space.size(&sides.failing());
    work.search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    Ok(sides)
}

fn text_size(tree: &Tree) -> u64 {
    tree.text().bytes().len() as u64
}

/// Where the units of the failing side stand in its text.
#[derive(Clone, Debug)]
struct Ranges {
    /// Each unit, and where it begins; in order.
    units: Vec<(u32, usize)>,
    /// How long the text is.
    end: usize,
    /// What only one side has: the bytes of the failing side, or the place at which the passing one has more.
    differ: Vec<Range<usize>>,
}

impl Ranges {
    fn new(merged: &Merged) -> Self {
        let (mut units, mut at) = (Vec::new(), 0);
        for unit in merged.sides.failing().units() {
            units.push((unit, at));
            at += merged.space.unit_bytes(unit).len();
        }
        let end = at;
        let start = |unit: u32| {
            units.get(units.partition_point(|(other, _)| *other < unit)).map_or(end, |(_, start)| *start)
        };
        let differ = merged.sides.edits.iter().map(|edit| start(edit.failing.start)..start(edit.failing.end));
        Self { differ: differ.collect(), units, end }
    }

    /// Whether the two sides differ within `span`, or something is put in there.
    fn differ_in(&self, span: &Range<usize>) -> bool {
        self.differ.iter().any(|differ| differ.start < span.end && span.start < differ.end)
    }

    /// The units that lie wholly within `span`.
    fn within(&self, span: &Range<usize>) -> Config {
        let from = |at: usize| self.units.partition_point(|(_, start)| *start < at);
        let (first, mut behind) = (from(span.start), from(span.end));
        // The last one that begins there may end behind it.
        let end = self.units.get(behind).map_or(self.end, |(_, start)| *start);
        behind -= usize::from(behind > first && end > span.end);
        Config::of_units(self.units.get(first..behind).unwrap_or_default().iter().map(|(unit, _)| *unit))
    }
}

/// Nodes of the failing side's tree that both sides share, and behind them one unit more: whether the edits are made.
struct Alongside {
    removals: TreeSpace,
    sides: Sides,
    ranges: Ranges,
}

impl Alongside {
    /// The unit that makes the edits.
    fn made(&self) -> u32 {
        self.removals.unit_count()
    }

    /// What both sides share while these nodes are kept.
    fn common(&self, nodes: &Config) -> Config {
        let changes = self.removals.changes(nodes);
        changes
            .iter()
            .fold(self.sides.common.clone(), |left, change| left.minus(&self.ranges.within(&change.span)))
    }
}

impl Mapping for Alongside {
    fn units(&self) -> usize {
        self.removals.units() + 1
    }

    fn to_base(&self, config: &Config) -> Config {
        let made = Config::of_units([self.made()]);
        let sides = Sides { common: self.common(&config.minus(&made)), ..self.sides.clone() };
        if config.contains(self.made()) { sides.failing() } else { sides.passing() }
    }
}
