//! What an input is written in, as the words say.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;
use dwindle_syntax::notation::Notation;

use crate::args;
use crate::error::CliError;
use crate::settings::{Brought, SyntaxChoice};
use crate::text::escaped;

/// The language or grammar that was named.
///
/// # Errors
/// A language that is not known, or a grammar that cannot be read or worked with.
pub fn syntax(words: &args::Syntax) -> Result<SyntaxChoice, CliError> {
    match (words.language.as_deref(), words.grammar.as_slice()) {
        (Some("none"), _) => Ok(SyntaxChoice::Text),
        (Some(name), _) => Language::by_name(name).map(SyntaxChoice::Language).map_err(|error| {
            CliError::usage(format!("--language {name}: {error}"))
                .hint("`dwindle languages` lists the supported languages; --grammar FILE adds another")
        }),
        (None, []) => Ok(SyntaxChoice::ByName),
        (None, files) => brought(files, words.start.as_deref()),
    }
}

fn brought(files: &[OsString], start: Option<&str>) -> Result<SyntaxChoice, CliError> {
    let mut sources = Vec::with_capacity(files.len());
    for file in files {
        let shown = escaped(file);
        let bytes = fs::read(Path::new(file)).map_err(|error| {
            CliError::usage(format!("cannot read the grammar {shown}: {error}"))
                .hint("give a file in EBNF, BNF, ANTLR 4 or the Fuzzing Book's JSON form")
        })?;
        let source = String::from_utf8(bytes).map_err(|_| {
            CliError::usage(format!("the grammar {shown} is not valid UTF-8"))
                .hint("the file to reduce is an operand; --grammar names the grammar of its language")
        })?;
        sources.push((shown, source));
    }
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(name, source)| (name.as_str(), source.as_str())).collect();
    let notation = match sources.as_slice() {
        [(name, source)] => Notation::read(name, source, start),
        several => Notation::from_antlr(several, start),
    };
    let notation = notation.map_err(|error| CliError::usage(format!("--grammar: {error}")))?;
    let earley = Earley::new(notation.grammar, notation.lexis.as_ref()).map_err(|error| {
        CliError::usage(format!("--grammar {}: {error}", sources[0].0))
            .hint("rewrite the token so that a regular expression can match it")
    })?;
    let texts = sources.iter().map(|(_, source)| *source).chain(start);
    let source = texts.collect::<Vec<_>>().join("\0").into_bytes();
    let warnings = notation.warnings.iter().map(ToString::to_string).collect();
    Ok(SyntaxChoice::Grammar(Arc::new(Brought { earley: Arc::new(earley), source, warnings })))
}
