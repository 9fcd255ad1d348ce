//! What tree-sitter makes of a text, as one flat array.
//!
//! Its own tree takes several times the memory, so it is written down once, small, and dropped before anything else
//! is made.

use dwindle::grammar::Symbol;
use tree_sitter::{Language, Node, Parser, Tree};

use super::normal::Syntax;

/// A node of a parser's tree; 14 bytes, as there is one for every few bytes of a text.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed(2))]
pub(super) struct RawNode {
    pub(super) start: u32,
    pub(super) stop: u32,
    /// The number of the first node after its subtree, in preorder.
    pub(super) end: u32,
    /// The number of its symbol, and above that its kind.
    tagged: u16,
}

/// From here on a number of a symbol would leave no room for a kind. No grammar comes near.
const MOST_SYMBOLS: usize = 1 << 14;

impl RawNode {
    pub(super) fn symbol(self) -> Symbol {
        Symbol::new(usize::from(self.tagged) % MOST_SYMBOLS)
    }

    pub(super) fn kind(self) -> Kind {
        [Kind::Named, Kind::Nameless, Kind::Extra, Kind::Error][usize::from(self.tagged) / MOST_SYMBOLS]
    }
}

/// What the parser thinks of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A part of its parent with a name of its own.
    Named,
    /// A part of its parent that has only its text.
    Nameless,
    /// Something that may stand anywhere, such as a comment.
    Extra,
    /// A region of which the parser makes no sense.
    Error,
}

/// All nodes in preorder; none when there is no tree at all.
pub(super) fn read(text: &[u8], language: &Language, syntax: &Syntax, symbols: &[Symbol]) -> Vec<RawNode> {
    let mut parser = Parser::new();
    if parser.set_language(language).is_err() {
        return Vec::new();
    }
    let Some(tree) = parser.parse(text, None) else { return Vec::new() };
    drop(parser);
    let count = tree.root_node().descendant_count();
    let stream = flatten(&tree, syntax, symbols);
    drop(tree);
    unfold(&stream, count)
}

/// How many regions of the text the parser makes no sense of, and tokens it misses.
pub(super) fn errors(text: &[u8], language: &Language) -> usize {
    let mut parser = Parser::new();
    let Some(tree) = parser.set_language(language).ok().and_then(|()| parser.parse(text, None)) else {
        return 1;
    };
    let (mut cursor, mut errors) = (tree.walk(), 0);
    loop {
        let node = cursor.node();
        errors += usize::from(node.is_error() || node.is_missing());
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return errors;
            }
        }
    }
}

/// The symbols of a language's kinds of nodes, by number.
pub(super) fn symbols(language: &Language, syntax: &Syntax) -> Vec<Symbol> {
    let kinds = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    let symbol = |kind| {
        let name = language.node_kind_for_id(kind)?;
        syntax.symbol(name, language.node_kind_is_named(kind))
    };
    (0..kinds).map(|kind| symbol(kind).unwrap_or(syntax.unparsed)).collect()
}

/// All nodes of a tree in preorder, written small: the levels left since the node before, how much later the node
/// starts than that one, its length, and its symbol with its kind.
fn flatten(tree: &Tree, syntax: &Syntax, symbols: &[Symbol]) -> Vec<u8> {
    let mut stream = Vec::new();
    let mut cursor = tree.walk();
    // Of each node above, where its next child can begin, and where the node ends.
    let mut above: Vec<(u32, u32)> = Vec::new();
    let (mut left, mut last) = (0, 0);
    loop {
        let limits = above.last().copied().unwrap_or((0, u32::MAX));
        let (start, stop, tagged) = raw(cursor.node(), limits, syntax, symbols);
        if let Some((from, _)) = above.last_mut() {
            *from = stop;
        }
        for value in [left, start - last, stop - start] {
            write_small(value, &mut stream);
        }
        stream.extend(tagged.to_le_bytes());
        last = start;
        if cursor.goto_first_child() {
            above.push((start, stop));
            left = 0;
            continue;
        }
        left = 1;
        while !cursor.goto_next_sibling() {
            if above.pop().is_none() {
                return stream;
            }
            cursor.goto_parent();
            left += 1;
        }
    }
}

/// Place, symbol and kind of a node, kept within `limits`.
fn raw(node: Node<'_>, limits: (u32, u32), syntax: &Syntax, symbols: &[Symbol]) -> (u32, u32, u16) {
    let start = number(node.start_byte()).clamp(limits.0, limits.1);
    let stop = number(node.end_byte()).clamp(start, limits.1);
    let kind = if node.is_error() {
        Kind::Error
    } else if node.is_extra() {
        Kind::Extra
    } else if node.is_named() {
        Kind::Named
    } else {
        Kind::Nameless
    };
    let symbol = symbols.get(usize::from(node.kind_id())).copied().unwrap_or(syntax.unparsed);
    let number = symbol.index() + MOST_SYMBOLS * kind as usize;
    (start, stop, u16::try_from(number).expect("a grammar has fewer than 16,384 symbols"))
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn write_small(mut value: u32, out: &mut Vec<u8>) {
    loop {
        let low = value.to_le_bytes()[0] & 0x7f;
        value >>= 7;
        if value == 0 {
            return out.push(low);
        }
        out.push(low | 0x80);
    }
}

fn read_small(from: &mut &[u8]) -> Option<u32> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        value |= u32::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Some(value);
        }
        shift += 7;
    }
}

/// The nodes that were written small.
fn unfold(mut stream: &[u8], count: usize) -> Vec<RawNode> {
    let mut nodes: Vec<RawNode> = Vec::with_capacity(count);
    let mut above: Vec<usize> = Vec::new();
    let mut last = 0;
    while let Some(left) = read_small(&mut stream) {
        let mut next = || read_small(&mut stream).expect("what was begun is whole");
        let (start, len) = (last + next(), next());
        let (tagged, rest) = stream.split_first_chunk().expect("what was begun is whole");
        stream = rest;
        last = start;
        for node in above.drain(above.len() - left as usize..) {
            nodes[node].end = number(nodes.len());
        }
        above.push(nodes.len());
        nodes.push(RawNode { start, stop: start + len, end: 0, tagged: u16::from_le_bytes(*tagged) });
    }
    let count = number(nodes.len());
    for node in above {
        nodes[node].end = count;
    }
    nodes
}

fn number(at: usize) -> u32 {
    u32::try_from(at).expect("a text has less than 4 GiB")
}
