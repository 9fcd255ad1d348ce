//! What tree-sitter makes of a text, as one flat array.
//!
//! Its own tree takes several times the memory, so it is written down small, and dropped before anything else is made.

use dwindle::grammar::Symbol;
use tree_sitter::{Language, Node, Parser};

use super::normal::Syntax;

/// A node of a parser's tree; 14 bytes, as there is one for every few bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Nodes in preorder, written small: of each the levels left since the node before, how much later it starts than
/// that one, its length, and its symbol with its kind.
#[derive(Debug)]
pub(super) struct Nodes<'a> {
    syntax: &'a Syntax,
    /// The symbols of the parser's kinds of nodes, by number.
    symbols: &'a [Symbol],
    stream: Vec<u8>,
    count: usize,
    /// Where the last node starts, and one more than how many are above it.
    start: u32,
    depth: u32,
    /// Where the last child of the root ends.
    stop: u32,
}

impl<'a> Nodes<'a> {
    pub(super) const fn new(syntax: &'a Syntax, symbols: &'a [Symbol]) -> Self {
        Self { syntax, symbols, stream: Vec::new(), count: 0, start: 0, depth: 0, stop: 0 }
    }

    /// Takes the root, without its children.
    pub(super) fn root(&mut self, root: Node<'_>) {
        let (start, _, tagged) = raw(root, (0, u32::MAX), self.syntax, self.symbols);
        self.write(0, start, start, tagged);
        self.stop = start;
    }

    /// Takes the next child of the root with all that is below it.
    pub(super) fn child(&mut self, child: Node<'_>) {
        let mut cursor = child.walk();
        // Of each node above, where its next child can begin, and where the node ends.
        let mut above = vec![(self.stop, u32::MAX)];
        loop {
            let limits = above.last_mut().expect("the root is above all");
            let (start, stop, tagged) = raw(cursor.node(), *limits, self.syntax, self.symbols);
            limits.0 = stop;
            self.write(number(above.len()), start, stop, tagged);
            if cursor.goto_first_child() {
                above.push((start, stop));
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    self.stop = above[0].0;
                    return;
                }
                above.pop();
            }
        }
    }

    fn write(&mut self, depth: u32, start: u32, stop: u32, tagged: u16) {
        for value in [self.depth - depth, start - self.start, stop - start] {
            write_small(value, &mut self.stream);
        }
        self.stream.extend(tagged.to_le_bytes());
        (self.start, self.depth) = (start, depth + 1);
        self.count += 1;
    }

    /// All of them, where the root ends at `stop`.
    pub(super) fn finish(self, stop: usize) -> Vec<RawNode> {
        let mut nodes = unfold(&self.stream, self.count);
        if let Some(root) = nodes.first_mut() {
            root.stop = number(stop).max(self.stop);
        }
        nodes
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
