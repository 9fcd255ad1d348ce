//! Values of a program: nested lists, mappings, records, texts and numbers, as nodes that refer to each other.
//!
//! A value is made by whoever knows the objects, such as a binding to another language, and knows of them only what they
//! hold. An object that is held twice is one node, and nodes may hold each other in circles, so that what is rebuilt
//! shares what the original shared.
//!
//! [`edit`] says what may become of a value, [`ValueSpace`] puts edits to a test, and
//! [`Reduction`] runs pass after pass until nothing gets smaller.

pub mod edit;
mod number;
mod passes;
mod reduction;
mod size;
mod space;

pub use edit::Edit;
pub use number::{Number, Toward};
pub use reduction::{Aim, Reduction};
pub use size::Size;
pub use space::{Edited, ValueSpace};

use std::collections::VecDeque;

/// A node: its place in its value.
pub type NodeId = u32;

/// A value: its nodes, and which of them is the whole.
#[derive(Clone, Debug)]
pub struct Value {
    nodes: Vec<Node>,
    root: NodeId,
    /// By node, its number in the value that was made first.
    origins: Vec<NodeId>,
}

/// One object of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is, as a number that the caller gives: where one node stands, another of the same kind may stand.
    pub kind: u32,
    /// What it holds.
    pub holds: Holds,
}

/// What an object holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Holds {
    /// Elements, each of which may go.
    Items(Vec<NodeId>),
    /// Keys with what they stand for; a pair goes as a whole.
    Entries(Vec<[NodeId; 2]>),
    /// Parts that all stay, such as the fields of a record.
    Fields(Vec<NodeId>),
    /// Code points, each of which may go. Not all are characters: half a surrogate pair is one too.
    Text(Vec<u32>),
    /// Bytes, each of which may go.
    Bytes(Vec<u8>),
    /// A number.
    Number(Number),
    /// Something that is left alone; the number tells one from the other.
    Other(u32),
}

impl Holds {
    /// How many parts may go one by one.
    pub const fn removable(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            Self::Entries(entries) => entries.len(),
            Self::Text(points) => points.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Fields(_) | Self::Number(_) | Self::Other(_) => 0,
        }
    }

    /// The nodes it holds, in order.
    pub fn children(&self) -> &[NodeId] {
        match self {
            Self::Items(nodes) | Self::Fields(nodes) => nodes,
            Self::Entries(entries) => entries.as_flattened(),
            _ => &[],
        }
    }

    /// The nodes it holds, to be renumbered.
    pub(crate) fn children_mut(&mut self) -> &mut [NodeId] {
        match self {
            Self::Items(nodes) | Self::Fields(nodes) => nodes,
            Self::Entries(entries) => entries.as_flattened_mut(),
            _ => &mut [],
        }
    }
}

/// Where nodes came from is no part of what a value is.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        (&self.nodes, self.root) == (&other.nodes, other.root)
    }
}

impl Value {
    /// The value whose whole is `root`; `None` where a node is named that is not there.
    pub fn new(nodes: Vec<Node>, root: NodeId) -> Option<Self> {
        let is_there = |node: &NodeId| (*node as usize) < nodes.len();
        let holds_what_is_there = |node: &Node| node.holds.children().iter().all(is_there);
        let is_whole = is_there(&root) && nodes.iter().all(holds_what_is_there);
        let origins = (0..).take(nodes.len()).collect();
        is_whole.then_some(Self { nodes, root, origins })
    }

    /// The number that a node had in the value that was [made](Self::new) first; a value after some edits has its own.
    pub fn origin(&self, node: NodeId) -> NodeId {
        self.origins[node as usize]
    }

    /// The whole.
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// A node.
    ///
    /// # Panics
    /// When it is none of this value.
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    /// How many nodes there are.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes; never.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes with the depth at which each is met first, the whole before its parts.
    pub fn by_depth(&self) -> Vec<(NodeId, usize)> {
        let mut is_met = vec![false; self.nodes.len()];
        is_met[self.root as usize] = true;
        let mut left = VecDeque::from([(self.root, 0)]);
        let mut found = Vec::with_capacity(self.nodes.len());
        while let Some((node, depth)) = left.pop_front() {
            found.push((node, depth));
            for &child in self.node(node).holds.children() {
                if !std::mem::replace(&mut is_met[child as usize], true) {
                    left.push_back((child, depth + 1));
                }
            }
        }
        found
    }
}
