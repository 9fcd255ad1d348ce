//! The structure that a text shows without a grammar: brackets and tags with their partners, lists with their separators,
//! lines indented below others.
//!
//! It is what a reader sees who does not know the language. [`Structure`] makes it a tree, so that reducers that know no
//! language work on any text: a bracket goes as a whole or becomes what stands in it, an element goes with its separator, a
//! call becomes its argument. All this only proposes what to test.

mod brackets;
mod columns;
mod digits;
mod drafts;
mod indentation;
mod items;
mod outermost;
mod parser;
mod repeats;
mod separators;

pub(crate) use columns::columns;
pub(crate) use digits::digits;
pub(crate) use outermost::outermost;
pub use parser::Structure;
pub(crate) use repeats::{chars as repeated_chars, tokens as repeated_tokens};
