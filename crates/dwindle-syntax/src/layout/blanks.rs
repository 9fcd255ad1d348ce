//! The blanks that people write between the tokens of a line.

use dwindle::tree::{NodeId, Tree};

use super::pieces::{Pieces, outer};

/// Before which pieces a blank is usual.
pub(super) fn usual(tree: &Tree, pieces: &Pieces<'_>) -> Vec<bool> {
    let mut usual = vec![false; pieces.len()];
    for (id, _) in outer(tree).filter(|(_, opaque)| !opaque) {
        let full = |id: &NodeId| !tree.bytes(*id).trim_ascii().is_empty();
        let mut before: Option<NodeId> = None;
        for child in tree.children(id).filter(full) {
            let at = pieces.at(tree.node(child).span().start);
            if let (Some(before), Some(blank), true) = (before, usual.get_mut(at), at > 0) {
                *blank |= between(tree, id, (before, pieces.bytes(at - 1)), (child, pieces.bytes(at)));
            }
            before = Some(child);
        }
    }
    usual
}

/// Whether a blank is usual between two neighbouring parts of `node`, whose last and first tokens are `a` and `b`.
fn between(tree: &Tree, node: NodeId, (left, a): (NodeId, &[u8]), (right, b): (NodeId, &[u8])) -> bool {
    let name = tree.name(node);
    let has = |parts: &[&str]| is_one_of(name, parts);
    let is_word = b.first().is_some_and(u8::is_ascii_alphanumeric);
    match (a, b) {
        (_, b"," | b";" | b")" | b"]" | b"..." | b"::" | b".") | (b"(" | b"[" | b"!" | b"::" | b".", _) => {
            false
        }
        (b"," | b";" | b"=" | b"=>" | b":=", _) | (_, b"=" | b"=>" | b":=") => true,
        (b"->", _) | (_, b"->") => !has(&["field_expression"]),
        (b":", _) => !has(&["selector", "access", "slice"]),
        (_, b":") if has(&["base_class", "initializer_list"]) => true,
        _ if has(&OPERATIONS) && (is_operator(tree, left) || is_operator(tree, right)) => true,
        (b"{", _) | (_, b"}") => false,
        _ if b.starts_with(b"{") => true,
        (b"}", _) => is_word,
        // `if (a) b`, but `(int)b`.
        (b")", _) if has(&["if_statement", "while_", "for_", "switch_"]) => true,
        // `if (`, but `sizeof(`.
        (_, b"(") => is_keyword(tree, left) && has(&["statement", "clause", "for_", "while_", "if_"]),
        (b"return" | b"throw", _) => true,
        (b")", _) => is_word && !has(&["cast"]),
        // `template <class T> struct`
        (b">", _) => is_word && has(&["declaration", "definition"]),
        _ => is_one_of(tree.name(right), &["pointer_declarator", "reference_declarator"]) && !is_star(a),
    }
}

/// Rules in which punctuation between two parts is an operator.
const OPERATIONS: [&str; 9] = [
    "binary",
    "assignment",
    "declarator",
    "conditional",
    "ternary",
    "arrow_function",
    "comparison",
    "boolean_operator",
    "function_item",
];

fn is_one_of(name: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| name.contains(part))
}

/// Whether a pointer's type comes before, and not another star.
fn is_star(text: &[u8]) -> bool {
    matches!(text, b"*" | b"&" | b"&&")
}

fn is_keyword(tree: &Tree, id: NodeId) -> bool {
    !tree.grammar().definition(tree.node(id).symbol()).named
        && tree.bytes(id).iter().all(u8::is_ascii_alphabetic)
}

fn is_operator(tree: &Tree, id: NodeId) -> bool {
    let text = tree.bytes(id);
    let is_sign = |byte: &u8| byte.is_ascii_punctuation() && !b"()[]{},;.:\"'_$".contains(byte);
    tree.subtree_len(id) == 1 && (text == b":" || text.iter().all(is_sign)) && !is_prefix(tree, id)
}

/// Whether a star or an ampersand belongs to what follows it, as in `*p`.
fn is_prefix(tree: &Tree, id: NodeId) -> bool {
    let of = tree.parent(id).map_or("", |parent| tree.name(parent));
    is_one_of(of, &["pointer", "reference", "unary", "abstract"])
}
