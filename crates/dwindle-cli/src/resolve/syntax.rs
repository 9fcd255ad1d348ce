//! What an input is written in, as the words say.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;
use dwindle_syntax::notation::Notation;

use crate::args;
use crate::error::CliError;
use crate::settings::SyntaxChoice;

/// The language or grammar that was named.
///
/// # Errors
/// A language that is not known, or a grammar that cannot be read or worked with.
pub fn syntax(words: &args::Syntax) -> Result<SyntaxChoice, CliError> {
    match (words.language.as_deref(), words.grammar.as_slice()) {
        (Some("none"), _) => Ok(SyntaxChoice::Text),
        (Some(name), _) => Language::by_name(name).map(SyntaxChoice::Language).map_err(|error| {
            CliError::usage(format!("--language {name}: {error}"))
                .hint("`dwindle languages` lists those that are built in; --grammar FILE brings your own")
        }),
        (None, []) => Ok(SyntaxChoice::ByName),
        (None, files) => {
            let mut sources = Vec::with_capacity(files.len());
            for file in files {
                let shown = file.to_string_lossy().into_owned();
                let bytes = fs::read(Path::new(file))
                    .map_err(|error| CliError::usage(format!("cannot read the grammar {shown}: {error}")))?;
                let source = String::from_utf8(bytes)
                    .map_err(|_| CliError::usage(format!("the grammar {shown} is no text in UTF-8")))?;
                sources.push((shown, source));
            }
            let sources: Vec<(&str, &str)> =
                sources.iter().map(|(name, source)| (name.as_str(), source.as_str())).collect();
            let notation = notation(&sources, words.start.as_deref())?;
            let earley = Earley::new(notation.grammar, notation.lexis.as_ref())
                .map_err(|error| CliError::usage(format!("--grammar {}: {error}", sources[0].0)))?;
            Ok(SyntaxChoice::Grammar(Arc::new(earley)))
        }
    }
}

fn notation(sources: &[(&str, &str)], start: Option<&str>) -> Result<Notation, CliError> {
    let (name, source) = sources[0];
    Notation::read(name, source, start).map_err(|error| CliError::usage(format!("--grammar {name}: {error}")))
}
