//! The names of a text, and where they stand.

use std::collections::BTreeSet;

use crate::grammar::Rule;
use crate::tree::{NodeId, Shape, Tree};

/// How many names are looked at.
pub(super) const MOST: usize = 64;

/// A name with all places where it stands, in the order of the text.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) text: Vec<u8>,
    /// The sign that every name of its kind begins with, if there is one: `%` in LLVM IR.
    pub(super) sign: Option<u8>,
    pub(super) places: Vec<NodeId>,
}

/// All names, in the order in which they first stand; if there are too many, those that take up most of the text.
pub(super) fn all(tree: &Tree) -> Vec<Name> {
    alike(tree, tree.ids().filter(|id| is_name(tree, *id)).collect())
}

/// The letters that are names, perhaps behind a sign.
pub(super) fn taken(tree: &Tree) -> BTreeSet<u8> {
    let letter = |id: NodeId| match tree.bytes(id) {
        [letter] | [b'%' | b'@' | b'$', letter] => Some(*letter),
        _ => None,
    };
    tree.ids().filter(|id| is_name(tree, *id)).filter_map(letter).collect()
}

/// Numbers of several digits, as names are found.
pub(super) fn long_numbers(tree: &Tree) -> Vec<Name> {
    let is_number = |id: &NodeId| {
        let bytes = tree.bytes(*id);
        is_free_token(tree, *id) && bytes.len() > 1 && bytes[0].is_ascii_digit()
    };
    alike(tree, tree.ids().filter(is_number).collect())
}

fn alike(tree: &Tree, mut places: Vec<NodeId>) -> Vec<Name> {
    places.sort_by(|a, b| tree.bytes(*a).cmp(tree.bytes(*b)).then(a.cmp(b)));
    let alike = places.chunk_by(|a, b| tree.bytes(*a) == tree.bytes(*b));
    let name = |places: &[NodeId]| Name {
        text: tree.bytes(places[0]).to_vec(),
        sign: sign(tree, places[0]),
        places: places.to_vec(),
    };
    let mut names: Vec<Name> = alike.map(name).collect();
    names.sort_by_key(|name| (std::cmp::Reverse(name.text.len() * name.places.len()), name.places[0]));
    names.truncate(MOST);
    names.sort_by_key(|name| name.places[0]);
    names
}

/// Whether a node is a token that looks like a word, perhaps behind a sign, and is none of the grammar's own.
pub(super) fn is_name(tree: &Tree, id: NodeId) -> bool {
    let is_signed = || sign(tree, id).is_some() && is_behind_sign(&tree.bytes(id)[1..]);
    is_free_token(tree, id) && (is_word(tree.bytes(id)) || is_signed())
}

/// The sign that a token begins with, where all of its kind do.
fn sign(tree: &Tree, id: NodeId) -> Option<u8> {
    let Rule::Token(token) = tree.grammar().rule(tree.node(id).symbol()) else { return None };
    let [sign @ (b'%' | b'@' | b'$'), after, ..] = **token.shortest.as_ref()? else { return None };
    (after.is_ascii_alphanumeric() && tree.bytes(id).first() == Some(&sign)).then_some(sign)
}

/// Whether this is a name with a sign before it. Digits alone may be numbers in some order.
fn is_behind_sign(bytes: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-');
    bytes.iter().all(letter) && bytes.first().is_some_and(|first| !first.is_ascii_digit())
}

/// Whether a node is a token whose text the grammar does not fix.
fn is_free_token(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    node.shape() == Shape::Token && !matches!(tree.grammar().rule(node.symbol()), Rule::Text(_))
}

pub(super) fn is_word(bytes: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
    bytes.first().is_some_and(letter) && bytes.iter().all(|byte| letter(byte) || byte.is_ascii_digit())
}
