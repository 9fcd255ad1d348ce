//! Repair on a tree: the largest part of a failing text that passes, by subtrees.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::work::{Setting, Work};
use crate::event::{Event, Stage};
use crate::isolate::{PassingPart, Reach, repair};
use crate::search::{Search, Stop};
use crate::space::{Shared, TreeSpace};
use crate::strategy::{Dd, Mode};
use crate::tree::{NodeId, Role, Tree};
use crate::{Config, Outcome, Text};

/// The largest part that repair on a tree ended with.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// Passes: the failing text without some of its subtrees.
    pub passing: Text,
    /// What was left out, as spans of the failing text, in order.
    pub left_out: Vec<Range<usize>>,
}

/// Grows the largest part of a failing text that passes, subtree by subtree.
///
/// From the root down the first level is looked for without some of whose nodes the text passes, as few as will do
/// ([`repair`]). Then each of those that had to stay out comes back without some of its children, and so on, as far
/// down as that goes. In the end single subtrees are asked to come back until none can. Nodes that overlap one of the
/// `likely` spans of the text are left out first.
///
/// # Source
/// That of [`repair`], on the levels of G. Misherghi, Z. Su, "HDD: Hierarchical Delta Debugging" (ICSE 2006).
///
/// # Guarantee
/// The part passes, and passes no more with any one of the subtrees that were left out. `None` where nothing passes.
///
/// # Cost
/// That of [`repair`] on each level.
///
/// # Determinism
/// A function of the tree and the outcomes.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn maximize(
    search: &mut Search<'_>,
    setting: Setting<'_>,
    tree: Tree,
    likely: &[Range<usize>],
) -> Result<Option<Repaired>, Stop> {
    let (units, size) = (tree.len(), tree.text().bytes().len() as u64);
    let stage = Stage { algorithm: "ddmax", unit: "tree", units, size };
    search.announce(&Event::StageBegan(stage))?;
    let mut work = Work::new(search, setting, tree);
    let repaired = match below(&mut work, NodeId::ROOT, &[], likely)? {
        Some(out) => {
            let out = deeper(&mut work, out, likely)?;
            let all = Grown::new(work.tree(), out.clone(), &[], likely);
            let out = all.repaired(work.search)?.unwrap_or(out);
            Some(without(work.tree(), out))
        }
        None => None,
    };
    let size = repaired.as_ref().map_or(0, |repaired| repaired.passing.bytes().len() as u64);
    let units = repaired.as_ref().map_or(0, |repaired| repaired.left_out.len());
    work.search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    Ok(repaired)
}

/// Lets each of the nodes that are `out` come back without some of what is in it, if it passes so.
fn deeper(work: &mut Work<'_, '_>, out: Vec<NodeId>, likely: &[Range<usize>]) -> Result<Vec<NodeId>, Stop> {
    let mut queue = VecDeque::from(out);
    let mut settled: Vec<NodeId> = Vec::new();
    while let Some(node) = queue.pop_front() {
        let others: Vec<NodeId> = settled.iter().chain(&queue).copied().collect();
        match below(work, node, &others, likely)? {
            Some(out) => queue.extend(out),
            None => settled.push(node),
        }
    }
    Ok(settled)
}

/// The nodes that have to stay out, on the highest level below `above` on which that makes it pass.
///
/// What is likely is looked for on all levels first, then any one piece of a level, and then several.
fn below(
    work: &mut Work<'_, '_>,
    above: NodeId,
    others: &[NodeId],
    likely: &[Range<usize>],
) -> Result<Option<Vec<NodeId>>, Stop> {
    let levels = levels(work, above, others, likely);
    for reach in [Reach::Likely, Reach::Plausible] {
        for level in levels.iter().filter(|level| reach != Reach::Likely || !level.likely.is_empty()) {
            if let Some(out) = level.without_piece(work.search, reach)? {
                return Ok(Some(out));
            }
        }
    }
    for level in &levels {
        if let Some(out) = level.repaired(work.search)? {
            return Ok(Some(out));
        }
    }
    Ok(None)
}

/// The levels below `above`, as far as something on them may go.
fn levels(work: &Work<'_, '_>, above: NodeId, others: &[NodeId], likely: &[Range<usize>]) -> Vec<Grown> {
    let mut levels = Vec::new();
    let mut level = vec![above];
    loop {
        level = work.below(&level);
        if level.is_empty() {
            return levels;
        }
        // What is needed could only become something else, and that would be no part of the text.
        let can_go = |node: &NodeId| work.may_go(*node) && work.tree().node(*node).role() != Role::Needed;
        let nodes: Vec<NodeId> = level.iter().copied().filter(can_go).collect();
        if !nodes.is_empty() {
            levels.push(Grown::new(work.tree(), nodes, others, likely));
        }
    }
}

/// Some nodes that are to come back, while others are out anyway.
struct Grown {
    space: Arc<TreeSpace>,
    shared: Shared,
    whole: Config,
    likely: Config,
}

impl Grown {
    fn new(tree: &Arc<Tree>, mut nodes: Vec<NodeId>, others: &[NodeId], likely: &[Range<usize>]) -> Self {
        let removed = nodes.iter().chain(others).copied();
        let space = Arc::new(TreeSpace::removals(Arc::clone(tree), removed));
        nodes.sort_unstable();
        let is_likely = |unit: &u32| {
            let span = tree.node(space.node(*unit)).span();
            likely.iter().any(|likely| likely.start < span.end && span.start < likely.end)
        };
        let units = 0..space.unit_count();
        let whole = Config::of_units(units.filter(|unit| nodes.binary_search(&space.node(*unit)).is_ok()));
        let likely = Config::of_units(whole.units().filter(is_likely));
        Self { shared: Arc::clone(&space) as _, space, whole, likely }
    }

    /// Without which of them it passes, as few as are in one piece.
    fn without_piece(&self, search: &mut Search<'_>, reach: Reach) -> Result<Option<Vec<NodeId>>, Stop> {
        // Where it fails without all of them, the cause is elsewhere.
        if reach != Reach::Likely && search.outcome(&self.shared, &Config::empty())? == Outcome::Fail {
            return Ok(None);
        }
        let part = PassingPart::new(self.whole.clone()).likely(&self.likely).reach(reach);
        let part = search.run(&self.shared, part)?;
        let Some(passing) = part.passing() else { return Ok(None) };
        let dd = Dd::between(passing.clone(), self.whole.clone(), Mode::Maximise);
        Ok(Some(self.out(search.run(&self.shared, dd)?.passing())))
    }

    /// Without which of them it passes, however many it takes.
    fn repaired(&self, search: &mut Search<'_>) -> Result<Option<Vec<NodeId>>, Stop> {
        if search.outcome(&self.shared, &Config::empty())? == Outcome::Fail {
            return Ok(None);
        }
        let passing = repair(search, &self.shared, &self.whole, &self.likely)?.ok();
        Ok(passing.map(|passing| self.out(&passing)))
    }

    fn out(&self, passing: &Config) -> Vec<NodeId> {
        self.whole.minus(passing).units().map(|unit| self.space.node(unit)).collect()
    }
}

/// The text without these nodes.
fn without(tree: &Arc<Tree>, out: Vec<NodeId>) -> Repaired {
    let space = TreeSpace::removals(Arc::clone(tree), out);
    let left_out = space.changes(&Config::empty()).into_iter().map(|change| change.span).collect();
    Repaired { passing: space.render(&Config::empty()), left_out }
}
