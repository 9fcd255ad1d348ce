//! Where the nodes of each symbol are, so that those below a node are a stretch of a list.

use crate::grammar::Symbol;
use crate::tree::{NodeId, Tree};

/// The nodes of each symbol: in preorder, or level by level where only one level counts.
pub(super) struct Index {
    nodes: Vec<Vec<NodeId>>,
    levels: Option<Levels>,
}

struct Levels {
    /// How many levels below a node the nodes lie that count.
    below: usize,
    of: Vec<usize>,
}

impl Index {
    /// An index of `tree` that finds nodes at any depth below a node, or at exactly this one.
    pub(super) fn new(tree: &Tree, depth: Option<usize>) -> Self {
        let mut nodes = vec![Vec::new(); tree.grammar().symbols().count()];
        let mut put = |id: NodeId| nodes[tree.node(id).symbol().index()].push(id);
        let Some(below) = depth else {
            tree.ids().for_each(put);
            return Self { nodes, levels: None };
        };
        let (mut of, mut by_level) = (vec![0; tree.len()], Vec::<Vec<NodeId>>::new());
        for id in tree.ids() {
            let level = tree.parent(id).map_or(0, |parent| of[parent.index()] + 1);
            of[id.index()] = level;
            if level == by_level.len() {
                by_level.push(Vec::new());
            }
            by_level[level].push(id);
        }
        by_level.into_iter().flatten().for_each(&mut put);
        Self { nodes, levels: Some(Levels { below, of }) }
    }

    /// The nodes of `symbol` below `node` that count, in preorder.
    pub(super) fn below(&self, tree: &Tree, node: NodeId, symbol: Symbol) -> &[NodeId] {
        let all = &self.nodes[symbol.index()];
        let (level, end) = (self.level_below(node), node.index() + tree.subtree_len(node));
        let place =
            |id: &NodeId| (self.levels.as_ref().map_or(0, |levels| levels.of[id.index()]), id.index());
        let from = all.partition_point(|id| place(id) < (level, node.index() + 1));
        let to = all.partition_point(|id| place(id) < (level, end));
        &all[from..to.max(from)]
    }

    /// Whether the children of nodes count.
    pub(super) fn has_children(&self) -> bool {
        self.levels.as_ref().is_none_or(|levels| levels.below == 1)
    }

    fn level_below(&self, node: NodeId) -> usize {
        self.levels.as_ref().map_or(0, |levels| levels.of[node.index()] + levels.below)
    }
}
