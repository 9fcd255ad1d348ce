//! Syntax trees over a text, with what the grammar says of each node.
//!
//! A tree is one array of nodes in preorder (parents before their children, children from left to right), 24 bytes
//! a node, so that trees of millions of nodes fit and nothing recurses. Bytes between the children of a node are
//! its own: white space, and tokens that a parser does not list. Keeping all nodes gives the text back byte for
//! byte, whatever the parser made of it.

mod build;
mod pieces;
mod protect;
mod squeeze;

pub use build::TreeBuilder;
pub(crate) use build::offset;
pub use pieces::Piece;
pub(crate) use pieces::Stretch;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::Text;
use crate::flow::Flow;
use crate::grammar::{Grammar, Rule, Symbol, would_merge};
use crate::outline::Marked;
use crate::rewrite::{Edit, Rewrite};
use protect::Protect;

/// A node of a tree: its number in preorder. The root is number 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// Its number in preorder.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The one before it in preorder: its parent, or the last of what lies below the sibling before it.
    pub(crate) fn before(self) -> Option<Self> {
        self.0.checked_sub(1).map(Self)
    }

    pub(crate) const fn numbered(number: u32) -> Self {
        Self(number)
    }

    pub(crate) const fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn at(index: usize) -> Self {
        Self(u32::try_from(index).expect("a tree has at most u32::MAX nodes"))
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// What a node is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Its text only; no children.
    Token,
    /// The parts of one alternative of its symbol's rule.
    Regular,
    /// Elements, and separators where the grammar has them; there may be none.
    Star,
    /// The same; there is at least one element.
    Plus,
    /// Whatever lies in a region of which the parser made no sense.
    Unparsed,
}

impl Shape {
    /// The shape of a node that is made by a rule.
    pub const fn of(rule: &Rule) -> Self {
        match rule {
            Rule::Regular(_) | Rule::Optional(_) => Self::Regular,
            Rule::List(list) if list.at_least_one => Self::Plus,
            Rule::List(_) => Self::Star,
            Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => Self::Token,
        }
    }
}

/// What a node is to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Its alternative has it: it can be replaced, but not go.
    Needed,
    /// It may go.
    Optional,
    /// An element of a list.
    Element,
    /// What stands between two elements of a list; goes with the one after it, or before it at the front.
    Separator,
    /// A comment or the like, which the grammar allows anywhere: it may go.
    Extra,
    /// Lies in an unparsed region, or where the parser knows nothing better: it may go, as far as we know.
    Loose,
}

/// One node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub(crate) parent: u32,
    pub(crate) end: u32,
    pub(crate) start: u32,
    pub(crate) stop: u32,
    pub(crate) symbol: Symbol,
    pub(crate) place: Symbol,
    pub(crate) shape: Shape,
    pub(crate) role: Role,
}

impl Node {
    /// The symbol whose rule it follows.
    pub const fn symbol(self) -> Symbol {
        self.symbol
    }

    /// The symbol that the grammar asks for at its place: its own, or one that can become its own with nothing
    /// beside it. Any subtree whose symbol the grammar [accepts](Grammar::accepts) at this place may stand here.
    pub const fn place(self) -> Symbol {
        self.place
    }

    /// What it is made of.
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// What it is to its parent.
    pub const fn role(self) -> Role {
        self.role
    }

    /// Its bytes in the tree's text.
    pub const fn span(self) -> Range<usize> {
        self.start as usize..self.stop as usize
    }

    /// How many bytes it has.
    pub const fn len(self) -> usize {
        (self.stop - self.start) as usize
    }

    /// Whether it has no bytes at all.
    pub const fn is_empty(self) -> bool {
        self.stop == self.start
    }

    /// Whether it is a list.
    pub const fn is_list(self) -> bool {
        matches!(self.shape, Shape::Star | Shape::Plus)
    }

    /// Whether it is a list that was a recursion: no rule says so.
    pub(crate) fn is_flattened(self, grammar: &Grammar) -> bool {
        self.is_list() && !matches!(grammar.rule(self.symbol), Rule::List(_))
    }
}

/// A syntax tree over a text. Cheap to clone is only its text; made by [`TreeBuilder`], changed by
/// [`TreeSpace`](crate::space::TreeSpace) configurations.
#[derive(Clone)]
pub struct Tree {
    pub(crate) text: Text,
    pub(crate) nodes: Vec<Node>,
    pub(crate) grammar: Arc<Grammar>,
    pub(crate) protect: Protect,
}

impl Tree {
    /// The same tree with all matches of `pattern` protected, here and in all that is made of it: a candidate that
    /// loses one is passed over without a test.
    #[must_use]
    pub fn protecting(mut self, pattern: Option<&Regex>) -> Self {
        self.protect = Protect::new(pattern, &self.text);
        self
    }

    /// Whether there are protected bytes.
    pub(crate) const fn has_protected(&self) -> bool {
        !self.protect.is_empty()
    }

    /// The protected stretches that overlap `span`.
    pub(crate) fn protected_in(&self, span: &Range<usize>) -> &[Range<usize>] {
        self.protect.within(span)
    }

    /// The text that the tree is of.
    pub const fn text(&self) -> &Text {
        &self.text
    }

