//! What tree-sitter makes of a text, as one flat array.
//!
//! Its own tree takes several times the memory, so it is read once and dropped before anything else is made.

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
    flatten(&tree, syntax, symbols)
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

fn flatten(tree: &Tree, syntax: &Syntax, symbols: &[Symbol]) -> Vec<RawNode> {
    let mut nodes: Vec<RawNode> = Vec::with_capacity(tree.root_node().descendant_count());
    let mut cursor = tree.walk();
    // The number of each node above, and where the next node below it can begin.
    let mut above: Vec<(usize, u32)> = Vec::new();
    loop {
        let limits = above.last().map_or((0, u32::MAX), |(parent, from)| (*from, nodes[*parent].stop));
        let node = raw(cursor.node(), limits, syntax, symbols);
        if let Some((_, from)) = above.last_mut() {
            *from = node.stop;
        }
        let here = nodes.len();
        nodes.push(node);
        if cursor.goto_first_child() {
            above.push((here, node.start));
            continue;
        }
        nodes[here].end = number(here + 1);
        while !cursor.goto_next_sibling() {
            let Some((parent, _)) = above.pop() else { return nodes };
            nodes[parent].end = number(nodes.len());
            cursor.goto_parent();
        }
    }
}

/// A node, kept within `limits`.
fn raw(node: Node<'_>, limits: (u32, u32), syntax: &Syntax, symbols: &[Symbol]) -> RawNode {
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
    let tagged = u16::try_from(number).expect("a grammar has fewer than 16,384 symbols");
    RawNode { start, stop, end: 0, tagged }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).expect("a text has less than 4 GiB")
}
