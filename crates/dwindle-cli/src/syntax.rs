//! The parser of an input.

use std::path::Path;
use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::Grammar;
use dwindle::tree::{Parse, Tree};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;

use crate::settings::SyntaxChoice;

/// What an input is written in, and what makes trees of it.
#[derive(Clone)]
pub struct Syntax {
    /// What it is called.
    pub name: String,
    /// Makes its trees.
    pub parse: Arc<dyn Parse>,
    /// The same, where it can say what is wrong with a text.
    earley: Option<Arc<Earley>>,
    /// Whether only what follows the grammar is worth a test: the user said so by bringing one.
    pub strict: bool,
}

impl Syntax {
    /// The syntax of an input of this name with these bytes; none where it is text.
    pub fn of(choice: &SyntaxChoice, name: &Path, bytes: &[u8]) -> Option<Self> {
        match choice {
            SyntaxChoice::Text => None,
            SyntaxChoice::ByName => {
                Language::of_file(name, &bytes[..bytes.len().min(256)]).map(Self::of_language)
            }
            SyntaxChoice::Language(language) => Some(Self::of_language(*language)),
            SyntaxChoice::Grammar(brought) => {
                let earley = Arc::clone(&brought.earley);
                let name = earley.grammar().name().to_owned();
                Some(Self { name, parse: Arc::clone(&earley) as _, earley: Some(earley), strict: true })
            }
        }
    }

    /// The tree of a text.
    ///
    /// # Errors
    /// Where the parser stopped, and what it expected there.
    pub fn tree(&self, text: &Text) -> Result<Tree, String> {
        match &self.earley {
            Some(earley) => earley.parse(text).map_err(|error| error.to_string()),
            None => self.parse.parse(text).ok_or_else(|| "it cannot be parsed".to_owned()),
        }
    }

    fn of_language(language: Language) -> Self {
        Self {
            name: language.name().to_owned(),
            parse: Arc::new(language.parser()),
            earley: None,
            strict: false,
        }
    }
}

/// The grammar that was named, by itself or with its language.
pub fn grammar(choice: &SyntaxChoice) -> Option<Arc<Grammar>> {
    match choice {
        SyntaxChoice::ByName | SyntaxChoice::Text => None,
        SyntaxChoice::Language(language) => Some(language.grammar()),
        SyntaxChoice::Grammar(brought) => Some(Arc::clone(brought.earley.grammar())),
    }
}

impl std::fmt::Debug for Syntax {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Syntax")
            .field("name", &self.name)
            .field("strict", &self.strict)
            .finish_non_exhaustive()
    }
}
