//! ANTLR 4 grammars (`.g4`): combined ones, and parser grammars with their lexer grammars.
//!
//! Read are rules with labels, options and arguments, imports of the other files given, `tokens`, `EOF` (which is
//! nothing here), `~` and `.` over tokens, non-greedy loops in lexer rules, fragments, sets with escapes and
//! properties, `skip`, `channel`, `type`, `more`, modes, and `caseInsensitive`. Texts in parser rules are tokens of
//! their own before all named ones, unless a lexer rule is exactly that text.
//!
//! Skipped, each with a warning: actions; semantic predicates, which are taken to hold. Lexer rules that use
//! themselves, such as nested comments, have no regular expression: they match what is nested up to three deep. A
//! token that `more` begins has the whole text, but the pattern and the shortest text of its last part alone.

mod assemble;
mod file;
mod lazy;
mod lexis;
mod pattern;
mod rules;
mod sets;
mod tokens;
mod words;

use super::Notation;
use super::error::{NotationError, Problem};
use super::source::{Source, Sources};

impl Notation {
    /// Reads ANTLR 4 grammars, each file with its name and its text.
    ///
    /// The grammar is the first that is not a lexer grammar and that no other imports; the rest are there for its
    /// tokens and imports. The start symbol is `start`, else its first parser rule; or, where that is a part of
    /// others, the first that has `EOF` and is a part of none.
    ///
    /// # Errors
    /// [`NotationError`], with the file and the place in it.
    pub fn from_antlr(files: &[(&str, &str)], start: Option<&str>) -> Result<Self, NotationError> {
        let sources: Vec<Source<'_>> = files.iter().map(|(name, text)| Source { name, text }).collect();
        let mut reading = rules::Reading::default();
        let mut read = Vec::new();
        for (number, source) in sources.iter().enumerate() {
            read.push(file::read(*source, number, &mut reading)?);
        }
        if read.is_empty() {
            return Err(Sources(&[]).error_of_file(0, Problem::Empty("a grammar".into())));
        }
        assemble::assemble(Sources(&sources), &read, reading, start)
    }
}

#[cfg(test)]
mod tests;
