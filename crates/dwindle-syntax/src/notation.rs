//! Grammars as people write them: EBNF and BNF, the Fuzzing Book's JSON form, and ANTLR 4.

mod antlr;
mod draft;
mod ebnf;
mod error;
mod escape;
mod fuzzing_book;
mod lists;
mod normal;
mod place;
mod print;
mod size;
mod unused;

use std::sync::Arc;

use dwindle::grammar::{Grammar, Symbol};

pub use error::{NotationError, Problem, Undefined, Warning};
pub use place::Place;
pub use print::to_ebnf;

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

impl Notation {
    /// Reads a grammar in whichever form it is: by the end of its name (`.json`, `.g4`, `.ebnf`, `.bnf`), else by its look.
    ///
    /// # Errors
    /// [`NotationError`], with the place in `source`; `name` stands for the file in messages.
    pub fn read(name: &str, source: &str, start: Option<&str>) -> Result<Self, NotationError> {
        match Form::of(name, source) {
            Form::FuzzingBook => Self::from_fuzzing_book(source, name, start),
            Form::Antlr => Self::from_antlr(&[(name, source)], start),
            Form::Ebnf => Self::from_ebnf(source, name, start),
        }
    }
}

/// A form that grammars are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    FuzzingBook,
    Antlr,
    Ebnf,
}

impl Form {
    fn of(name: &str, source: &str) -> Self {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        match extension.as_deref() {
            Some("json") => Self::FuzzingBook,
            Some("g4") => Self::Antlr,
            Some("ebnf" | "bnf") => Self::Ebnf,
            _ if source.trim_start_matches('\u{feff}').trim_start().starts_with('{') => Self::FuzzingBook,
            _ if has_antlr_head(source) => Self::Antlr,
            _ => Self::Ebnf,
        }
    }
}

/// Whether a line is the head of an ANTLR grammar: `grammar X;`.
fn has_antlr_head(source: &str) -> bool {
    source.lines().any(|line| {
        let line = line.trim();
        let line =
            line.strip_prefix("lexer").or_else(|| line.strip_prefix("parser")).unwrap_or(line).trim_start();
        let name = line.strip_prefix("grammar ").and_then(|rest| rest.split_once(';'));
        name.is_some_and(|(name, _)| {
            let name = name.trim();
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        })
    })
}
