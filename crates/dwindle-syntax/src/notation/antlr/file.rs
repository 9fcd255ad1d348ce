//! Reads one `.g4` file: its head, its options and its rules, with nothing resolved yet.

use std::collections::HashMap;

use super::super::draft::{Draft, Expression, Groups, Id};
use super::super::error::{NotationError, Problem, Warning};
use super::super::place::{At, Source};
use super::sets;
use super::words::{Spot, Word, words};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Combined,
    Lexer,
    Parser,
}

/// A file as it was written. The expressions of its rules lie in [`Reading`]'s drafts.
#[derive(Debug)]
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

#[derive(Clone, Debug)]
pub(super) struct ParserRule {
    pub(super) name: Box<str>,
    pub(super) at: At,
    pub(super) body: Id,
    /// Whether it says where the input ends.
    pub(super) eof: bool,
}

#[derive(Clone, Debug)]
pub(super) struct LexerRule {
    pub(super) name: Box<str>,
    pub(super) at: At,
    /// Its alternatives, each with what to do when it matches.
    pub(super) alternatives: Vec<(Id, Vec<Command>)>,
    pub(super) fragment: bool,
    pub(super) ignore_case: bool,
    /// The mode that it belongs to; empty for the default mode.
    pub(super) mode: Box<str>,
}

/// `-> skip`, `-> type(X)`.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) name: Box<str>,
    pub(super) argument: Box<str>,
    pub(super) at: At,
}

/// What is read from all files together.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The expressions of parser rules.
    pub(super) parser: Draft,
    /// The expressions of lexer rules.
    pub(super) lexer: Draft,
    pub(super) warnings: Vec<Warning>,
}

/// Reads the file of that number.
pub(super) fn read(source: Source<'_>, number: usize, reading: &mut Reading) -> Result<File, NotationError> {
    let words = words(source)?;
    let mut reader = Reader { source, number, words, next: 0, reading, ignore_case: false, mode: "".into() };
    reader.file()
}

struct Reader<'a, 'r> {
    source: Source<'a>,
    number: usize,
    words: Vec<Spot>,
    next: usize,
    reading: &'r mut Reading,
    ignore_case: bool,
    mode: Box<str>,
}

impl Reader<'_, '_> {
    fn file(&mut self) -> Result<File, NotationError> {
        let kind = match self.take_name() {
            Some(word) if &*word == "lexer" => Kind::Lexer,
            Some(word) if &*word == "parser" => Kind::Parser,
            Some(word) if &*word == "grammar" => {
                self.next -= 1;
                Kind::Combined
            }
            Some(_) => {
                self.next -= 1;
                return Err(self.unexpected("`grammar`, `lexer grammar` or `parser grammar`"));
            }
            None => return Err(self.unexpected("`grammar`, `lexer grammar` or `parser grammar`")),
        };
        if self.take_name().as_deref() != Some("grammar") {
            self.next = self.next.saturating_sub(1);
            return Err(self.unexpected("`grammar`"));
        }
        let name = self.name("the grammar's name")?;
        self.sign(";")?;
        let mut file = File {
            kind,
            name,
            imports: Vec::new(),
            vocabulary: None,
            tokens: Vec::new(),
            parser_rules: Vec::new(),
            lexer_rules: Vec::new(),
        };
        while self.next < self.words.len() {
            self.item(&mut file)?;
        }
        Ok(file)
    }

