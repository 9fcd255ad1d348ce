//! Removes a name together with the part of the text around its first place, such as its definition, where
//! something else can stand at its other places.

use std::sync::Arc;

use super::found::{Name, all};
use crate::Config;
use crate::reduce::everywhere::everywhere;
use crate::reduce::fitting::Fitting;
use crate::reduce::replacements::{descendants_in_place, in_place, moved};
use crate::reduce::work::Work;
use crate::search::Stop;
use crate::space::Space;
use crate::tree::{NodeId, Piece, Role, Tree};

/// How far up from a name the part is looked for that goes with it.
const LEVELS: usize = 12;

/// How many replacements of each kind are tried: what stands beside the name, names before it, names after it.
const OF_A_KIND: usize = 2;

/// Takes out names that stand several times as long as there are any that can be.
pub(super) fn inline(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    loop {
        let (mut seen, mut gone): (Vec<Vec<u8>>, bool) = (Vec::new(), false);
        loop {
            let names = all(work.tree());
            let next = |name: &&Name| name.places.len() > 1 && !seen.contains(&name.text);
            let Some(name) = names.iter().find(next) else { break };
            seen.push(name.text.clone());
            for part in parts(work, name) {
                if take_out(work, &names, name, part)? {
                    gone = true;
                    work.reparse();
                    break;
                }
            }
        }
        if !gone {
            return Ok(());
        }
    }
}

/// The part around a name that goes.
#[derive(Clone, Copy)]
struct Part {
    node: NodeId,
    /// What stays of it, if anything.
    becomes: Option<NodeId>,
}

/// The smallest part around the first place of `name` that something else out of it can stand for, and the smallest that
/// can go, and has not all of the name's places.
fn parts(work: &Work<'_, '_>, name: &Name) -> Vec<Part> {
    let (tree, id) = (work.tree(), name.places[0]);
    let mut parts: Vec<Part> = Vec::new();
    let mut here = id;
    for _ in 0..LEVELS {
        if parts.is_empty() {
            let others = descendants_in_place(tree, here).into_iter();
            let others = others.filter(|below| !tree.node(*below).is_empty() && !tree.is_within(id, *below));
            let heaviest = others.max_by_key(|below| tree.node(*below).len());
            parts.extend(heaviest.map(|below| Part { node: here, becomes: Some(below) }));
        }
        if tree.node(here).role() != Role::Needed && work.may_go(here) {
            let has_all = name.places.iter().all(|place| tree.is_within(*place, here));
            if !has_all {
                // Of one node nothing is less than something else.
                let before = parts.iter().position(|part| part.node == here).unwrap_or(parts.len());
                parts.insert(before, Part { node: here, becomes: None });
            }
            if !has_all || !parts.is_empty() {
                break;
            }
        }
        let Some(above) = tree.parent(here) else { break };
        here = above;
    }
    parts
}

/// Lets `part` go, and something else stand in all places of `name` that are left; whether that could be done. What fits together
/// less than before, as far as types are known, is not asked for.
fn take_out(work: &mut Work<'_, '_>, names: &[Name], name: &Name, part: Part) -> Result<bool, Stop> {
    let tree = work.tree();
    let is_left = |place: &NodeId| part.becomes.is_some_and(|below| tree.is_within(*place, below));
    let (within, outside): (Vec<NodeId>, Vec<NodeId>) =
        name.places.iter().partition(|place| tree.is_within(**place, part.node));
    let within: Vec<NodeId> = within.into_iter().filter(is_left).collect();
    let uses = [&*outside, &within].concat();
    let stand_ins = stand_ins(work, names, name, &uses, &part);
    if uses.is_empty() || stand_ins.is_empty() {
        return Ok(false);
    }
    let of_part = |below| stand_ins.iter().map(|with| part.with_uses(tree, below, &within, with)).collect();
    let of_part: Vec<Piece> = part.becomes.map(of_part).unwrap_or_default();
    let (space, changes) = everywhere(work, vec![(outside, stand_ins), (vec![part.node], of_part)]);
    let space = Arc::new(space.shrinking());
    let (of_uses, of_part) = (&changes[0], &changes[1]);
    let gone = Config::empty();
    let together =
        (0..).zip(of_uses).map(|(at, uses): (usize, _)| uses.union(of_part.get(at).unwrap_or(&gone)));
    let smaller = together.filter(|config| space.size(config) < space.size(&space.full()));
    let mut fitting = Fitting::default();
    fitting.update(work);
    let fit = smaller.filter(|config| fitting.allows_change(work, &space, config)).collect();
    work.first(&space, fit)
}

impl Part {
    /// What stays of it, `below`, with this in the places `within` it.
    fn with_uses(&self, tree: &Tree, below: NodeId, within: &[NodeId], with: &Piece) -> Piece {
        if within.is_empty() {
            return in_place(tree, self.node, below);
        }
        let span = tree.node(below).span();
        let (mut text, mut at) = (Vec::new(), span.start);
        for place in within {
            let place = tree.node(*place).span();
            text.extend_from_slice(&tree.text().bytes()[at..place.start]);
            text.extend(with.bytes(tree));
            at = place.end;
        }
        text.extend_from_slice(&tree.text().bytes()[at..span.end]);
        Piece::text(&moved(tree, self.node, below, &text))
    }
}

/// What may stand in all of `uses`: what stood beside the name in `part`, other names near it, a constant.
fn stand_ins(work: &Work<'_, '_>, names: &[Name], name: &Name, uses: &[NodeId], part: &Part) -> Vec<Piece> {
    let (tree, first) = (work.tree(), name.places[0]);
    let fits = |id: NodeId| {
        let symbol = tree.node(id).symbol();
        uses.iter().all(|place| tree.grammar().accepts(tree.node(*place).place(), symbol))
    };
    let mut found: Vec<NodeId> = beside(tree, first, part.node).into_iter().filter(|id| fits(*id)).collect();
    found.sort_by_key(|id| std::cmp::Reverse(tree.node(*id).len()));
    found.truncate(OF_A_KIND);
    let others = || names.iter().filter(|other| other.text != name.text);
    let stays = |place: NodeId| !tree.is_within(place, part.node) || part.becomes.is_some();
    let mut after: Vec<NodeId> = others()
        .filter_map(|other| other.places.iter().find(|at| **at > first && fits(**at)).copied())
        .collect();
    let mut before: Vec<NodeId> = others()
        .filter_map(|other| other.places.iter().rev().find(|at| **at < first && fits(**at)).copied())
        .collect();
    after.retain(|id| stays(*id));
    after.sort_unstable();
    before.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
    found.extend(before.into_iter().take(OF_A_KIND));
    found.extend(after.into_iter().take(OF_A_KIND));
    let mut pieces: Vec<Piece> = Vec::new();
    for id in found {
        let piece = Piece::Node(id);
        if pieces.iter().all(|other| other.bytes(tree) != tree.bytes(id)) {
            pieces.push(piece);
        }
    }
    let constant = uses.first().and_then(|id| work.constants(*id).into_iter().next());
    pieces.extend(constant.map(|text| Piece::text(&text)));
    pieces
}

/// What stands beside `id` within `part`: the children, other than the one on the way, of all nodes between the two.
fn beside(tree: &Tree, id: NodeId, part: NodeId) -> Vec<NodeId> {
    let (mut found, mut here) = (Vec::new(), id);
    while here != part
        && let Some(above) = tree.parent(here)
    {
        found.extend(tree.children(above).filter(|child| *child != here && !tree.node(*child).is_empty()));
        here = above;
    }
    found
}
