//! The passes over a value: which edits are tried together, and in which order.

use std::collections::{BTreeSet, VecDeque};

use super::edit::SMALLEST_LETTER;
use super::{Edit, Holds, Node, NodeId, Toward, Value};

/// What a round does, one after the other; a number is the next thing of its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Of a very deep value what lies deeper in the places of nodes of its kind, before anything is left out: level by
    /// level, each would take a test.
    Depth,
    /// The elements of all containers at one depth, as in hierarchical delta debugging: the depth, or where the round
    /// goes inside out, how far it is from the deepest.
    Elements(usize),
    /// What lies deeper in the places of nodes of its kind: which of those that a node has.
    Hoists(usize),
    /// The characters and bytes of all texts.
    Characters,
    /// The numbers: which of [`NUMBERS`].
    Numbers(usize),
    /// The letters.
    Letters,
    Done,
}

/// How numbers are tried, in this order.
const NUMBERS: [Toward; 5] = [Toward::Zero, Toward::One, Toward::Positive, Toward::Whole, Toward::Half];

/// The parts that are then taken off a number, from a half down to the smallest.
const PARTS: usize = 63;

/// From this depth on a value is very deep: what people write is not, lists that are linked and trees are.
const VERY_DEEP: usize = 64;

/// The pass of a stage and the stage after it. An empty pass has nothing to try.
pub(super) fn pass(value: &Value, stage: Stage, is_inside_out: bool, simplifies: bool) -> (Vec<Edit>, Stage) {
    match stage {
        Stage::Depth => {
            let is_deep = value.by_depth().last().is_some_and(|(_, depth)| *depth >= VERY_DEEP);
            (if is_deep { hoists(value, 0) } else { Vec::new() }, Stage::Elements(0))
        }
        Stage::Elements(nth) => elements(value, nth, is_inside_out)
            .map_or_else(|| (Vec::new(), Stage::Hoists(0)), |edits| (edits, Stage::Elements(nth + 1))),
        Stage::Hoists(nth) => {
            let edits = hoists(value, nth);
            let next = if edits.is_empty() { Stage::Characters } else { Stage::Hoists(nth + 1) };
            (edits, next)
        }
        Stage::Characters => {
            let next = if simplifies { Stage::Numbers(0) } else { Stage::Done };
            (characters(value), next)
        }
        Stage::Numbers(nth) => {
            let next = if nth + 1 < NUMBERS.len() + PARTS { Stage::Numbers(nth + 1) } else { Stage::Letters };
            (numbers(value, nth), next)
        }
        Stage::Letters => (letters(value), Stage::Done),
        Stage::Done => (Vec::new(), Stage::Done),
    }
}

/// Whether a node is a text; those are reduced together, at the end.
const fn is_text(holds: &Holds) -> bool {
    matches!(holds, Holds::Text(_) | Holds::Bytes(_))
}

/// The drops of what stands at the `nth` depth; `None` where there is no such depth.
fn elements(value: &Value, nth: usize, is_inside_out: bool) -> Option<Vec<Edit>> {
    let nodes = value.by_depth();
    let deepest = nodes.last().map_or(0, |(_, depth)| *depth);
    let wanted = if is_inside_out { deepest.checked_sub(nth)? } else { nth };
    if wanted > deepest {
        return None;
    }
    let here = nodes.iter().filter(|(node, depth)| *depth == wanted && !is_text(&value.node(*node).holds));
    Some(here.flat_map(|(node, _)| value.drops(*node)).collect())
}

fn characters(value: &Value) -> Vec<Edit> {
    let nodes = value.by_depth();
    let texts = nodes.iter().filter(|(node, _)| is_text(&value.node(*node).holds));
    texts.flat_map(|(node, _)| value.drops(*node)).collect()
}

/// For each node the `nth` of those of its kind that lie nearest below it.
fn hoists(value: &Value, nth: usize) -> Vec<Edit> {
    let nodes = value.by_depth();
    let mut depths = vec![0; value.len()];
    for (node, depth) in &nodes {
        depths[*node as usize] = *depth;
    }
    let holding = nodes.iter().filter(|(node, _)| !value.node(*node).holds.children().is_empty());
    let hoist = |node: NodeId| nearest(value, node, nth, &depths).map(|by| Edit::Hoist { node, by });
    holding.filter_map(|(node, _)| hoist(*node)).collect()
}

/// The `nth` node of the kind of `node` that is met below it, and not below another one.
///
/// Where a list stands, what a record holds in a list is another sort of thing, so only records are looked for in them.
fn nearest(value: &Value, node: NodeId, mut nth: usize, depths: &[usize]) -> Option<NodeId> {
    let Node { kind, holds } = value.node(node);
    let is_record = |holds: &Holds| matches!(holds, Holds::Fields(_));
    let mut is_met = BTreeSet::from([node]);
    let mut left: VecDeque<NodeId> = holds.children().iter().copied().collect();
    while let Some(below) = left.pop_front() {
        // What holds the node itself lies on a circle and is not below it.
        if depths[below as usize] <= depths[node as usize] || !is_met.insert(below) {
            continue;
        }
        let there = value.node(below);
        if there.kind != *kind {
            if is_record(holds) || !is_record(&there.holds) {
                left.extend(there.holds.children());
            }
        } else if nth == 0 {
            return Some(below);
        } else {
            nth -= 1;
        }
    }
    None
}

fn numbers(value: &Value, nth: usize) -> Vec<Edit> {
    let part = || u32::try_from(nth + 1 - NUMBERS.len()).expect("there are few ways");
    let toward = NUMBERS.get(nth).copied().unwrap_or_else(|| Toward::Less(part()));
    let set = |node: NodeId| match value.node(node).holds {
        Holds::Number(number) => number.toward(toward).map(|to| Edit::Set { node, to }),
        _ => None,
    };
    value.by_depth().into_iter().filter_map(|(node, _)| set(node)).collect()
}

fn letters(value: &Value) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (node, _) in value.by_depth() {
        let mut add = |points: &mut dyn Iterator<Item = u32>| {
            let others = (0..).zip(points).filter(|(_, point)| *point != SMALLEST_LETTER);
            edits.extend(others.map(|(at, _)| Edit::Letter { node, at }));
        };
        match &value.node(node).holds {
            Holds::Text(points) => add(&mut points.iter().copied()),
            Holds::Bytes(bytes) => add(&mut bytes.iter().map(|byte| u32::from(*byte))),
            _ => {}
        }
    }
    edits
}