    /// Reads options, imports, tokens, actions, a mode's head, or a rule.
    fn item(&mut self, file: &mut File) -> Result<(), NotationError> {
        let at = self.at();
        if self.take("@") {
            return self.skip_action();
        }
        let Some(Word::Name(name)) = self.word(0).cloned() else {
            return Err(self.unexpected("a rule"));
        };
        match (&*name, self.word(1).cloned()) {
            ("options", Some(Word::Braces(content))) => {
                self.next += 2;
                let options = options(&content);
                self.ignore_case = options.get("caseInsensitive").map_or(self.ignore_case, |v| v == "true");
                if let Some(vocabulary) = options.get("tokenVocab") {
                    file.vocabulary = Some((vocabulary.as_str().into(), at));
                }
            }
            ("tokens", Some(Word::Braces(content))) => {
                self.next += 2;
                let names = content.split(',').map(|name| without_comments(name).trim().to_owned());
                file.tokens.extend(names.filter(|name| !name.is_empty()).map(|name| (name.into(), at)));
            }
            ("channels", Some(Word::Braces(_))) => self.next += 2,
            ("import", Some(Word::Name(_))) => {
                self.next += 1;
                loop {
                    let at = self.at();
                    let mut import = self.name("a grammar's name")?;
                    if self.take("=") {
                        import = self.name("a grammar's name")?;
                    }
                    file.imports.push((import, at));
                    if !self.take(",") {
                        break;
                    }
                }
                self.sign(";")?;
            }
            ("mode", Some(Word::Name(mode))) => {
                self.next += 2;
                self.mode = if &*mode == "DEFAULT_MODE" { "".into() } else { mode };
                self.sign(";")?;
            }
            _ => self.rule(file)?,
        }
        Ok(())
    }

    /// `@members {...}`, `@parser::header {...}`; the sign is read already.
    fn skip_action(&mut self) -> Result<(), NotationError> {
        self.name("an action's name")?;
        if self.take("::") {
            self.name("an action's name")?;
        }
        if !matches!(self.word(0), Some(Word::Braces(_))) {
            return Err(self.unexpected("an action in braces"));
        }
        self.next += 1;
        Ok(())
    }

    fn rule(&mut self, file: &mut File) -> Result<(), NotationError> {
        while matches!(self.word(0), Some(Word::Name(w)) if matches!(&**w, "public" | "private" | "protected"))
        {
            self.next += 1;
        }
        let fragment = matches!(self.word(0), Some(Word::Name(word)) if &**word == "fragment");
        self.next += usize::from(fragment);
        let at = self.at();
        let name = self.name("a rule's name")?;
        let ignore_case = self.rule_head()?;
        self.sign(":")?;
        if name.starts_with(char::is_uppercase) {
            let alternatives = self.lexer_body(at)?;
            let mode = self.mode.clone();
            file.lexer_rules.push(LexerRule { name, at, alternatives, fragment, ignore_case, mode });
        } else {
            let first = self.next;
            let body = self.parser_body(at)?;
            let is_eof = |spot: &Spot| matches!(&spot.word, Word::Name(name) if &**name == "EOF");
            let eof = self.words[first..self.next].iter().any(is_eof);
            file.parser_rules.push(ParserRule { name, at, body, eof });
        }
        self.sign(";")?;
        while matches!(self.word(0), Some(Word::Name(word)) if matches!(&**word, "catch" | "finally"))
            && matches!(self.word(1), Some(Word::Brackets(_) | Word::Braces(_)))
        {
            self.next += 1;
            while matches!(self.word(0), Some(Word::Brackets(_) | Word::Braces(_))) {
                self.next += 1;
            }
        }
        Ok(())
    }

    /// Arguments, results, options and actions between a rule's name and its colon; whether it ignores case.
    fn rule_head(&mut self) -> Result<bool, NotationError> {
        let mut ignore_case = self.ignore_case;
        loop {
            match self.word(0).cloned() {
                Some(Word::Name(word)) if &*word == "options" => {
                    self.next += 1;
                    if let Some(Word::Braces(content)) = self.word(0) {
                        ignore_case =
                            options(content).get("caseInsensitive").map_or(ignore_case, |v| v == "true");
                    }
                }
                Some(Word::Sign("@")) => {
                    self.next += 1;
                    self.skip_action()?;
                }
                Some(Word::Name(_) | Word::Brackets(_) | Word::Braces(_) | Word::Sign(",")) => self.next += 1,
                _ => return Ok(ignore_case),
            }
        }
    }

    fn parser_body(&mut self, at: At) -> Result<Id, NotationError> {
        let mut groups = Groups::new(at);
        while !self.at_end_of_rule(&mut groups)? {
            if self.take("#") {
                self.name("the alternative's label")?;
            } else {
                self.part(&mut groups, false)?;
            }
        }
        Ok(groups.close(&mut self.reading.parser).0)
    }