    /// The grammar that its symbols belong to.
    pub const fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }

    /// How many nodes there are; at least one.
    #[expect(clippy::len_without_is_empty, reason = "there is always a root")]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node of this number.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    /// The bytes of a node.
    pub fn bytes(&self, id: NodeId) -> &[u8] {
        &self.text.bytes()[self.node(id).span()]
    }

    /// The name of a node's symbol.
    pub fn name(&self, id: NodeId) -> &str {
        &self.grammar.definition(self.node(id).symbol).name
    }

    /// A node's parent; none for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| NodeId(self.nodes[id.index()].parent))
    }

    /// A node's children, from left to right.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { tree: self, next: id.0 + 1, end: self.nodes[id.index()].end }
    }

    /// A node that is no root and its siblings after it.
    pub(crate) fn siblings_from(&self, id: NodeId) -> Children<'_> {
        let parent = self.nodes[id.index()].parent as usize;
        Children { tree: self, next: id.0, end: self.nodes[parent].end }
    }

    /// All nodes in preorder.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::at)
    }

    /// A node and all below it, in preorder.
    pub fn subtree(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (id.index()..self.nodes[id.index()].end as usize).map(NodeId::at)
    }

    /// How many nodes a subtree has, its root included.
    pub fn subtree_len(&self, id: NodeId) -> usize {
        self.nodes[id.index()].end as usize - id.index()
    }

    /// Whether `below` is `above` or lies below it.
    pub fn is_within(&self, below: NodeId, above: NodeId) -> bool {
        above <= below && below.0 < self.nodes[above.index()].end
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut depths = vec![0usize; self.nodes.len()];
        for id in self.ids() {
            if let Some(parent) = self.parent(id) {
                depths[id.index()] = depths[parent.index()] + 1;
            }
            let node = self.node(id);
            let text = String::from_utf8_lossy(self.bytes(id));
            let indent = 2 * depths[id.index()];
            writeln!(f, "{:indent$}{} {:?} {:?} {text:?}", "", self.name(id), node.shape, node.role)?;
        }
        Ok(())
    }
}

/// What makes trees of texts.
pub trait Parse: Send + Sync {
    /// The tree of `text`, every rule of the grammar a node; none when no sense at all can be made of it.
    ///
    /// A parser that can makes a tree of what is only partly right, with [`Shape::Unparsed`] where it is not.
    fn parse(&self, text: &Text) -> Option<Tree>;

    /// The grammar that its trees belong to.
    fn grammar(&self) -> &Arc<Grammar>;

    /// Whether it makes a tree of every text, so that none has to be made to find out.
    fn reads_all(&self) -> bool {
        false
    }

    /// How many regions of `text` are not of the language, and parts that it misses: none when all of it is.
    ///
    /// Parsers that make no tree of anything wrong need not say how much is wrong.
    fn errors(&self, text: &Text) -> usize {
        usize::from(self.parse(text).is_none())
    }

    /// Short texts that are worth a try in a node's place and that the grammar cannot know: `pass`, `0`, `None`.
    fn constants(&self, tree: &Tree, id: NodeId) -> Vec<Vec<u8>> {
        let _ = (tree, id);
        Vec::new()
    }

    /// How many places of `text` do not fit together as far as types are known, such as a number where a truth value is asked
    /// for, or a name that nothing declares; none where nothing is known of types.
    ///
    /// Where it is known, [constants](Self::constants) are of the type of their place, and may be names that are known there.
    fn misfits(&self, text: &Text) -> Option<usize> {
        let _ = text;
        None
    }

    /// Whether two tokens would become another one if nothing stood between them.
    fn would_merge(&self, before: &[u8], after: &[u8]) -> bool {
        would_merge(before, after)
    }

    /// Whether blanks only separate tokens, so that texts that differ in nothing else mean the same; but for line ends, which may
    /// separate more.
    fn has_free_blanks(&self) -> bool {
        false
    }

    /// What `text` declares, names and can do without, for an [outline](crate::outline::Outline); nothing where no more
    /// than the syntax is known of the language.
    fn marks(&self, text: &Text) -> Vec<Marked> {
        let _ = text;
        Vec::new()
    }

    /// Edits that give names to what `text` numbers in its order, and leave comments and indentation out; nothing where nothing
    /// is numbered so.
    fn names_for_numbers(&self, text: &Text) -> Vec<Edit> {
        let _ = text;
        Vec::new()
    }

    /// The number of `text` that says how many there are of something below it, as it has to be; none where the text has no such
    /// number, or the language none.
    ///
    /// Candidates are made with it as long as the number is right in what is reduced: a reader that is strict would reject all others.
    fn count(&self, text: &[u8]) -> Option<Edit> {
        let _ = text;
        None
    }

    /// The control flow of each body of `text` in which something jumps, in order; nothing where that is not known of the language.
    fn flows(&self, text: &Text) -> Vec<Flow> {
        let _ = text;
        Vec::new()
    }

    /// What lines begin with that take other sources in, where these cost most of what a test costs: `#include`.
    fn include_words(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Rules of [`rewrites`](Self::rewrites) that are worth asking about before single nodes are, in this order.
    fn early_rules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Edits that make `text` shorter and a program much the same, those of one rule behind each other; nothing where no
    /// more than the syntax is known of the language.
    fn rewrites(&self, text: &Text) -> Vec<Rewrite> {
        let _ = text;
        Vec::new()
    }
}

impl fmt::Debug for dyn Parse + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parser of {}", self.grammar().name())
    }
}

/// The children of a node, from left to right.
#[derive(Clone, Debug)]
pub struct Children<'t> {
    tree: &'t Tree,
    next: u32,
    pub(crate) end: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        (self.next < self.end).then(|| {
            let here = NodeId(self.next);
            self.next = self.tree.nodes[here.index()].end;
            here
        })
    }
}
