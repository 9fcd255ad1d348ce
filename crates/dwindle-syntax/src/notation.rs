//! Grammars as people write them: EBNF and BNF, the Fuzzing Book's JSON form, and ANTLR 4.

use std::sync::Arc;

use dwindle::grammar::{Grammar, Symbol};

/// A grammar that was read, with what a parser has to know beside it.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The grammar in normal form.
    pub grammar: Arc<Grammar>,
    /// How texts are cut into tokens; none where the grammar goes down to characters.
    pub lexis: Option<Lexis>,
}

/// How a text is cut into tokens: at each place the longest match, of equally long ones the first rule's.
#[derive(Clone, Debug, Default)]
pub struct Lexis {
    /// The rules, in order of preference.
    pub rules: Vec<LexicalRule>,
}

/// One kind of token.
#[derive(Clone, Debug)]
pub struct LexicalRule {
    /// The terminal symbol of the grammar that it is; none for what is left out between tokens, such as blanks
    /// and comments.
    pub symbol: Option<Symbol>,
    /// What it matches, as a regular expression in the syntax of the `regex` crate.
    pub pattern: Box<str>,
}
