//! Repair on a tree: the largest part of a failing text that passes, by subtrees.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::work::{Setting, Work};
use crate::event::{Event, Stage};
use crate::isolate::PassingPart;
use crate::search::{Search, Shared, Stop};
use crate::space::{Space, Text, TextPlace, TreeSpace};
use crate::strategy::{Dd, Mode};
use crate::tree::{NodeId, Role, Tree};
use crate::{Config, Outcome};

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
/// From the root down the first level is looked for without some of whose nodes the text passes, and as many of them
/// come back as can (ddmax). Then each of those that had to stay out comes back without some of its children, and so on,
/// as far down as that goes. In the end single subtrees are asked to come back until none can.
///
/// # Source
/// ddmax of L. Kirschner, E. Soremekun, A. Zeller, "Debugging Inputs" (ICSE 2020), on the levels of G. Misherghi, Z. Su,
/// "HDD: Hierarchical Delta Debugging" (ICSE 2006).
///
/// # Guarantee
/// The part passes, and passes no more with any one of the subtrees that were left out. `None` where nothing passes.
///
/// # Cost
/// ddmax's tests on each level, and where a level without all of it is unresolved twice as many as it has nodes.
///
/// # Determinism
/// A function of the tree and the outcomes.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn maximize<'env, P: TextPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    setting: Setting<'_>,
    tree: Tree,
) -> Result<Option<Repaired>, Stop> {
    let (units, size) = (tree.len(), tree.text().bytes().len() as u64);
    let stage = Stage { algorithm: "ddmax", unit: "tree", units, size };
    search.announce(&Event::StageBegan(stage))?;
    let mut work = Work::new(search, setting, tree);
    let repaired = match below(&mut work, NodeId::ROOT, &[])? {
        Some(out) => {
            let out = deeper(&mut work, out)?;
            let out = grown(&mut work, &out, &[])?.unwrap_or(out);
            Some(without(work.tree(), out)?)
        }
        None => None,
    };
    let size = repaired.as_ref().map_or(0, |repaired| repaired.passing.bytes().len() as u64);
    let units = repaired.as_ref().map_or(0, |repaired| repaired.left_out.len());
    work.search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    Ok(repaired)
}

/// Lets each of the nodes that are `out` come back without some of what is in it, if it passes so.
fn deeper<'env, P: TextPlace + 'env>(
    work: &mut Work<'_, '_, 'env, P>,
    out: Vec<NodeId>,
) -> Result<Vec<NodeId>, Stop> {
    let mut queue = VecDeque::from(out);
    let mut settled: Vec<NodeId> = Vec::new();
    while let Some(node) = queue.pop_front() {
        let others: Vec<NodeId> = settled.iter().chain(&queue).copied().collect();
        match below(work, node, &others)? {
            Some(out) => queue.extend(out),
            None => settled.push(node),
        }
    }
    Ok(settled)
}

/// The nodes that have to stay out, on the highest level below `above` on which that makes it pass.
fn below<'env, P: TextPlace + 'env>(
    work: &mut Work<'_, '_, 'env, P>,
    above: NodeId,
    others: &[NodeId],
) -> Result<Option<Vec<NodeId>>, Stop> {
    let mut level = vec![above];
    loop {
        level = level.iter().flat_map(|node| work.tree().children(*node)).collect();
        if level.is_empty() {
            return Ok(None);
        }
        // What is needed could only become something else, and that would be no part of the text.
        let can_go = |node: &NodeId| work.may_go(*node) && work.tree().node(*node).role() != Role::Needed;
        let nodes: Vec<NodeId> = level.iter().copied().filter(can_go).collect();
        if !nodes.is_empty()
            && let Some(out) = grown(work, &nodes, others)?
        {
            return Ok(Some(out));
        }
    }
}

/// Those of `nodes` that have to stay out, while the `others` are out anyway; `None` where nothing passes.
fn grown<'env, P: TextPlace + 'env>(
    work: &mut Work<'_, '_, 'env, P>,
    nodes: &[NodeId],
    others: &[NodeId],
) -> Result<Option<Vec<NodeId>>, Stop> {
    let space = removals(work.tree(), nodes.iter().chain(others).copied().collect());
    let shared: Shared<'env, P> = Arc::clone(&space) as _;
    let units = 0..space.unit_count();
    let whole = Config::of_units(units.clone().filter(|unit| nodes.contains(&space.node(*unit))));
    let start = match work.search.outcome(&shared, &Config::empty())? {
        Outcome::Pass => Config::empty(),
        Outcome::Fail => return Ok(None),
        Outcome::Unresolved => {
            let part = work.search.run(&shared, PassingPart::new(whole.clone()))?;
            let Some(part) = part.passing() else { return Ok(None) };
            part.clone()
        }
    };
    let dd = work.search.run(&shared, Dd::between(start, whole.clone(), Mode::Maximise))?;
    Ok(Some(whole.minus(dd.passing()).units().map(|unit| space.node(unit)).collect()))
}

fn removals(tree: &Arc<Tree>, mut nodes: Vec<NodeId>) -> Arc<TreeSpace> {
    nodes.sort_unstable();
    Arc::new(TreeSpace::removals(Arc::clone(tree), nodes))
}

/// The text without these nodes.
fn without(tree: &Arc<Tree>, out: Vec<NodeId>) -> Result<Repaired, Stop> {
    let space = removals(tree, out);
    let mut passing = Vec::new();
    space.write(&Config::empty(), &mut passing)?;
    let passing = Text::new(passing).map_err(std::io::Error::other)?;
    let left_out = space.changes(&Config::empty()).into_iter().map(|change| change.span).collect();
    Ok(Repaired { passing, left_out })
}
