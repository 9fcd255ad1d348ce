//! Where lines begin, and how far they are indented.

use dwindle::grammar::Rule;
use dwindle::tree::{NodeId, Role, Shape, Tree};

use super::pieces::{Pieces, outer};

/// A list with commas stays on one line if it is no longer than this, brackets included.
const WIDTH: usize = 72;

/// The lines of a layout.
pub(super) struct Lines {
    /// Whether a line begins at each piece, and whether it does between the outermost elements.
    begins: Vec<Option<Where>>,
    /// How deep each piece is indented.
    depth: Vec<usize>,
}

/// Where a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Outermost,
    Inside,
}

/// What stands between a pair of brackets.
struct Region {
    /// The first piece inside.
    first: usize,
    /// The closing bracket.
    close: usize,
    items: Vec<NodeId>,
}

impl Lines {
    /// The lines of the text that `tree` is of.
    pub(super) fn of(tree: &Tree, pieces: &Pieces<'_>) -> Self {
        let mut lines = Self { begins: vec![None; pieces.len()], depth: Vec::new() };
        let mut deeper = vec![0_isize; pieces.len() + 1];
        let widths = widths(pieces);
        let open: Vec<NodeId> = outer(tree).filter(|(_, opaque)| !opaque).map(|(id, _)| id).collect();
        // Whether a node holds a block: then the brackets around it are not broken as well.
        let mut holds_block = vec![false; tree.len()];
        for id in open.into_iter().rev() {
            for region in regions(tree, pieces, id) {
                let (from, to) = (region.first - 1, region.close);
                let block = region.is_block(tree, id);
                let long = widths[to + 1] - widths[from] > WIDTH;
                let holds = holds_block[id.index()];
                let comma = region.items.len() > 1
                    && if region.braces(tree) { long || holds } else { long && !holds };
                if !block && !comma {
                    continue;
                }
                holds_block[id.index()] |= block;
                deeper[region.first] += 1;
                deeper[to] -= 1;
                for item in &region.items {
                    lines.begin(pieces.at(tree.node(*item).span().start), Where::Inside);
                }
                lines.begin(region.first, Where::Inside);
                lines.begin(to, Where::Inside);
            }
            if let Some(parent) = tree.parent(id) {
                holds_block[parent.index()] |= holds_block[id.index()];
            }
        }
        for item in items(tree, tree.children(NodeId::ROOT), tree.node(NodeId::ROOT).is_list()) {
            let at = pieces.at(tree.node(item).span().start);
            if at > 0 {
                lines.begin(at, Where::Outermost);
            }
        }
        let mut depth = 0;
        for change in &deeper[..pieces.len()] {
            depth += change;
            lines.depth.push(depth.unsigned_abs());
        }
        // In what a preprocessor has written, a directive begins its line.
        let directives = outer(tree).filter(|(id, _)| is_directive(tree.name(*id)));
        for at in directives.map(|(id, _)| pieces.at(tree.node(id).span().start)) {
            if let Some(depth) = lines.depth.get_mut(at) {
                *depth = 0;
            }
        }
        lines
    }

    /// Whether a line begins at a piece.
    pub(super) fn begins(&self, at: usize, inside: bool) -> bool {
        self.begins[at].is_some_and(|place| inside || place == Where::Outermost)
    }

    /// How deep a piece is indented where a line begins there.
    pub(super) fn depth(&self, at: usize) -> usize {
        self.depth[at]
    }

    fn begin(&mut self, at: usize, place: Where) {
        if let Some(begins) = self.begins.get_mut(at) {
            *begins = Some(place);
        }
    }
}

