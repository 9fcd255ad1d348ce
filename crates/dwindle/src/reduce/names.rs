//! Names: a name with all its uses as one unit, which can be shortened or removed.

mod inline;
mod rename;

use super::work::{Setting, Work};
use crate::grammar::Rule;
use crate::search::{Search, Stop};
use crate::tree::{NodeId, Shape, Tree};

/// Gives names one letter each, and takes names out: the place where a name first stands goes, and something
/// else stands in its other places.
///
/// What no removal of nodes gets at: a definition cannot go as long as there are uses, nor a use as long as its
/// place asks for something.
///
/// ```text
/// rename: one letter for each name, as many names at once as possible
/// inline: for each name that stands several times, until no name can be taken out:
///             the smallest part around its first place goes, or becomes something else out of it;
///             in all its other places stands what stood beside it there, or another name, or a constant
/// ```
///
/// A name is a token that looks like a word and whose text the grammar does not fix. Nothing is known of scopes:
/// names that are spelt alike are one, and the test tells which of all this makes sense.
///
/// # Source
/// Renaming: Z. Xu and others, "T-Rec: Fine-Grained Language-Agnostic Program Reduction Guided by Lexical Syntax",
/// TOSEM 2024, which tries canonical names one by one; ours asks a list algorithm which names can get theirs
/// together. Taking out: identifier replacement of Vulcan (Z. Xu and others, "Pushing the Limit of
/// 1-Minimality of Language-Agnostic Program Reduction", OOPSLA 2023) needs a further step that removes what became
/// superfluous and has to go back where there is none; here both are one edit, which makes the text shorter or is
/// not asked.
///
/// # Guarantee
/// The result fails, and is shorter than the input if it is another. When the renaming ends, no further name can get
/// its letter alone, if the list algorithm ends 1-minimal.
///
/// # Cost
/// That of the list algorithm on at most 64 names; and for each of at most 64 names that stand several times up to
/// 14 tests, in as many rounds as take something out and one more.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn names(search: &mut Search<'_>, setting: Setting<'_>, tree: Tree) -> Result<Tree, Stop> {
    let mut work = Work::new(search, setting, tree);
    rename::rename(&mut work)?;
    inline::inline(&mut work)?;
    Ok(work.into_tree())
}

/// How many names are looked at.
const MOST: usize = 64;

/// A name with all places where it stands, in the order of the text.
#[derive(Debug)]
struct Name {
    text: Vec<u8>,
    places: Vec<NodeId>,
}

/// All names, in the order in which they first stand; if there are too many, those that take up most of the text.
fn all(tree: &Tree) -> Vec<Name> {
    let mut places: Vec<NodeId> = tree.ids().filter(|id| is_name(tree, *id)).collect();
    places.sort_by(|a, b| tree.bytes(*a).cmp(tree.bytes(*b)).then(a.cmp(b)));
    let alike = places.chunk_by(|a, b| tree.bytes(*a) == tree.bytes(*b));
    let mut names: Vec<Name> =
        alike.map(|places| Name { text: tree.bytes(places[0]).to_vec(), places: places.to_vec() }).collect();
    names.sort_by_key(|name| (std::cmp::Reverse(name.text.len() * name.places.len()), name.places[0]));
    names.truncate(MOST);
    names.sort_by_key(|name| name.places[0]);
    names
}

/// Whether a node is a token that looks like a word, and is none of the grammar's own.
fn is_name(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    node.shape() == Shape::Token
        && !matches!(tree.grammar().rule(node.symbol()), Rule::Text(_))
        && is_word(tree.bytes(id))
}

fn is_word(bytes: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
    bytes.first().is_some_and(letter) && bytes.iter().all(|byte| letter(byte) || byte.is_ascii_digit())
}
