//! A value with edits that may be made of it, as a space: a unit is an edit that is *not* made.
//!
//! The identity of a candidate is a hash of the value that comes out, so one pass knows the candidates of another.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use crate::space::Space;
use crate::value::edit::edited;
use crate::value::{Edit, Holds, Node, NodeId, Value};
use crate::{Candidate, Config, Id};

/// A value and edits of it, each of which makes it smaller.
///
/// To drop a unit is to make its edit, so a configuration with few units is a value that got much smaller. A candidate
/// is judged by whoever knows the objects: [`edited`](Self::edited) gives its nodes.
#[derive(Clone, Debug)]
pub struct ValueSpace {
    value: Arc<Value>,
    edits: Vec<Edit>,
    /// By node, where the list of its edits is in `lists`; 0 for none.
    list_of: Vec<u32>,
    lists: Vec<Vec<u32>>,
}

/// A value after some edits, node by node.
#[derive(Debug)]
pub struct Edited<'a> {
    space: &'a ValueSpace,
    is_made: Vec<bool>,
}

impl ValueSpace {
    /// The space of these edits, which stand in the order in which their parts stand in the value.
    pub fn new(value: Arc<Value>, edits: Vec<Edit>) -> Self {
        let mut list_of = vec![0; value.len()];
        let mut lists = vec![Vec::new()];
        for (unit, edit) in (0..).zip(&edits) {
            let list = &mut list_of[edit.node() as usize];
            if *list == 0 {
                *list = u32::try_from(lists.len()).expect("there are fewer than 2^32 nodes");
                lists.push(Vec::new());
            }
            lists[*list as usize].push(unit);
        }
        Self { value, edits, list_of, lists }
    }

    /// The value before any edit.
    pub const fn value(&self) -> &Arc<Value> {
        &self.value
    }

    /// The value after the edits whose units `config` drops.
    pub fn edited(&self, config: &Config) -> Edited<'_> {
        let mut is_made = vec![true; self.edits.len()];
        for run in config.runs() {
            is_made[run.start as usize..run.end as usize].fill(false);
        }
        Edited { space: self, is_made }
    }

    /// As a value of its own, without what can no longer be reached.
    pub fn bake(&self, config: &Config) -> Value {
        let edited = self.edited(config);
        let mut number = vec![u32::MAX; self.value.len()];
        let mut nodes: Vec<Node> = Vec::new();
        // First the nodes in the order in which they are met, then what they hold by their new numbers.
        let mut order = vec![edited.root()];
        number[edited.root() as usize] = 0;
        let mut at = 0;
        while let Some(&node) = order.get(at) {
            at += 1;
            let mut holds = edited.holds(node).into_owned();
            for child in holds.children_mut() {
                let there = edited.stands(*child);
                let next = u32::try_from(order.len()).expect("there are fewer than 2^32 nodes");
                let new = &mut number[there as usize];
                if *new == u32::MAX {
                    *new = next;
                    order.push(there);
                }
                *child = *new;
            }
            nodes.push(Node { kind: self.value.node(node).kind, holds });
        }
        let origins = order.into_iter().map(|node| self.value.origin(node)).collect();
        Value { origins, ..Value::new(nodes, 0).expect("what a value holds is there") }
    }
}

impl<'a> Edited<'a> {
    /// The whole.
    pub fn root(&self) -> NodeId {
        self.stands(self.space.value.root())
    }

    /// The node that stands where `node` stood.
    pub fn stands(&self, mut node: NodeId) -> NodeId {
        let hoisted = |edit| match edit {
            Edit::Hoist { by, .. } => Some(by),
            _ => None,
        };
        // What is put in its place lies deeper, so this comes to an end.
        while let Some(by) = self.made(node).find_map(hoisted) {
            node = by;
        }
        node
    }

    /// What it holds; what stands in the places of its children, [`stands`](Self::stands) says.
    pub fn holds(&self, node: NodeId) -> Cow<'a, Holds> {
        let holds = &self.space.value.node(node).holds;
        if self.made(node).next().is_none() {
            return Cow::Borrowed(holds);
        }
        Cow::Owned(edited(holds, self.made(node)))
    }

    /// What it is.
    pub fn kind(&self, node: NodeId) -> u32 {
        self.space.value.node(node).kind
    }

    /// What its number was at [first](Value::origin).
    pub fn origin(&self, node: NodeId) -> NodeId {
        self.space.value.origin(node)
    }

    /// How many nodes there were before the edits.
    pub fn nodes(&self) -> usize {
        self.space.value.len()
    }

    fn made(&self, node: NodeId) -> impl Iterator<Item = Edit> + '_ {
        let units = &self.space.lists[self.space.list_of[node as usize] as usize];
        units.iter().filter(|unit| self.is_made[**unit as usize]).map(|unit| self.space.edits[*unit as usize])
    }

    /// Words that say what the value is: the same for the same values, whichever edits of whichever made them.
    fn words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        let mut number = vec![0_u64; self.nodes()];
        let mut met = 0;
        let mut left = vec![self.root()];
        while let Some(node) = left.pop() {
            let node = self.stands(node);
            let before = &mut number[node as usize];
            if *before > 0 {
                words.extend([1, *before]);
                continue;
            }
            met += 1;
            *before = met;
            let holds = self.holds(node);
            let (tag, len) = match &*holds {
                Holds::Items(items) => (2, items.len()),
                Holds::Entries(entries) => (3, entries.len()),
                Holds::Fields(fields) => (4, fields.len()),
                Holds::Text(points) => (5, points.len()),
                Holds::Bytes(bytes) => (6, bytes.len()),
                Holds::Number(_) => (7, 0),
                Holds::Other(_) => (8, 0),
            };
            words.extend([u64::from(self.kind(node)) << 8 | tag, len as u64]);
            match &*holds {
                Holds::Text(points) => words.extend(
                    points
                        .chunks(2)
                        .map(|pair| pair.iter().fold(0, |word, point| word << 32 | u64::from(*point))),
                ),
                Holds::Bytes(bytes) => words.extend(
                    bytes
                        .chunks(8)
                        .map(|eight| eight.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))),
                ),
                Holds::Number(number) => words.extend(number.words()),
                Holds::Other(origin) => words.push(u64::from(*origin)),
                _ => left.extend(holds.children().iter().rev()),
            }
        }
        words
    }
}

impl Space for ValueSpace {
    fn units(&self) -> usize {
        self.edits.len()
    }

    /// Costs time in the size of the value, as making it does.
    fn id(&self, config: &Config) -> Id {
        Id::of_words(self.edited(config).words())
    }

    /// How many edits are not made.
    fn size(&self, config: &Config) -> u64 {
        config.len() as u64
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Units(config))
    }
}
