//! What tree-sitter makes of a text, as one flat array.
//!
//! Its own tree takes several times the memory, so it is dropped before anything else is made.

use std::ops::Range;

use dwindle::grammar::Symbol;
use tree_sitter::{Language, Node, Parser, QueryCursor, Tree};

use super::normal::Syntax;
use super::windows::Window;

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

/// What begins deeper in a tree is not looked for by queries: each node is looked at with all matches that have begun around it, so without a bound that takes
/// time in the square of the depth. 30,000 blocks in each other in Rust took 21 s, 100,000 over a minute.
///
/// Programs that people write are less deep, but for long chains of operators: in those it is found once they are shorter.
const DEEPEST: u32 = 256;

/// What runs queries on trees.
pub(super) fn cursor() -> QueryCursor {
    let mut cursor = QueryCursor::new();
    cursor.set_max_start_depth(Some(DEEPEST));
    cursor
}

/// From here on a number of a symbol would leave no room for a kind. No grammar comes near.
const MOST_SYMBOLS: usize = 1 << 14;

impl RawNode {
    /// A node of these bytes; where its subtree ends is not known yet.
    pub(super) fn new(span: Range<usize>, symbol: Symbol, kind: Kind) -> Self {
        let tagged = u16::try_from(symbol.index() + MOST_SYMBOLS * kind as usize);
        let tagged = tagged.expect("a grammar has fewer than 16,384 symbols");
        Self { start: number(span.start), stop: number(span.end), end: 0, tagged }
    }

    /// Its subtree ends before the node of this number.
    pub(super) fn end_at(&mut self, next: usize) {
        self.end = number(next);
    }

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

/// What the parser makes of a text; nothing where it gives up.
pub(super) fn tree(text: &[u8], language: &Language) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    parser.parse(text, None)
}

/// Goes over a node and all that is below it in the order of the text; into those alone of which `into` says so.
pub(super) fn walk<'t>(top: Node<'t>, mut into: impl FnMut(Node<'t>) -> bool) {
    let mut cursor = top.walk();
    loop {
        if into(cursor.node()) && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// How many regions of the text the parser makes no sense of, and tokens it misses.
pub(super) fn errors(text: &[u8], language: &Language) -> usize {
    let Some(tree) = tree(text, language) else { return 1 };
    let mut errors = 0;
    walk(tree.root_node(), |node| {
        errors += usize::from(node.is_error() || node.is_missing());
        node.has_error()
    });
    errors
}

/// The tokens that the parser misses in the text: where each would stand, the number of its kind, and its text where it has but one.
pub(super) fn missing<'l>(text: &[u8], language: &'l Language) -> Vec<(usize, u16, Option<&'l str>)> {
    let Some(tree) = tree(text, language) else { return Vec::new() };
    let mut missing = Vec::new();
    walk(tree.root_node(), |node| {
        if node.is_missing() {
            let text = if node.is_named() { None } else { language.node_kind_for_id(node.kind_id()) };
            missing.push((node.start_byte(), node.kind_id(), text));
        }
        node.has_error()
    });
    missing
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

/// The root of a window and the parts that are taken of it with all that is below them, in preorder, as if the text began there.
pub(super) fn nodes(window: &Window<'_>, syntax: &Syntax, symbols: &[Symbol]) -> Vec<RawNode> {
    let (origin, all) = (number(window.from), Vec::new());
    let mut nodes = Nodes { syntax, symbols, origin, all };
    let root = nodes.raw(window.root, 0, u32::MAX);
    nodes.all.push(root);
    let mut stop = root.start;
    for part in &window.parts {
        stop = nodes.part(*part, stop);
    }
    nodes.all
}

/// The nodes of a whole text from those of its windows, each with where it begins: one root, and the parts of all.
pub(super) fn joined(windows: &[(usize, &[RawNode])]) -> Vec<RawNode> {
    let mut all: Vec<RawNode> = Vec::new();
    let mut stop = 0;
    for (from, nodes) in windows {
        let (from, (root, parts)) = (number(*from), nodes.split_first().expect("a root"));
        if all.is_empty() {
            all.push(*root);
        }
        // The root of a window counts in its own numbers, but not here.
        let before = number(all.len() - 1);
        let moved = |node: &RawNode| RawNode {
            start: node.start + from,
            stop: node.stop + from,
            end: node.end + before,
            ..*node
        };
        all.extend(parts.iter().map(moved));
        stop = root.stop + from;
    }
    let (end, last) = (number(all.len()), all.iter().skip(1).map(|node| node.stop).max());
    if let Some(root) = all.first_mut() {
        (root.stop, root.end) = (stop.max(last.unwrap_or_default()), end);
    }
    all
}

/// Nodes in preorder.
#[derive(Debug)]
struct Nodes<'a> {
    syntax: &'a Syntax,
    /// The symbols of the parser's kinds of nodes, by number.
    symbols: &'a [Symbol],
    /// Where the window begins.
    origin: u32,
    all: Vec<RawNode>,
}

impl Nodes<'_> {
    /// Takes a part, which cannot begin before `from`, with all that is below it; gives where it ends.
    fn part(&mut self, part: Node<'_>, from: u32) -> u32 {
        let mut cursor = part.walk();
        // Of each node above, its number, where its next child can begin, and where the node ends.
        let mut above = vec![(0, from, u32::MAX)];
        while let Some((_, from, to)) = above.last_mut() {
            let node = self.raw(cursor.node(), *from, *to);
            *from = node.stop;
            above.push((self.all.len(), node.start, node.stop));
            self.all.push(node);
            if cursor.goto_first_child() {
                continue;
            }
            while let Some((done, ..)) = above.pop() {
                self.all[done].end = number(self.all.len());
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return above[0].1;
                }
            }
        }
        from
    }

    /// A node as it is written down, kept within limits; where its subtree ends is not known yet.
    fn raw(&self, node: Node<'_>, from: u32, to: u32) -> RawNode {
        let place = |at: usize| number(at).saturating_sub(self.origin);
        let start = place(node.start_byte()).clamp(from, to);
        let stop = place(node.end_byte()).clamp(start, to);
        let kind = if node.is_error() {
            Kind::Error
        } else if node.is_extra() {
            Kind::Extra
        } else if node.is_named() {
            Kind::Named
        } else {
            Kind::Nameless
        };
        let symbol = self.symbols.get(usize::from(node.kind_id())).copied().unwrap_or(self.syntax.unparsed);
        RawNode::new(start as usize..stop as usize, symbol, kind)
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).expect("a text has less than 4 GiB")
}
