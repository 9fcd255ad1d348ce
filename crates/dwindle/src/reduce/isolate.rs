//! Isolation on a tree: the smallest subtrees that make the difference, level by level.

use std::sync::Arc;

use super::work::{Setting, Work};
use crate::event::{Event, Stage};
use crate::isolate::{BothSides, Depth, Isolated};
use crate::search::{Search, Stop};
use crate::space::{Shared, Sides, Space, TreeSpace};
use crate::strategy::Dwindle;
use crate::tree::{NodeId, Tree};
use crate::{Config, Outcome, Strategy, Text};

/// The two sides that isolation on a tree ended with.
#[derive(Clone, Debug)]
pub struct Apart {
    /// Passes: the failing text without the subtrees that make the difference.
    pub passing: Text,
    /// Fails.
    pub failing: Text,
}

/// Takes two sides as soon as it is known that the one passes and the other fails.
pub type ToldApart<'a> = &'a mut dyn FnMut(&Apart) -> Result<(), Stop>;

/// Isolates the subtrees of a failing text without which it passes, and reduces what both sides share.
///
/// From the root down the first level is looked for some of whose nodes make the difference (dd between none and all
/// of them; where none of them tells nothing, and surroundings are reduced at all, those that the failing side does
/// not need go first); then their children, and so on, as long as dd finds two sides among them. What is not in the
/// difference is reduced level by level as HDD does it, each candidate with the difference and without it. `each` is
/// told the two sides after each level on which they changed.
///
/// # Source
/// For the levels G. Misherghi, Z. Su, "HDD: Hierarchical Delta Debugging" (ICSE 2006); for the two sides M. Zhang and
/// others, "PPR: Pairwise Program Reduction" (FSE 2023), which begins with two programs.
///
/// # Guarantee
/// The failing side fails, the passing side passes, and is the failing side without some of its subtrees. Neither is
/// minimal by itself: what is left is for the units of the text.
///
/// # Cost
/// That of [`isolate`](crate::isolate::isolate) for each level of the difference, and of the default strategy for each
/// level of the rest.
///
/// # Errors
/// [`Stop`] when the search was ended first, and those of `each`.
pub fn isolate(
    search: &mut Search<'_>,
    setting: Setting<'_>,
    tree: Tree,
    depth: Depth,
    each: ToldApart<'_>,
) -> Result<Option<Apart>, Stop> {
    let stage = Stage { algorithm: "isolate", unit: "tree", units: tree.len(), size: size(&tree) };
    search.announce(&Event::StageBegan(stage))?;
    let mut work = Work::new(search, setting, tree);
    let apart = levels(&mut work, depth, each)?;
    let (units, size) = (work.tree().len(), size(work.tree()));
    work.search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    Ok(apart)
}

fn size(tree: &Tree) -> u64 {
    tree.text().bytes().len() as u64
}

fn levels(work: &mut Work<'_, '_>, depth: Depth, each: ToldApart<'_>) -> Result<Option<Apart>, Stop> {
    let Some(mut difference) = first_level(work, depth)? else { return Ok(None) };
    each(&apart(work, &difference))?;
    while narrower(work, &mut difference)? {
        each(&apart(work, &difference))?;
    }
    if depth == Depth::Surroundings {
        difference = surroundings(work, difference, each)?;
    }
    Ok(Some(apart(work, &difference)))
}

/// The two sides, with this difference in the tree as it is now.
fn apart(work: &Work<'_, '_>, difference: &[NodeId]) -> Apart {
    let space = TreeSpace::removals(Arc::clone(work.tree()), difference.iter().copied());
    Apart { passing: space.render(&Config::empty()), failing: work.tree().text().clone() }
}

/// The difference on the highest level that has one.
fn first_level(work: &mut Work<'_, '_>, depth: Depth) -> Result<Option<Vec<NodeId>>, Stop> {
    let mut level = vec![NodeId::ROOT];
    loop {
        level = work.below(&level);
        if level.is_empty() {
            return Ok(None);
        }
        if depth == Depth::Surroundings {
            thin(work, &mut level)?;
        }
        let nodes = level.clone();
        if let Some(difference) = narrow(work, &nodes, &mut level)? {
            return Ok(Some(difference));
        }
    }
}

