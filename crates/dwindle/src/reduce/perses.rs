//! Perses: a queue of nodes, largest first; lists are thinned out, and other nodes replaced by smaller compatible ones.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::replacements::replacements;
use super::work::Work;
use crate::search::Stop;
use crate::space::Moved;
use crate::tree::{NodeId, Role, Shape, Tree};

/// Syntax-guided reduction with a priority queue, to a fixed point.
///
/// # Source
/// C. Sun, Y. Li, Q. Zhang, T. Gu, Z. Su: "Perses: Syntax-Guided Program Reduction", ICSE 2018, algorithms 1 to 3:
///
/// ```text
/// queue = [root], the node with the most tokens first
/// while queue: node = pop
///     list:      the list algorithm on its elements
///     otherwise: nothing, if it may go; else the first of its descendants that may stand in its place and
///                fails, the shortest first
///     push what is left below it
/// again, on a new parse, until nothing gets shorter
/// ```
///
/// Order of the queue after Pardis (G. Gharachorlu, N. Sumner, FASE 2019): a list counts as much as its heaviest
/// element, so a large statement in a small list comes early, and a list of many small things does not come before
/// it. Differences: no limit of four levels but the implementation's five; the shortest text of a place is a
/// replacement too; the elements of a list below may stand for an element of a list.
///
/// # Guarantee
/// 1-tree-minimal if the list algorithm ends 1-minimal: no node that may go can go alone, and none can become
/// one of its candidates. (The last round of the fixed point has tested it all.)
///
/// # Cost
/// For each node left some tests for its candidates, at most a hundred, and those of the list algorithm.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn perses(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    loop {
        let size = work.size();
        pass(work)?;
        if work.size() >= size {
            return Ok(());
        }
        work.reparse();
    }
}

fn pass(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    let mut queue = Queue::new(work.tree());
    while let Some(id) = queue.pop() {
        let node = work.tree().node(id);
        let mut left = Some(id);
        if (node.is_list() || node.shape() == Shape::Unparsed)
            && let Some(moved) = work.thin(work.below(&[id]))?
        {
            left = queue.follow(&moved, work.tree(), id);
        }
        if matches!(node.role(), Role::Optional | Role::Extra)
            && let Some(now) = left
            && let Some(moved) = work.thin([now])?
        {
            left = queue.follow(&moved, work.tree(), now);
        }
        if let Some(now) = left {
            let candidates = replacements(work, now);
            if let Some(moved) = work.replace(now, candidates)? {
                left = queue.follow(&moved, work.tree(), now);
                // What stands here now has its own turn.
                queue.extend(work.tree(), left);
                continue;
            }
        }
        if let Some(now) = left {
            queue.extend(work.tree(), work.tree().children(now));
        }
    }
    Ok(())
}

/// Nodes that wait, the heaviest first, of equally heavy ones the first in the text.
struct Queue {
    heap: BinaryHeap<(usize, Reverse<NodeId>)>,
}

impl Queue {
    fn new(tree: &Tree) -> Self {
        let mut queue = Self { heap: BinaryHeap::new() };
        queue.extend(tree, [NodeId::ROOT]);
        queue
    }

    fn extend(&mut self, tree: &Tree, nodes: impl IntoIterator<Item = NodeId>) {
        self.heap.extend(nodes.into_iter().map(|id| (weight(tree, id), Reverse(id))));
    }

    fn pop(&mut self) -> Option<NodeId> {
        self.heap.pop().map(|(_, Reverse(id))| id)
    }

    /// Follows all nodes to where they are now; gives where `id` is.
    fn follow(&mut self, moved: &Moved, tree: &Tree, id: NodeId) -> Option<NodeId> {
        let waiting = std::mem::take(&mut self.heap);
        self.extend(tree, waiting.into_iter().filter_map(|(_, Reverse(id))| moved.find(id)));
        moved.find(id)
    }
}

/// Bytes of a node; of a list those of its heaviest element.
fn weight(tree: &Tree, id: NodeId) -> usize {
    let node = tree.node(id);
    if node.is_list() {
        tree.children(id).map(|child| tree.node(child).len()).max().unwrap_or(0)
    } else {
        node.len()
    }
}
