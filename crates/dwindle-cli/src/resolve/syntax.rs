//! What an input is written in, as the words say.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use dwindle_run::error::RunError;
use dwindle_run::settings::{Brought, SyntaxChoice};
use dwindle_run::text::escaped;
use dwindle_syntax::language::Language;

use crate::args;

/// The language or grammar that was named.
///
/// # Errors
/// A language that is not known, or a grammar that cannot be read or worked with.
pub fn syntax(words: &args::Syntax) -> Result<SyntaxChoice, RunError> {
    match (words.language.as_deref(), words.grammar.as_slice()) {
        (Some("none"), _) => Ok(SyntaxChoice::Text),
        (Some(name), _) => Language::by_name(name).map(SyntaxChoice::Language).map_err(|error| {
            RunError::usage(format!("--language {name}: {error}"))
                .hint("`dwindle languages` lists the supported languages; --grammar FILE adds another")
        }),
        (None, []) => Ok(SyntaxChoice::ByName),
        (None, files) => brought(files, words.start.as_deref()),
    }
}

fn brought(files: &[OsString], start: Option<&str>) -> Result<SyntaxChoice, RunError> {
    let mut sources = Vec::with_capacity(files.len());
    for file in files {
        let shown = escaped(file);
        let bytes = fs::read(Path::new(file)).map_err(|error| {
            RunError::usage(format!("cannot read the grammar {shown}: {error}"))
                .hint("give a file in EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON form")
        })?;
        let source = String::from_utf8(bytes).map_err(|_| {
            RunError::usage(format!("the grammar {shown} is not valid UTF-8"))
                .hint("the file to reduce is an operand; --grammar names the grammar of its language")
        })?;
        sources.push((shown, source));
    }
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(name, source)| (name.as_str(), source.as_str())).collect();
    Ok(SyntaxChoice::Grammar(Arc::new(Brought::read(&sources, start)?)))
}
