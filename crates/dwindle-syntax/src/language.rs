//! Programming languages: parsers of tree-sitter, and grammars in normal form.
//!
//! What a node's children are to it (needed, optional, elements of a list) is not in tree-sitter's trees. So the
//! children of each node are matched against its rule by an automaton that is made of the grammar the parser was
//! generated from (`grammars/*.grammar`, made by `cargo xtask grammars`, with `grammars/by-hand` for what
//! hand-written scanners leave out). Text that cannot be parsed becomes brackets and lines.
//!
//! What is known of a language is data: its entry in `known`, its table in `grammars`, and its queries in `marks`
//! (what a text declares), `rewrites` (edits that leave much the same program) and `flows` (blocks and jumps).
//!
//! ```
//! use dwindle::Text;
//! use dwindle::tree::Parse;
//! use dwindle_syntax::language::Language;
//!
//! # if cfg!(feature = "json") {
//! let json = Language::by_name("json").unwrap();
//! let tree = json.parser().parse(&Text::new(b"[1, 2]".to_vec()).unwrap()).unwrap();
//! assert_eq!(tree.grammar().definition(tree.node(dwindle::tree::NodeId::ROOT).symbol()).name.as_ref(), "document");
//! # }
//! ```

mod assemble;
mod automaton;
mod counted;
mod flows;
mod head;
mod kept;
mod known;
mod marks;
mod masks;
mod matcher;
mod normal;
mod numbered;
mod own;
mod own_marks;
mod packaged;
mod parsed;
mod parser;
mod parts;
mod raw;
mod reading;
mod rewrites;
mod sorts;
pub mod table;
#[cfg(test)]
mod tests;
mod unparsed;
mod windows;

use std::path::Path;
use std::sync::Arc;

use dwindle::grammar::{Grammar, Symbol};

pub use head::Blanks;
pub use parser::LanguageParser;

use known::Entry;

/// The language of this name, for tests: a build without it does not pass them.
#[cfg(test)]
#[track_caller]
pub(crate) fn built(name: &str) -> Language {
    Language::by_name(name)
        .unwrap_or_else(|_| panic!("tests need all default languages, and there is no {name}"))
}

/// The parse tables of all parsers of packages, and the rules of all grammars, packed, by name: a program is built with them by
/// `DWINDLE_TABLES`. None in such a program.
#[doc(hidden)]
pub fn packed() -> impl Iterator<Item = (String, Vec<u8>)> {
    let parsers = known::ALL.iter().flat_map(Entry::packaged);
    let tables = parsers.filter_map(|packaged| Some((packaged.name.to_owned(), packaged.tables()?)));
    tables.chain(known::ALL.iter().filter_map(|entry| packaged::rules(entry.file, entry.table)))
}

/// A programming language that this build can parse.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Entry);

impl Language {
    /// All of them, in the order of the documentation.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        known::ALL.iter().map(Self)
    }

    /// The language of this name, in any case.
    ///
    /// # Errors
    /// [`UnknownLanguage`], which names those that there are.
    pub fn by_name(name: &str) -> Result<Self, UnknownLanguage> {
        let found = Self::all().find(|language| language.0.names().any(|own| own.eq_ignore_ascii_case(name)));
        found.ok_or_else(|| UnknownLanguage::new(name))
    }

    /// The language of a file: by its name, then by the ending of that, then by its first line: by the interpreter that it
    /// names, or by how it begins.
    pub fn of_file(name: &Path, first_bytes: &[u8]) -> Option<Self> {
        let whole = name.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if let Some(named) = Self::all().find(|language| language.0.files.contains(&whole)) {
            return Some(named);
        }
        let ending = name.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let exact = Self::all().find(|language| language.0.endings.contains(&ending));
        let by_ending = exact.or_else(|| {
            let same = |own: &&str| own.eq_ignore_ascii_case(ending);
            Self::all().find(|language| language.0.endings.iter().any(same))
        });
        let by_interpreter = || {
            let interpreter = interpreter(first_bytes)?;
            Self::all().find(|language| language.0.interpreters.contains(&interpreter))
        };
        let begins = |language: &Self| {
            language.0.begins.is_some_and(|beginning| first_bytes.starts_with(beginning.as_bytes()))
        };
        by_ending.or_else(by_interpreter).or_else(|| Self::all().find(begins))
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The endings of names of files in it.
    pub fn endings(self) -> &'static [&'static str] {
        &self.0.endings
    }

    /// The package and version of its parser; `own grammar` where our own parser reads it.
    pub fn package(self) -> &'static str {
        self.0.package()
    }

    /// Its parser. Cheap: parsers of one language share all that they work out.
    pub fn parser(self) -> LanguageParser {
        LanguageParser(self.0)
    }

    /// Its grammar in normal form, made when it is first asked for.
    pub fn grammar(self) -> Arc<Grammar> {
        Arc::clone(&self.0.shared().syntax.grammar)
    }

    /// Texts without names in them that can stand where the grammar asks for `place`, best first.
    pub fn constants(self, place: Symbol) -> Vec<&'static str> {
        self.0.constants_of(place)
    }

    /// What blanks mean in it.
    pub fn blanks(self) -> Blanks {
        self.0.blanks()
    }
}

/// The program that a first line `#!/usr/bin/env NAME` or `#!/bin/NAME` names, without its version.
fn interpreter(first_bytes: &[u8]) -> Option<&str> {
    let line = first_bytes.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_whitespace();
    let mut name = program(words.next()?);
    if name == "env" {
        name = program(words.find(|word| !word.starts_with('-') && !word.contains('='))?);
    }
    Some(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

/// What follows the last slash.
fn program(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Language {}

/// No language of this name is in this build.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown language `{name}`{}; the supported languages are {}", self.hint(), self.known.join(", "))]
pub struct UnknownLanguage {
    name: String,
    nearest: Option<&'static str>,
    known: Vec<&'static str>,
}

impl UnknownLanguage {
    fn new(name: &str) -> Self {
        let known: Vec<&'static str> = Language::all().map(Language::name).collect();
        let all =
            Language::all().flat_map(|language| language.0.names().map(move |own| (own, language.name())));
        let nearest = all
            .map(|(own, name_of)| {
                // Of equally near names one of the same length: letters change places more often than they go.
                (
                    strsim::levenshtein(&name.to_ascii_lowercase(), own),
                    own.len().abs_diff(name.len()),
                    name_of,
                )
            })
            .min_by_key(|(distance, longer, _)| (*distance, *longer))
            .filter(|(distance, ..)| *distance <= 1 + name.len() / 4)
            .map(|(.., nearest)| nearest);
        Self { name: name.to_owned(), nearest, known }
    }

    fn hint(&self) -> String {
        self.nearest.map(|nearest| format!(" (did you mean `{nearest}`?)")).unwrap_or_default()
    }

    /// The known language whose name is much like it.
    pub const fn nearest(&self) -> Option<&'static str> {
        self.nearest
    }
}
