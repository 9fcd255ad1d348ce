//! The parser of an input.

use std::path::Path;
use std::sync::Arc;

use dwindle::grammar::Grammar;
use dwindle::tree::{Parse, Tree};
use dwindle::{Plan, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;

use crate::error::RunError;
use crate::settings::SyntaxChoice;

/// What is longer is read when it is asked for.
const LONGEST: usize = 1 << 24;

/// The stack of a thread that recurses into trees.
const STACK: usize = 8 << 20;

/// What an input is written in, and what makes trees of it.
#[derive(Clone, Debug)]
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
    /// Trees that `parse` makes, of a language called `name`.
    pub fn new(name: impl Into<String>, parse: Arc<dyn Parse>) -> Self {
        Self { name: name.into(), parse, earley: None, strict: false }
    }

    /// The syntax of an input of this name with these bytes; none where it is text.
    pub fn of(choice: &SyntaxChoice, name: &Path, bytes: &[u8]) -> Option<Self> {
        if let SyntaxChoice::Grammar(brought) = choice {
            let earley = Arc::clone(&brought.earley);
            let name = earley.grammar().name().to_owned();
            return Some(Self { name, parse: Arc::clone(&earley) as _, earley: Some(earley), strict: true });
        }
        let language = language(choice, name, bytes)?;
        Some(Self::new(language.name(), Arc::new(language.parser())))
    }

    /// The plan that reduces texts in this syntax.
    pub fn plan(&self) -> Plan {
        let parse = Arc::clone(&self.parse);
        if self.strict { Plan::grammatical(parse) } else { Plan::syntactic(parse) }
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
}

/// Begins to read an input on a thread of its own, beside the first run of the test: what the parser makes of parts of it is there when
/// a plan asks for its outline. Of longer texts than 16 MB it would have forgotten the beginning by then.
pub fn begin_to_read(choice: &SyntaxChoice, name: &Path, text: &Text) {
    if text.bytes().len() <= LONGEST
        && let Some(Syntax { parse, .. }) = Syntax::of(choice, name, text.bytes())
    {
        let text = text.clone();
        let read = move || drop(parse.marks(&text));
        // Without a thread it is read when it is asked for.
        drop(std::thread::Builder::new().name("prepare".into()).stack_size(STACK).spawn(read));
    }
}

/// The language of an input of this name with these bytes, where it is known and no grammar was given for it.
pub fn language(choice: &SyntaxChoice, name: &Path, bytes: &[u8]) -> Option<Language> {
    match choice {
        SyntaxChoice::ByName => Language::of_file(name, &bytes[..bytes.len().min(256)]),
        SyntaxChoice::Language(language) => Some(*language),
        SyntaxChoice::Text | SyntaxChoice::Grammar(_) => None,
    }
}

/// The grammar that was named, by itself or with its language.
pub fn grammar(choice: &SyntaxChoice) -> Result<Arc<Grammar>, RunError> {
    match choice {
        SyntaxChoice::ByName | SyntaxChoice::Text => {
            Err(RunError::usage("no grammar to generate inputs from").hint("give a grammar: --grammar FILE"))
        }
        SyntaxChoice::Language(language) => Ok(language.grammar()),
        SyntaxChoice::Grammar(brought) => Ok(Arc::clone(brought.earley.grammar())),
    }
}
