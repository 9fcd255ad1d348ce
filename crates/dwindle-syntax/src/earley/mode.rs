//! What the parser's terminals are: characters of the text, or tokens that a lexer cut.

use dwindle::grammar::{Grammar, Rule, Symbol};

use super::lexer::Lexer;
use super::numbers::{NONE, number};
use super::pattern::{BadPattern, Patterns};
use crate::notation::Lexis;

/// How terminals match.
#[derive(Debug)]
pub(super) enum Mode {
    /// In the text itself. By symbol: what a token matches.
    Characters(Vec<Option<Patterns>>),
    /// Tokens of a lexer. By symbol: the number of a terminal.
    Tokens { lexer: Box<Lexer>, numbers: Vec<u32>, count: usize },
}

impl Mode {
    pub(super) fn new(grammar: &Grammar, lexis: Option<&Lexis>) -> Result<Self, BadPattern> {
        if let Some(lexis) = lexis {
            let mut count = 0;
            let numbers = grammar.symbols().map(|symbol| match grammar.rule(symbol) {
                Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => {
                    count += 1;
                    count - 1
                }
                _ => NONE,
            });
            let numbers: Vec<u32> = numbers.collect();
            return Ok(Self::Tokens { lexer: Box::new(Lexer::new(lexis)?), numbers, count: count as usize });
        }
        let patterns = grammar.symbols().map(|symbol| match grammar.rule(symbol) {
            Rule::Token(token) => {
                token.pattern.as_deref().map(|pattern| Patterns::new(&[pattern])).transpose()
            }
            _ => Ok(None),
        });
        Ok(Self::Characters(patterns.collect::<Result<_, _>>()?))
    }

    /// How many different things a text can go on with.
    pub(super) const fn alphabet(&self) -> usize {
        match self {
            Self::Characters(_) => 256,
            Self::Tokens { count, .. } => *count,
        }
    }

    /// Whether a token can match several lengths at one place.
    pub(super) const fn matches_many(&self) -> bool {
        matches!(self, Self::Characters(_))
    }

    /// Whether a terminal matches nothing at all.
    pub(super) fn matches_nothing(&self, grammar: &Grammar, symbol: Symbol) -> bool {
        match (self, grammar.rule(symbol)) {
            (_, Rule::Text(text)) => text.is_empty(),
            (Self::Characters(patterns), Rule::Token(_)) => patterns[symbol.index()]
                .as_ref()
                .is_some_and(|patterns| patterns.matches_nothing(&mut patterns.cache())),
            _ => false,
        }
    }

    /// Sets the bits of what a terminal can begin with.
    pub(super) fn first(&self, grammar: &Grammar, symbol: Symbol, bits: &mut [u64]) {
        let mut set = |bit: u32| bits[(bit / 64) as usize] |= 1 << (bit % 64);
        match (self, grammar.rule(symbol)) {
            (_, Rule::Text(text)) if text.is_empty() => {}
            (Self::Tokens { numbers, .. }, _) => set(numbers[symbol.index()]),
            (Self::Characters(_), Rule::Text(text)) => set(u32::from(text[0])),
            (Self::Characters(_), Rule::Class(class)) => {
                for &(low, high) in class.ranges() {
                    (first_byte(low)..=first_byte(high)).for_each(|byte| set(u32::from(byte)));
                }
            }
            (Self::Characters(patterns), _) => {
                if let Some(patterns) = &patterns[number(symbol) as usize] {
                    let mut cache = patterns.cache();
                    (0..=u8::MAX)
                        .filter(|byte| patterns.may_begin_with(&mut cache, *byte))
                        .for_each(|byte| set(u32::from(byte)));
                }
            }
        }
    }
}

fn first_byte(character: char) -> u8 {
    let mut bytes = [0; 4];
    character.encode_utf8(&mut bytes);
    bytes[0]
}
