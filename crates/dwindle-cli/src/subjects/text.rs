//! Texts, whose units are bytes, characters, lines, tokens or subtrees.

pub(crate) mod isolate;
pub(crate) mod maximize;
pub(crate) mod pieces;
pub(crate) mod reduce;