impl Region {
    /// Whether it is a sequence of statements, declarations or the like, and not a list with commas.
    fn is_block(&self, tree: &Tree, id: NodeId) -> bool {
        let name = tree.name(id);
        let grammar = tree.grammar();
        let separator = |list: NodeId| match grammar.rule(tree.node(list).symbol()) {
            Rule::List(list) => list.separator,
            _ => None,
        };
        let has_commas = self.items.iter().any(|&item| {
            let separator = tree.parent(item).and_then(separator);
            separator.is_some_and(|separator| grammar.shortest(separator) == Some(b","))
        });
        if has_commas || self.items.is_empty() {
            return false;
        }
        let is_listed = |item: &NodeId| {
            let list = tree.parent(*item).map(|list| tree.node(list));
            let ends = matches!(tree.bytes(*item).last(), Some(b';' | b'}' | b'\n'));
            list.is_some_and(dwindle::tree::Node::is_list) && ends
        };
        let named = ["block", "body", "compound", "declaration_list"].iter().any(|part| name.contains(part));
        (self.braces(tree) && (named || self.items.iter().any(is_listed))) || self.is_markup(tree)
    }

    fn braces(&self, tree: &Tree) -> bool {
        tree.text().bytes().get(self.open(tree)) == Some(&b'{')
    }

    fn is_markup(&self, tree: &Tree) -> bool {
        tree.text().bytes().get(self.open(tree)) == Some(&b'>')
            && self.items.iter().any(|&item| tree.bytes(item).starts_with(b"<"))
    }

    /// Where the last byte before the first item stands.
    fn open(&self, tree: &Tree) -> usize {
        let first = self.items.first().map_or(0, |&item| tree.node(item).span().start);
        tree.text().bytes()[..first].trim_ascii_end().len().saturating_sub(1)
    }
}

/// The pairs of brackets among the children of a node.
fn regions(tree: &Tree, pieces: &Pieces<'_>, id: NodeId) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut open: Option<NodeId> = None;
    let mut inside: Vec<NodeId> = Vec::new();
    for child in tree.children(id) {
        if opens(tree, child) {
            open = Some(child);
            inside.clear();
        } else if closes(tree, child)
            && let Some(open) = open.take()
        {
            let first = pieces.at(tree.node(open).span().end);
            let close = pieces.at(tree.node(child).span().start);
            let items = items(tree, inside.drain(..), false);
            if first > 0 && first < close && close < pieces.len() {
                regions.push(Region { first, close, items });
            }
        } else {
            inside.push(child);
        }
    }
    regions
}

/// Whether a node of this name is a line for a preprocessor, or begins one.
fn is_directive(name: &str) -> bool {
    name.starts_with("preproc_") || (name.starts_with('#') && name.len() > 1)
}

fn opens(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.bytes(id), b"{" | b"(" | b"[") || matches!(tree.name(id), "start_tag" | "STag")
}

fn closes(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.bytes(id), b"}" | b")" | b"]") || matches!(tree.name(id), "end_tag" | "ETag")
}

/// What gets a line of its own: the elements of lists, and what stands beside them.
fn items(tree: &Tree, nodes: impl Iterator<Item = NodeId>, are_elements: bool) -> Vec<NodeId> {
    let mut items = Vec::new();
    let mut left: Vec<(NodeId, bool)> = nodes.map(|id| (id, are_elements)).collect();
    left.reverse();
    while let Some((id, is_element)) = left.pop() {
        let node = tree.node(id);
        let is_made = !tree.grammar().definition(node.symbol()).named && node.shape() == Shape::Regular;
        if !is_element && (node.is_list() || is_made) {
            let children: Vec<NodeId> = tree.children(id).collect();
            left.extend(children.into_iter().rev().map(|child| (child, node.is_list())));
        } else if node.role() != Role::Separator && !tree.bytes(id).trim_ascii().is_empty() {
            items.push(id);
        }
    }
    // Punctuation ends the item before it.
    items.retain(|&id| !matches!(tree.bytes(id), b";" | b"," | b":"));
    items
}

/// The width of the text before each piece, were it all one line.
fn widths(pieces: &Pieces<'_>) -> Vec<usize> {
    let mut widths = vec![0];
    let mut sum = 0;
    for at in 0..pieces.len() {
        sum += pieces.bytes(at).len() + usize::from(!pieces.gap(at).is_empty());
        widths.push(sum);
    }
    widths
}
