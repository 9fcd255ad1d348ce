//! Reads one `.g4` file: its head, its options and its rules, with nothing resolved yet.

use super::super::draft::At;
use super::super::error::NotationError;
use super::super::source::Source;
use super::rules::{LexerRule, ParserRule, Reader, Reading};
use super::words::{Word, option, without_comments};

/// What a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Combined,
    Lexer,
    Parser,
}

/// A file as it was written. The expressions of its rules lie in [`Reading`]'s drafts.
#[derive(Debug, Default)]
pub(super) struct File {
    pub(super) kind: Kind,
    pub(super) name: Box<str>,
    /// Grammars whose rules belong to this one too, with where they are named.
    pub(super) imports: Vec<(Box<str>, At)>,
    /// The lexer grammar that it takes its tokens from.
    pub(super) vocabulary: Option<(Box<str>, At)>,
    /// Tokens without rules.
    pub(super) tokens: Vec<(Box<str>, At)>,
    pub(super) parser_rules: Vec<ParserRule>,
    pub(super) lexer_rules: Vec<LexerRule>,
}

/// Reads the file of that number.
pub(super) fn read(source: Source<'_>, number: usize, reading: &mut Reading) -> Result<File, NotationError> {
    Reader::new(source, number, reading)?.file()
}

impl Reader<'_, '_> {
    fn file(&mut self) -> Result<File, NotationError> {
        let kind = match self.words.word(0) {
            Some(Word::Name(word)) if &**word == "lexer" => Kind::Lexer,
            Some(Word::Name(word)) if &**word == "parser" => Kind::Parser,
            Some(Word::Name(word)) if &**word == "grammar" => Kind::Combined,
            _ => return Err(self.words.unexpected("`grammar`, `lexer grammar` or `parser grammar`")),
        };
        self.words.next += usize::from(kind != Kind::Combined);
        if !self.words.take(&Word::Name("grammar".into())) {
            return Err(self.words.unexpected("`grammar`"));
        }
        let name = self.words.name("the grammar's name")?;
        self.words.sign(";")?;
        let mut file = File { kind, name, ..File::default() };
        while !self.words.is_at_end() {
            self.item(&mut file)?;
        }
        Ok(file)
    }

    /// Reads options, imports, tokens, actions, a mode's head, or a rule.
    fn item(&mut self, file: &mut File) -> Result<(), NotationError> {
        let at = self.words.at();
        if self.words.take_sign("@") {
            return self.skip_action();
        }
        let Some(Word::Name(name)) = self.words.word(0).cloned() else {
            return Err(self.words.unexpected("a rule"));
        };
        match (&*name, self.words.word(1).cloned()) {
            ("options", Some(Word::Braces(content))) => {
                self.words.next += 2;
                self.ignore_case =
                    option(&content, "caseInsensitive").map_or(self.ignore_case, |v| v == "true");
                if let Some(vocabulary) = option(&content, "tokenVocab") {
                    file.vocabulary = Some((vocabulary.into(), at));
                }
            }
            ("tokens", Some(Word::Braces(content))) => {
                self.words.next += 2;
                let names = content.split(',').map(|name| without_comments(name).trim().to_owned());
                file.tokens.extend(names.filter(|name| !name.is_empty()).map(|name| (name.into(), at)));
            }
            ("channels", Some(Word::Braces(_))) => self.words.next += 2,
            ("import", Some(Word::Name(_))) => {
                self.words.next += 1;
                loop {
                    let at = self.words.at();
                    let mut import = self.words.name("a grammar's name")?;
                    if self.words.take_sign("=") {
                        import = self.words.name("a grammar's name")?;
                    }
                    file.imports.push((import, at));
                    if !self.words.take_sign(",") {
                        break;
                    }
                }
                self.words.sign(";")?;
            }
            ("mode", Some(Word::Name(mode))) => {
                self.words.next += 2;
                self.mode = if &*mode == "DEFAULT_MODE" { "".into() } else { mode };
                self.words.sign(";")?;
            }
            _ => self.rule(&mut file.parser_rules, &mut file.lexer_rules)?,
        }
        Ok(())
    }
}