    fn lexer_body(&mut self, at: At) -> Result<Vec<(Id, Vec<Command>)>, NotationError> {
        let mut alternatives = Vec::new();
        loop {
            let mut groups = Groups::new(at);
            let mut commands = Vec::new();
            while !self.at_end_of_rule(&mut groups)? {
                if groups.depth() == 0 && self.is("|") {
                    break;
                }
                if self.take("->") {
                    commands = self.commands()?;
                } else {
                    self.part(&mut groups, true)?;
                }
            }
            alternatives.push((groups.close(&mut self.reading.lexer).0, commands));
            if !self.take("|") {
                return Ok(alternatives);
            }
        }
    }

    fn at_end_of_rule(&self, groups: &mut Groups) -> Result<bool, NotationError> {
        if self.next < self.words.len() && !self.is(";") {
            return Ok(false);
        }
        if groups.depth() > 0 {
            let (_, at) = groups.innermost().opened;
            let problem = Problem::Unterminated("this `(`".into(), "`)` before the end of the rule".into());
            return Err(self.source.error(at.offset, problem));
        }
        Ok(true)
    }

    fn commands(&mut self) -> Result<Vec<Command>, NotationError> {
        let mut commands = Vec::new();
        loop {
            let at = self.at();
            let name = self.name("a command, such as `skip`")?;
            let mut argument = "".into();
            if self.take("(") {
                argument = match self.word(0) {
                    Some(Word::Name(word)) => word.clone(),
                    _ => return Err(self.unexpected("the command's argument")),
                };
                self.next += 1;
                self.sign(")")?;
            }
            commands.push(Command { name, argument, at });
            if !self.take(",") {
                return Ok(commands);
            }
        }
    }

    /// Reads one part of an alternative.
    fn part(&mut self, groups: &mut Groups, lexer: bool) -> Result<(), NotationError> {
        let at = self.at();
        let negated = self.take("~").then_some(at);
        let inner = self.at();
        let word = self.word(0).cloned();
        self.next += 1;
        let expression = match word {
            Some(Word::Sign("|")) if negated.is_none() => {
                groups.next_alternative();
                return Ok(());
            }
            Some(Word::Sign("(")) => {
                groups.open('(', inner, negated);
                return Ok(());
            }
            Some(Word::Sign(")")) if negated.is_none() && groups.depth() > 0 => {
                let draft = if lexer { &mut self.reading.lexer } else { &mut self.reading.parser };
                let (id, group) = groups.close(draft);
                let id = match group.negated {
                    Some(at) => draft.add(Expression::Not(id, at)),
                    None => id,
                };
                self.push(groups, id, lexer);
                return Ok(());
            }
            Some(Word::Braces(_)) if negated.is_none() => {
                self.action(at);
                return Ok(());
            }
            Some(Word::Sign("<")) if negated.is_none() => {
                while self.next < self.words.len() && !self.take(">") {
                    self.next += 1;
                }
                return Ok(());
            }
            Some(Word::Name(_)) if !lexer && negated.is_none() && (self.is("=") || self.is("+=")) => {
                self.next += 1;
                return Ok(());
            }
            Some(Word::Name(name)) if &*name == "EOF" => Expression::Alternatives(vec![Vec::new()]),
            Some(Word::Name(name)) => Expression::Name(name, inner),
            Some(Word::Literal(text)) => self.literal(&text, inner)?,
            Some(Word::Brackets(content)) if lexer => {
                Expression::Class(sets::set(self.source, &content, inner.offset + 1)?)
            }
            // Arguments of the rule named before.
            Some(Word::Brackets(_)) if negated.is_none() => return Ok(()),
            Some(Word::Sign(".")) => Expression::Any,
            _ => {
                self.next -= 1;
                return Err(self.unexpected("a rule's name, a literal, `(`, or the rule's end `;`"));
            }
        };
        let draft = if lexer { &mut self.reading.lexer } else { &mut self.reading.parser };
        let mut id = draft.add(expression);
        if let Some(at) = negated {
            id = draft.add(Expression::Not(id, at));
        }
        self.push(groups, id, lexer);
        Ok(())
    }

