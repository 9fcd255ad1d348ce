//! Grammars as people write them: EBNF and BNF, the Fuzzing Book's JSON form, and ANTLR 4.

mod antlr;
mod draft;
mod ebnf;
mod error;
mod escape;
mod form;
mod fuzzing_book;
mod lexis;
mod lists;
mod normal;
mod size;
mod source;
mod unused;
mod words;

use std::sync::Arc;

use dwindle::grammar::Grammar;

pub use error::{NotationError, Place, Problem, Undefined, Warning};
pub use lexis::{LexicalRule, Lexis, ModeStep};

/// A grammar that was read, with what a parser has to know beside it.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The grammar in normal form.
    pub grammar: Arc<Grammar>,
    /// How texts are cut into tokens; none where the grammar goes down to characters.
    pub lexis: Option<Lexis>,
    /// What is worth knowing about it, in the order of its symbols.
    pub warnings: Vec<Warning>,
}
