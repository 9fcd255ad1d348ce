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
    use proptest::prelude::*;

    use super::super::to_ebnf;
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

    /// Reads a text in every form. What is read has a shortest text that is short.
    fn read_all(source: &str) {
        for name in ["x.json", "x.ebnf", "x.g4", "x"] {
            match Notation::read(name, source, None) {
                Ok(notation) => {
                    let grammar = &notation.grammar;
                    let printed = to_ebnf(grammar);
                    assert!(printed.contains("::="));
                    assert!(grammar.shortest(grammar.start()).is_none_or(|text| text.len() <= 1 << 20));
                }
                Err(error) => {
                    assert!(error.place.line >= 1 && error.place.column >= 1);
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_a_reader_panic(source in ".{0,200}") {
            read_all(&source);
        }

        #[test]
        fn no_mixture_of_words_makes_a_reader_panic(
            words in prop::collection::vec(prop::sample::select(WORDS), 0..40), antlr in any::<bool>()
        ) {
            let head = if antlr { "grammar G; s : 'x' ; " } else { "" };
            read_all(&format!("{head}{}", words.concat()));
        }
    }

    const WORDS: &[&str] = &[
        "a",
        "b",
        "A",
        "B",
        "<a>",
        " ::= ",
        " = ",
        " : ",
        "|",
        ";",
        ".",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "?",
        "*",
        "+",
        "'x'",
        "\"y\"",
        "'",
        "\"",
        "\\",
        "[a-z]",
        "[^\"]",
        "#x41",
        "#",
        "(*",
        "*)",
        "/*",
        "*/",
        "//",
        "\n",
        " ",
        ",",
        "-",
        "..",
        "~",
        "->",
        "skip",
        "fragment ",
        "mode X;",
        "options{a=b;}",
        "import L;",
        "EOF",
        "@x{}",
        "é",
        "\u{feff}",
        "*?",
        "\\u0041",
        "\\p{L}",
        "\"<a>\":",
        "{\"<a>\": [\"x<a>\", \"\"]}",
        "ε",
        "\r",
        "caseInsensitive",
        "tokens{T}",
    ];
}