/// Leaves out what the failing side does not need, where the `level` without all of it tells nothing.
///
/// A part that passes has to be looked for then, among ever smaller ones: that costs tests for each node, while most
/// of what is left out here goes together.
fn thin(work: &mut Work<'_, '_>, level: &mut Vec<NodeId>) -> Result<(), Stop> {
    let nodes: Vec<NodeId> = level.iter().copied().filter(|node| work.may_go(*node)).collect();
    let space: Shared = Arc::new(TreeSpace::removals(Arc::clone(work.tree()), nodes.iter().copied()));
    if nodes.is_empty() || work.search.outcome(&space, &Config::empty())? != Outcome::Unresolved {
        return Ok(());
    }
    if let Some(moved) = work.thin(nodes)? {
        *level = moved.follow(std::mem::take(level));
    }
    Ok(())
}

/// Looks for the difference among what is in the nodes that make it; whether it was found there.
fn narrower(work: &mut Work<'_, '_>, difference: &mut Vec<NodeId>) -> Result<bool, Stop> {
    let mut level = difference.clone();
    loop {
        level = work.below(&level);
        if level.is_empty() {
            return Ok(false);
        }
        if level.iter().any(|node| work.may_go(*node)) {
            let below = narrow(work, &level, difference)?;
            let found = below.is_some();
            *difference = below.unwrap_or(std::mem::take(difference));
            return Ok(found);
        }
    }
}

/// Runs dd on those of `nodes` that may go, and takes over its failing side; `follow` are nodes that stay, and are
/// then what they are in the tree as it is now.
fn narrow(
    work: &mut Work<'_, '_>,
    nodes: &[NodeId],
    follow: &mut Vec<NodeId>,
) -> Result<Option<Vec<NodeId>>, Stop> {
    let units: Vec<NodeId> = nodes.iter().copied().filter(|node| work.may_go(*node)).collect();
    if units.is_empty() {
        return Ok(None);
    }
    let space = Arc::new(TreeSpace::removals(Arc::clone(work.tree()), units));
    let sides = Sides::from_nothing(Config::empty(), &space.full());
    let (failing, units) =
        match crate::isolate::isolate(work.search, &space, "tree", sides, Depth::Difference)? {
            Isolated::Apart(sides) => {
                let units: Vec<u32> = sides.edits.iter().flat_map(|edit| edit.failing.clone()).collect();
                (sides.failing(), units)
            }
            // Without any of them it fails as well: then they go, and the difference is elsewhere.
            Isolated::NoPassingSide(Outcome::Fail) => (Config::empty(), Vec::new()),
            Isolated::NoPassingSide(_) => return Ok(None),
        };
    let mut difference: Vec<NodeId> = units.into_iter().map(|unit| space.node(unit)).collect();
    if let Some(moved) = work.take_over(&space, &failing) {
        for nodes in [&mut difference, follow] {
            *nodes = moved.follow(std::mem::take(nodes));
        }
    }
    Ok((!difference.is_empty()).then_some(difference))
}

/// Reduces what is not in the difference, level by level; gives where the difference is then.
fn surroundings(
    work: &mut Work<'_, '_>,
    mut difference: Vec<NodeId>,
    each: ToldApart<'_>,
) -> Result<Vec<NodeId>, Stop> {
    let mut level = vec![NodeId::ROOT];
    loop {
        let tree = Arc::clone(work.tree());
        level = work.below(&level);
        level.retain(|node| !difference.contains(node));
        if level.is_empty() {
            return Ok(difference);
        }
        let holds = |node: NodeId| difference.iter().any(|inner| tree.is_within(*inner, node));
        let common: Vec<NodeId> =
            level.iter().copied().filter(|node| work.may_go(*node) && !holds(*node)).collect();
        if common.is_empty() {
            continue;
        }
        let units = common.iter().chain(&difference).copied();
        let space = Arc::new(TreeSpace::removals(Arc::clone(&tree), units));
        let is_common = |unit: &u32| common.binary_search(&space.node(*unit)).is_ok();
        let all = 0..space.unit_count();
        let start = Config::of_units(all.clone().filter(is_common));
        let failing = Config::of_units(all.filter(|unit| !is_common(unit)));
        let strategy = BothSides::new(Dwindle::new(start), Config::empty(), failing.clone());
        let done = work.search.run(&space, strategy)?;
        let kept = done.inner().best().union(&failing);
        if let Some(moved) = work.take_over(&space, &kept) {
            difference = moved.follow(difference);
            level = moved.follow(level);
            each(&apart(work, &difference))?;
        }
    }
}
