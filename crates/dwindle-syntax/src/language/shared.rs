//! All that is worked out about a language once.

use std::sync::Mutex;

use dwindle::grammar::{Spacing, Symbol};

use super::matcher::Matcher;
use super::normal::Syntax;
use super::raw;
use super::table::Table;

/// All that is worked out about a language once.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) language: tree_sitter::Language,
    pub(super) syntax: Syntax,
    pub(super) symbols: Vec<Symbol>,
    /// Matchers that nobody is using. What they learned saves time and changes no tree.
    pub(super) matchers: Mutex<Vec<Matcher>>,
}

impl Shared {
    pub(super) fn new(language: tree_sitter::Language, table: &str, spacing: Spacing) -> Self {
        let table = Table::read(table).expect("committed tables can be read");
        let syntax = Syntax::of(&table, spacing).expect("committed tables are small");
        let symbols = raw::symbols(&language, &syntax);
        Self { language, syntax, symbols, matchers: Mutex::default() }
    }
}
