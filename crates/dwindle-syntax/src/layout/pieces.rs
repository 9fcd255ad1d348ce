//! A text as pieces that a layout never changes, and what stands between them.

use std::ops::Range;

use dwindle::tree::{NodeId, Shape, Tree};

/// The pieces of a text, in order. Between two of them there are only blanks.
pub(super) struct Pieces<'t> {
    text: &'t [u8],
    spans: Vec<Range<usize>>,
    /// Of each piece, whether it stands in a line that a `#` begins: a directive, or a comment in many languages.
    directive: Vec<bool>,
}

impl<'t> Pieces<'t> {
    /// The tokens of `tree`; literals, comments, directives and what the parser made no sense of are one piece each.
    pub(super) fn of(tree: &'t Tree) -> Self {
        Self::among(tree, outer(tree))
    }

    /// As [`Pieces::of`], with each token that the parser recognised where it made no sense of the rest; what it skipped there
    /// is one piece a line.
    pub(super) fn recognised(tree: &'t Tree) -> Self {
        Self::among(tree, inner(tree))
    }

    fn among(tree: &'t Tree, nodes: impl Iterator<Item = (NodeId, bool)>) -> Self {
        let text = tree.text().bytes();
        let mut spans: Vec<Range<usize>> = Vec::new();
        let mut done = 0;
        let add = |spans: &mut Vec<Range<usize>>, span: Range<usize>| {
            let bytes = &text[span.clone()];
            let start = span.end - bytes.trim_ascii_start().len();
            let end = start + text[start..span.end].trim_ascii_end().len();
            if start < end {
                spans.push(start..end);
            }
        };
        for (id, _) in nodes.filter(|&(id, opaque)| opaque || tree.subtree_len(id) == 1) {
            let span = tree.node(id).span();
            // Tokens that the parser does not list.
            add(&mut spans, done..span.start.max(done));
            add(&mut spans, span.start.max(done)..span.end.max(done));
            done = done.max(span.end);
        }
        add(&mut spans, done..text.len());
        let mut pieces = Self { text, spans, directive: Vec::new() };
        let mut directive = false;
        for at in 0..pieces.len() {
            if at == 0 || pieces.has_break(at) {
                directive = pieces.bytes(at).starts_with(b"#");
            }
            pieces.directive.push(directive);
        }
        pieces
    }

    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(super) fn text(&self) -> &'t [u8] {
        self.text
    }

    pub(super) fn bytes(&self, at: usize) -> &'t [u8] {
        &self.text[self.spans[at].clone()]
    }

    /// The first piece at or after this place in the text.
    pub(super) fn at(&self, offset: usize) -> usize {
        self.spans.partition_point(|span| span.start < offset)
    }

    /// What stands before a piece: blanks.
    pub(super) fn gap(&self, at: usize) -> &'t [u8] {
        let from = at.checked_sub(1).map_or(0, |before| self.spans[before].end);
        &self.text[from..self.spans[at].start]
    }

    /// Whether a line begins at a piece, as the text stands.
    pub(super) fn has_break(&self, at: usize) -> bool {
        self.gap(at).contains(&b'\n')
    }

    /// Whether the line break before a piece has to stay: it ends a comment or a directive, or a directive follows.
    pub(super) fn needs_break(&self, at: usize) -> bool {
        let ends = |before: usize| self.directive[before] || self.bytes(before).starts_with(b"//");
        at > 0 && self.has_break(at) && (ends(at - 1) || self.bytes(at).starts_with(b"#"))
    }
}

/// The nodes of a tree in order, each with whether nothing inside of it is laid out; what is inside is left out.
pub(super) fn outer(tree: &Tree) -> impl Iterator<Item = (NodeId, bool)> {
    without_inner(tree, is_opaque)
}

/// As [`outer`], with what the parser recognised in regions of which it made no sense.
pub(super) fn inner(tree: &Tree) -> impl Iterator<Item = (NodeId, bool)> {
    without_inner(tree, |tree, id| tree.node(id).shape() != Shape::Unparsed && is_opaque(tree, id))
}

/// Whether a leaf is text that the parser skipped: what tokens are in it is not known.
pub(super) fn is_skipped(tree: &Tree, id: NodeId) -> bool {
    let around = tree.parent(id).map(|parent| tree.node(parent));
    around
        .is_some_and(|around| around.shape() == Shape::Unparsed && around.symbol() == tree.node(id).symbol())
}

fn without_inner(
    tree: &Tree,
    is_opaque: impl Fn(&Tree, NodeId) -> bool,
) -> impl Iterator<Item = (NodeId, bool)> {
    let mut end = 0;
    tree.ids().filter_map(move |id| {
        let opaque = id.index() >= end && is_opaque(tree, id);
        let outer = (id.index() >= end).then_some((id, opaque));
        end = if opaque { id.index() + tree.subtree_len(id) } else { end };
        outer
    })
}

/// Whether nothing inside of a node is laid out.
fn is_opaque(tree: &Tree, id: NodeId) -> bool {
    const LITERAL: [&str; 10] = [
        "string",
        "char_literal",
        "character_literal",
        "rune_literal",
        "regex",
        "comment",
        "heredoc",
        "token_tree",
        "quoted",
        "jsx_text",
    ];
    const WHOLE: [&str; 10] = [
        "preproc_include",
        "preproc_def",
        "preproc_function_def",
        "preproc_call",
        "shebang",
        "hash_bang_line",
        "text",
        "raw_text",
        "CharData",
        "AttValue",
    ];
    let definition = tree.grammar().definition(tree.node(id).symbol());
    if tree.node(id).shape() == Shape::Unparsed {
        return id != NodeId::ROOT;
    }
    definition.named
        && (LITERAL.iter().any(|part| definition.name.contains(part)) || WHOLE.contains(&&*definition.name))
}
