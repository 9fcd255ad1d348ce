//! The first step on a large tree: asks about pieces of one part in 64 of the whole, as long as half of the text
//! goes.

use super::work::Work;
use crate::search::Stop;
use crate::tree::{NodeId, Tree};

/// Trees with fewer nodes are left to what comes after.
const LARGE: usize = 1000;

/// No piece is heavier than this part of the whole, if parts of it can go too.
const PIECES: usize = 64;

/// Cuts the whole tree into pieces that can go, none heavier than one part in 64, and asks the list algorithm about
/// all of them as one list, as long as each time half of the text goes.
///
/// The pieces lie side by side and cover all that can go at all, so if few things matter, half of the text goes at the
/// first tests, whatever it is made of: as it does where a text is cut into lines, but every candidate follows the
/// grammar. Where all hangs together it ends after some 8 tests; without that end, a C program whose declarations hang
/// together took 1,382 tests instead of 540.
///
/// Going down by classes of weight from the start cost 81 tests on a page of 61 kB of which one tag matters: nodes of
/// one weight are few there, and most of the page is none of them.
pub(crate) fn survey(work: &mut Work<'_, '_>) -> Result<bool, Stop> {
    let mut changed = false;
    while work.tree().len() >= LARGE {
        let size = work.size();
        let pieces = pieces(work.tree(), size / PIECES, &|id| work.may_go(id));
        changed |= work.thin_at_once(pieces)?.is_some();
        if work.size() > size / 2 {
            break;
        }
    }
    Ok(changed)
}

/// The topmost nodes that may go and weigh no more than `most`, or that hold nothing else that may go.
fn pieces(tree: &Tree, most: usize, may_go: &dyn Fn(NodeId) -> bool) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    // From the end, so what lies below a node is known when it comes up.
    for id in tree.ids().rev().filter(|id| may_go(*id)) {
        let within = |below: &mut NodeId| tree.is_within(*below, id);
        if tree.node(id).len() <= most {
            while found.pop_if(within).is_some() {}
            found.push(id);
        } else if found.last().is_none_or(|below| !tree.is_within(*below, id)) {
            found.push(id);
        }
    }
    found.reverse();
    found
}
