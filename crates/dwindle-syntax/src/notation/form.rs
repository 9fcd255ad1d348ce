//! Which form a grammar is written in.

use super::Notation;
use super::error::NotationError;

impl Notation {
    /// Reads a grammar in whichever form it is: by the end of its name (`.json`, `.g4`, `.ebnf`, `.bnf`), else by its
    /// look.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_told_by_the_name_and_else_by_the_look() {
        for (name, source, form) in [
            ("a.json", "", Form::FuzzingBook),
            ("a.G4", "", Form::Antlr),
            ("a.ebnf", "{", Form::Ebnf),
            ("a.txt", " {\"<a>\": [\"\"]}", Form::FuzzingBook),
            ("a", "/* x */\nlexer grammar X;", Form::Antlr),
            ("a", "grammar ::= rule;\nrule = 'x';", Form::Ebnf),
        ] {
            assert_eq!(Form::of(name, source), form, "{name}: {source}");
        }
    }
}
