//! Cutting a text into tokens: the longest match at each place, of equally long ones the first rule's.

use super::pattern::{BadPattern, Patterns};
use super::rules::{NONE, number, to_u32};
use crate::notation::Lexis;

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The terminal symbol; none where no rule matches.
    pub(super) symbol: u32,
    pub(super) start: u32,
    pub(super) stop: u32,
}

/// A lexer with longest matches.
#[derive(Debug)]
pub(super) struct Lexer {
    patterns: Patterns,
    /// By rule: its symbol, or none for what is left out.
    symbols: Vec<u32>,
}

impl Lexer {
    pub(super) fn new(lexis: &Lexis) -> Result<Self, BadPattern> {
        let patterns: Vec<&str> = lexis.rules.iter().map(|rule| &*rule.pattern).collect();
        Ok(Self {
            patterns: Patterns::new(&patterns)?,
            symbols: lexis.rules.iter().map(|rule| rule.symbol.map_or(NONE, number)).collect(),
        })
    }

    /// The tokens of `text`. Where no rule matches a byte or more, a last token without a symbol stands for the
    /// rest.
    pub(super) fn tokens(&self, text: &[u8]) -> Vec<Token> {
        let mut cache = self.patterns.cache();
        let (mut tokens, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let mut longest = None;
            self.patterns.matches(&mut cache, &text[at..], |length, rule| {
                if length > 0 {
                    longest = Some((length, self.symbols[rule]));
                }
            });
            let Some((length, symbol)) = longest else {
                tokens.push(Token { symbol: NONE, start: to_u32(at), stop: to_u32(text.len()) });
                break;
            };
            if symbol != NONE {
                tokens.push(Token { symbol, start: to_u32(at), stop: to_u32(at + length) });
            }
            at += length;
        }
        tokens
    }
}
