//! How texts are cut into tokens.

use dwindle::grammar::Symbol;

/// How a text is cut into tokens: at each place the longest match of the mode's rules, of equally long ones the first
/// rule's. A text begins in mode 0.
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
    /// The mode in which it is looked for.
    pub mode: usize,
    /// What its match does to the mode, one after the other.
    pub steps: Vec<ModeStep>,
    /// Whether its match only begins a token: the next one goes on with it, and says what it is.
    pub more: bool,
}

impl LexicalRule {
    /// A rule of mode 0 that stays in it.
    pub fn new(symbol: Option<Symbol>, pattern: impl Into<Box<str>>) -> Self {
        Self { symbol, pattern: pattern.into(), mode: 0, steps: Vec::new(), more: false }
    }
}

/// A change of the mode, after ANTLR's lexer commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeStep {
    /// Another mode instead of this one (`mode`).
    Set(usize),
    /// Another mode, until it is left (`pushMode`).
    Push(usize),
    /// Back to the mode before the last push (`popMode`); a text that does it once too often is refused there.
    Pop,
}
