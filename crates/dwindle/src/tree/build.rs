//! Building trees from left to right.

use std::sync::Arc;

use super::protect::Protect;
use super::{Node, NodeId, Role, Shape, Tree};
use crate::Text;
use crate::grammar::{Grammar, Symbol};

/// Builds a [`Tree`] by opening and closing nodes in the order of the text.
///
/// ```
/// use std::sync::Arc;
/// use dwindle::grammar::{GrammarBuilder, Rule, Spacing};
/// use dwindle::Text;
/// use dwindle::tree::{Role, Shape, TreeBuilder};
///
/// let mut grammar = GrammarBuilder::default();
/// let (pair, letter) = (grammar.declare("pair", true).unwrap(), grammar.declare("a", false).unwrap());
/// grammar.define(pair, Rule::Regular(vec![vec![letter, letter]]));
/// grammar.define(letter, Rule::Text(b"a".as_slice().into()));
/// let grammar = Arc::new(grammar.finish("example", pair, Spacing::Exact));
///
/// let mut tree = TreeBuilder::new(Text::new(b"aa".to_vec()).unwrap(), grammar);
/// tree.open(pair, pair, Shape::Regular, Role::Needed, 0);
/// tree.leaf(letter, letter, Role::Needed, 0..1);
/// tree.leaf(letter, letter, Role::Needed, 1..2);
/// tree.close(2);
/// assert_eq!(tree.finish().len(), 3);
/// ```
#[derive(Debug)]
pub struct TreeBuilder {
    text: Text,
    grammar: Arc<Grammar>,
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl TreeBuilder {
    /// A builder of a tree of `text`.
    pub const fn new(text: Text, grammar: Arc<Grammar>) -> Self {
        Self { text, grammar, nodes: Vec::new(), open: Vec::new() }
    }

    /// Begins a node at the byte `start`, inside of the one that was begun last and not ended.
    pub fn open(&mut self, symbol: Symbol, place: Symbol, shape: Shape, role: Role, start: usize) -> NodeId {
        let id = NodeId::at(self.nodes.len());
        let start = offset(start);
        let parent = self.open.last().copied().unwrap_or(0);
        self.nodes.push(Node { parent, end: 0, start, stop: start, symbol, place, shape, role });
        self.open.push(id.0);
        id
    }

    /// Ends the node begun last, before the byte `stop`.
    ///
    /// # Panics
    /// When no node is open.
    pub fn close(&mut self, stop: usize) {
        let id = self.open.pop().expect("a node is closed once");
        let end = NodeId::at(self.nodes.len()).0;
        let node = &mut self.nodes[id as usize];
        node.end = end;
        node.stop = offset(stop);
    }

    /// A token.
    pub fn leaf(
        &mut self,
        symbol: Symbol,
        place: Symbol,
        role: Role,
        span: std::ops::Range<usize>,
    ) -> NodeId {
        let id = self.open(symbol, place, Shape::Token, role, span.start);
        self.close(span.end);
        id
    }

    /// The tree.
    ///
    /// # Panics
    /// When a node is still open, when there is no single root, or when spans of nodes overlap or leave their
    /// parent's: a parser's mistake, never that of an input.
    pub fn finish(mut self) -> Tree {
        assert!(self.open.is_empty(), "every node was closed");
        assert!(self.nodes.first().is_some_and(|root| root.end as usize == self.nodes.len()), "one root");
        // The root has the whole text, whatever the parser left out at its ends.
        self.nodes[0].start = 0;
        self.nodes[0].stop = offset(self.text.bytes().len());
        let tree =
            Tree { text: self.text, nodes: self.nodes, grammar: self.grammar, protect: Protect::default() };
        tree.assert_spans();
        tree
    }
}

/// A place in a text.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("a text has less than 4 GiB")
}

impl Tree {
    /// Every node lies in its parent, and after the nodes before it there.
    pub(crate) fn assert_spans(&self) {
        // What comes next must not start before this, for each node: the end of its last child so far.
        let mut from: Vec<u32> = self.nodes.iter().map(|node| node.start).collect();
        for (at, node) in self.nodes.iter().enumerate().skip(1) {
            let parent = node.parent as usize;
            let fits =
                from[parent] <= node.start && node.start <= node.stop && node.stop <= self.nodes[parent].stop;
            assert!(fits, "node {at} leaves its parent or overlaps its neighbour");
            from[parent] = node.stop;
        }
    }
}
