//! Which objects of a result are the caller's own: those in which nothing has changed.

use dwindle::value::{Edited, Holds, NodeId};

use crate::model::Model;

/// By node, whether the caller's own object can stand there: it is as it was, with all that it holds.
pub(crate) fn unchanged(model: &Model, edited: &Edited<'_>) -> Vec<bool> {
    let mut is_met = vec![false; edited.nodes()];
    let mut is_own = vec![false; edited.nodes()];
    let mut holders: Vec<Vec<NodeId>> = vec![Vec::new(); edited.nodes()];
    let (mut left, mut changed) = (vec![edited.root()], Vec::new());
    while let Some(node) = left.pop() {
        if std::mem::replace(&mut is_met[node as usize], true) {
            continue;
        }
        is_own[node as usize] = is_as_it_was(model, edited, node);
        if !is_own[node as usize] {
            changed.push(node);
        }
        for child in edited.holds(node).children() {
            let child = edited.stands(*child);
            holders[child as usize].push(node);
            left.push(child);
        }
    }
    // What holds something that has changed has changed, too.
    while let Some(node) = changed.pop() {
        for holder in std::mem::take(&mut holders[node as usize]) {
            if std::mem::replace(&mut is_own[holder as usize], false) {
                changed.push(holder);
            }
        }
    }
    is_own
}

/// Whether an object holds what it held, whatever has become of that.
fn is_as_it_was(model: &Model, edited: &Edited<'_>, node: NodeId) -> bool {
    let origin = edited.origin(node);
    let (now, before) = (edited.holds(node), model.holds(origin));
    let is_same = match (&*now, before) {
        (Holds::Items(_), Holds::Items(_))
        | (Holds::Entries(_), Holds::Entries(_))
        | (Holds::Fields(_), Holds::Fields(_)) => {
            let stands = now.children().iter().map(|child| edited.origin(edited.stands(*child)));
            stands.eq(before.children().iter().copied())
        }
        (now, before) => now == before,
    };
    is_same && model.own(origin).is_some()
}
