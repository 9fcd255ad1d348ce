//! An Earley parser for any context-free grammar.

mod chart;
mod circles;
mod derivation;
mod derive;
#[cfg(test)]
mod differential;
mod error;
mod leo;
mod lexer;
mod mode;
mod pattern;
mod plant;
mod predict;
#[cfg(test)]
mod properties;
#[cfg(test)]
pub(crate) mod random;
mod recognise;
#[cfg(test)]
mod reference;
mod rules;
mod seen;
mod source;
mod ways;

#[doc(hidden)]
pub use derivation::is_derivation;
pub use error::ParseError;
pub use pattern::BadPattern;

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle::grammar::{Grammar, Symbol};
use dwindle::space::Text;
use dwindle::tree::{Parse, Tree};

use crate::notation::Lexis;
use mode::Mode;
use recognise::Recogniser;
use rules::{Kind, Rules};
use source::Source;

/// A parser made of a grammar.
#[derive(Debug)]
pub struct Earley {
    grammar: Arc<Grammar>,
    mode: Mode,
    rules: Rules,
}

impl Earley {
    /// The parser of `grammar`: of tokens where there is a `lexis`, of characters else.
    ///
    /// # Errors
    /// [`BadPattern`] if a token's regular expression cannot be used.
    pub fn new(grammar: Arc<Grammar>, lexis: Option<&Lexis>) -> Result<Self, BadPattern> {
        let mode = Mode::new(&grammar, lexis)?;
        let rules = Rules::new(&grammar, &mode);
        Ok(Self { grammar, mode, rules })
    }

    /// The tree of `text`.
    ///
    /// # Errors
    /// [`ParseError`] if it is not in the language of the grammar.
    pub fn parse(&self, text: &Text) -> Result<Tree, ParseError> {
        self.parse_as(self.grammar.start(), text)
    }

    /// The tree of `text` as a `start`, whatever the grammar starts with.
    ///
    /// # Errors
    /// [`ParseError`] if it is none.
    pub fn parse_as(&self, start: Symbol, text: &Text) -> Result<Tree, ParseError> {
        let bytes = text.bytes();
        let mut source = Source::new(bytes, &self.grammar, &self.mode);
        let own = rules::number(start);
        let mut recogniser = Recogniser::new(&self.rules, own);
        if self.rules.kind(own) == Kind::Fixed {
            self.check_terminal(start, &source, bytes)?;
        } else {
            recogniser.run(&mut source).map_err(|furthest| {
                error::explain(&mut recogniser, &self.rules, &source, &self.grammar, bytes, &furthest)
            })?;
        }
        Ok(plant::plant(&self.rules, &recogniser.chart, &source, start, text, &self.grammar))
    }

    /// Whether the whole text is this terminal.
    fn check_terminal(&self, start: Symbol, source: &Source<'_>, bytes: &[u8]) -> Result<(), ParseError> {
        let own = rules::number(start);
        let end = if source.len() == 0 && self.rules.nullable(own) { Some(0) } else { source.fixed(own, 0) };
        match end {
            Some(end) if end == source.len() => Ok(()),
            _ => {
                let expected = if end.is_some() {
                    Box::from("the end of the input")
                } else {
                    error::name(&self.grammar, start)
                };
                let place = end.unwrap_or(0);
                let offset = source.start_byte(place);
                Err(ParseError::new(bytes, offset, source.found(place), BTreeSet::from([expected])))
            }
        }
    }
}

impl Parse for Earley {
    fn parse(&self, text: &Text) -> Option<Tree> {
        Self::parse(self, text).ok()
    }

    fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }
}
