//! The languages of the competition: grammar files beside the code, read as a user's are.

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::notation::Notation;

/// Grammar files, in the order in which they are listed.
const FILES: [(&str, &str); 6] = [
    ("arithmetic.json", include_str!("../../competition/arithmetic.json")),
    ("url.json", include_str!("../../competition/url.json")),
    ("cgi.json", include_str!("../../competition/cgi.json")),
    ("json.ebnf", include_str!("../../competition/json.ebnf")),
    ("html.ebnf", include_str!("../../competition/html.ebnf")),
    ("program.ebnf", include_str!("../../competition/program.ebnf")),
];

/// A language with its parser.
#[derive(Clone, Debug)]
pub(super) struct Language {
    /// The name of its file without the ending.
    pub(super) name: &'static str,
    pub(super) parser: Arc<Earley>,
}

impl Language {
    /// All of them.
    ///
    /// # Errors
    /// When a grammar file cannot be read, or is not free of warnings.
    pub(super) fn all() -> Result<Vec<Self>> {
        FILES.iter().map(|(file, source)| Self::read(file, source)).collect()
    }

    /// The one of this name.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn named(name: &str) -> Result<Self> {
        let found = Self::all()?.into_iter().find(|language| language.name == name);
        found.with_context(|| format!("there is no grammar of {name}"))
    }

    fn read(file: &'static str, source: &str) -> Result<Self> {
        let notation = Notation::read(file, source, None)?;
        ensure!(notation.warnings.is_empty(), "{file}: {:?}", notation.warnings);
        let parser = Earley::new(notation.grammar, notation.lexis.as_ref())?;
        let name = file.split_once('.').map_or(file, |(name, _)| name);
        Ok(Self { name, parser: Arc::new(parser) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_grammars_are_read_without_warnings() {
        let names: Vec<&str> = Language::all().unwrap().iter().map(|language| language.name).collect();
        assert_eq!(names, ["arithmetic", "url", "cgi", "json", "html", "program"]);
    }
}
