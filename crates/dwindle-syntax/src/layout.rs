//! Readable layouts of a text, made from its syntax tree.
//!
//! A reduced program is often a single line. [`layouts`] puts each statement, declaration or element of a list on a
//! line of its own, indented by its depth, and adds the blanks that people write between tokens. It changes blanks and
//! nothing else: a layout whose tokens differ from those of the text is discarded.
//!
//! A test may depend on blanks, so there are several layouts, the most readable first. The caller tests them.

mod blanks;
mod closed;
mod indentation;
mod lines;
mod pieces;
mod print;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use dwindle::Text;
use dwindle::space::{Space, Unit};
use dwindle::tree::{Parse, Tree};

use crate::language::{Blanks, Language};
pub use closed::{LONGEST, completions, is_whole, parses};
use lines::Lines;
use pieces::{Pieces, inner, is_skipped};
use print::{Style, print};

/// The layouts of `text`, a text in `language`: the most readable one first, each one once, and none that is the text.
///
/// There are at most three. There are none where the language gives blanks a meaning that is not known here, and where
/// the parser makes no sense of the text.
///
/// Each is made when it is asked for, which costs time in the size of the text.
pub fn layouts(language: Language, text: &Text) -> impl Iterator<Item = Vec<u8>> + use<> {
    let (parser, text) = (language.parser(), text.clone());
    let tree = OnceCell::new();
    let mut known = vec![text.bytes().to_vec()];
    ways(language.blanks()).into_iter().filter_map(move |way| {
        let parse = || parser.parse(&text).map(|tree| tree.squeezed());
        let tree = tree.get_or_init(parse).as_ref()?;
        let layout = way.lay_out(tree);
        if known.contains(&layout) || !has_same_tokens(&parser, tree, &layout) {
            return None;
        }
        known.push(layout.clone());
        Some(layout)
    })
}

/// A way to lay a text out.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Lines stay, with the usual indentation.
    Indented,
    /// In lines of this style.
    Styled(Style),
}

/// The ways to lay out a text in which blanks mean this, the most readable one first.
fn ways(blanks: Blanks) -> Vec<Way> {
    let plain = Style { inside: true, blanks: false, breaks: true };
    match blanks {
        Blanks::Fixed => Vec::new(),
        Blanks::Indented => vec![Way::Indented],
        Blanks::Free { ends_lines } => {
            let usual = Style { blanks: true, breaks: ends_lines, ..plain };
            [usual, plain, Style { inside: false, ..plain }].map(Way::Styled).to_vec()
        }
        Blanks::Marked => vec![Way::Styled(plain)],
    }
}

impl Way {
    fn lay_out(self, tree: &Tree) -> Vec<u8> {
        let pieces = Pieces::of(tree);
        match self {
            Self::Indented => indentation::regular(&pieces),
            Self::Styled(style) => {
                let blanks =
                    if style.blanks { blanks::usual(tree, &pieces) } else { vec![false; pieces.len()] };
                print(&pieces, &Lines::of(tree, &pieces), &blanks, style)
            }
        }
    }
}

/// How many tokens `text` has in `language`, a literal or a comment being one. Of what the parser skipped it is how many words,
/// numbers and signs. None where there is no tree.
pub fn tokens(language: Language, text: &Text) -> Option<usize> {
    let tree = language.parser().parse(text)?;
    let leaves = inner(&tree).filter(|&(id, opaque)| !opaque && tree.subtree_len(id) == 1);
    let skipped = leaves.filter(|&(id, _)| is_skipped(&tree, id)).map(|(id, _)| words(tree.bytes(id)));
    // A line that was skipped is one piece.
    let more: usize = skipped.map(|words| words.saturating_sub(1)).sum();
    Some(Pieces::recognised(&tree).len() + more)
}

/// How many words, numbers and signs are in these bytes.
fn words(bytes: &[u8]) -> usize {
    let Ok(text) = Text::new(bytes) else { return 0 };
    let space = text.cut(Unit::Tokens);
    let all = (0u32..).take(space.units()).map(|token| space.span(token..token + 1));
    all.filter(|span| !bytes[span.clone()].trim_ascii().is_empty()).count()
}

/// Whether `layout` parses to the tokens of `tree`.
fn has_same_tokens(parser: &impl Parse, tree: &Tree, layout: &[u8]) -> bool {
    let Some(other) = Text::new(layout.to_vec()).ok().and_then(|text| parser.parse(&text)) else {
        return false;
    };
    let other = other.squeezed();
    tokens_of(tree).eq(tokens_of(&other))
}

/// The tokens of a tree without the blanks around them.
fn tokens_of(tree: &Tree) -> impl Iterator<Item = &[u8]> {
    let leaves = tree.ids().filter(|&id| tree.subtree_len(id) == 1);
    leaves.map(|id| tree.bytes(id).trim_ascii()).filter(|token| !token.is_empty())
}