    /// Takes up an item with the operators behind it.
    fn push(&mut self, groups: &mut Groups, mut id: Id, lexer: bool) {
        let draft = if lexer { &mut self.reading.lexer } else { &mut self.reading.parser };
        let next = |reader: &[Spot], at: usize| match reader.get(at).map(|spot| &spot.word) {
            Some(Word::Sign(sign)) => *sign,
            _ => "",
        };
        loop {
            let sign = next(&self.words, self.next);
            if !matches!(sign, "?" | "*" | "+") {
                break;
            }
            self.next += 1;
            let lazy = next(&self.words, self.next) == "?";
            self.next += usize::from(lazy);
            id = draft.add(match sign {
                "?" => Expression::Optional(id),
                _ => Expression::Repeat { item: id, at_least_one: sign == "+", lazy },
            });
        }
        groups.push(id);
    }

    /// A literal, or a range from it to another.
    fn literal(&mut self, text: &str, at: At) -> Result<Expression, NotationError> {
        if !self.take("..") {
            return Ok(match text {
                "" => Expression::Alternatives(vec![Vec::new()]),
                _ => Expression::Text(text.as_bytes().into()),
            });
        }
        let Some(Word::Literal(last)) = self.word(0).cloned() else {
            return Err(self.unexpected("the last character of the range, in single quotes"));
        };
        self.next += 1;
        let (mut low, mut high) = (text.chars(), last.chars());
        match (low.next(), low.next(), high.next(), high.next()) {
            (Some(low), None, Some(high), None) if low <= high => {
                Ok(Expression::Class(dwindle::grammar::Class::new([(low, high)])))
            }
            _ => Err(self
                .source
                .unexpected(at.offset, "a range between two characters, the first before the last")),
        }
    }

    /// Warns of an action or a predicate; both are skipped.
    fn action(&mut self, at: At) {
        let message = if self.take("?") {
            "semantic predicates are not supported; this one is assumed to be true"
        } else {
            "actions are not run; this one is skipped"
        };
        self.reading.warnings.push(self.source.warning(at.offset, message));
        // Options of predicates: `{...}? <fail='...'>`.
    }

    fn word(&self, ahead: usize) -> Option<&Word> {
        self.words.get(self.next + ahead).map(|spot| &spot.word)
    }

    fn at(&self) -> At {
        let offset = self.words.get(self.next).map_or(self.source.text.len(), |spot| spot.at);
        At { file: self.number, offset }
    }

    fn unexpected(&self, expected: &str) -> NotationError {
        self.source.unexpected(self.at().offset, expected)
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.word(0), Some(Word::Sign(found)) if *found == sign)
    }

    fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        self.next += usize::from(is);
        is
    }

    fn sign(&mut self, sign: &str) -> Result<(), NotationError> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn take_name(&mut self) -> Option<Box<str>> {
        let Some(Word::Name(name)) = self.word(0).cloned() else { return None };
        self.next += 1;
        Some(name)
    }

    fn name(&mut self, expected: &str) -> Result<Box<str>, NotationError> {
        self.take_name().ok_or_else(|| self.unexpected(expected))
    }
}

/// `a = b; c = d;` as a map.
fn options(content: &str) -> HashMap<String, String> {
    let pairs = content.split(';').filter_map(|option| {
        without_comments(option)
            .split_once('=')
            .map(|(k, v)| (k.trim().to_owned(), v.trim().trim_matches('\'').to_owned()))
    });
    pairs.collect()
}

/// What is left of a text without its comments.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        out.push_str(&rest[..at]);
        let end = if rest[at..].starts_with("//") {
            rest[at..].find('\n')
        } else {
            rest[at..].find("*/").map(|end| end + 2)
        };
        rest = end.map_or("", |end| &rest[at + end..]);
    }
    out.push_str(rest);
    out
}
