//! Reads the rules of a `.g4` file, with nothing resolved yet.

use dwindle::grammar::Class;

use super::super::draft::{At, Draft, Expression, Groups, Id};
use super::super::error::{NotationError, Warning};
use super::super::source::Source;
use super::super::words::Words;
use super::sets;
use super::words::{Word, option, words};

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

impl Reading {
    /// The draft of the expressions of lexer rules, or of parser rules.
    fn draft(&mut self, lexer: bool) -> &mut Draft {
        if lexer { &mut self.lexer } else { &mut self.parser }
    }
}

/// Reads a file.
pub(super) struct Reader<'a, 'r> {
    pub(super) words: Words<'a, Word>,
    reading: &'r mut Reading,
    /// What the file says of all rules that follow, unless they say something else.
    pub(super) ignore_case: bool,
    /// The mode of the lexer rules that follow.
    pub(super) mode: Box<str>,
}

impl<'a, 'r> Reader<'a, 'r> {
    /// At the beginning of the file of that number.
    pub(super) fn new(
        source: Source<'a>,
        number: usize,
        reading: &'r mut Reading,
    ) -> Result<Self, NotationError> {
        let words = Words::new(source, number, words(source)?);
        Ok(Self { words, reading, ignore_case: false, mode: "".into() })
    }

    /// `@members {...}`, `@parser::header {...}`; the sign is read already.
    pub(super) fn skip_action(&mut self) -> Result<(), NotationError> {
        self.words.name("an action's name")?;
        if self.words.take_sign("::") {
            self.words.name("an action's name")?;
        }
        if !matches!(self.words.word(0), Some(Word::Braces(_))) {
            return Err(self.words.unexpected("an action in braces"));
        }
        self.words.next += 1;
        Ok(())
    }

    /// Reads a rule, and puts it to those of its kind.
    pub(super) fn rule(
        &mut self,
        parser_rules: &mut Vec<ParserRule>,
        lexer_rules: &mut Vec<LexerRule>,
    ) -> Result<(), NotationError> {
        while matches!(self.words.word(0), Some(Word::Name(w)) if matches!(&**w, "public" | "private" | "protected"))
        {
            self.words.next += 1;
        }
        let fragment = matches!(self.words.word(0), Some(Word::Name(word)) if &**word == "fragment");
        self.words.next += usize::from(fragment);
        let at = self.words.at();
        let name = self.words.name("a rule's name")?;
        let ignore_case = self.rule_head()?;
        self.words.sign(":")?;
        if name.starts_with(char::is_uppercase) {
            let alternatives = self.lexer_body(at)?;
            let mode = self.mode.clone();
            lexer_rules.push(LexerRule { name, at, alternatives, fragment, ignore_case, mode });
        } else {
            let first = self.words.next;
            let body = self.parser_body(at)?;
            let eof = self.words.since(first).any(|word| *word == Word::Name("EOF".into()));
            parser_rules.push(ParserRule { name, at, body, eof });
        }
        self.words.sign(";")?;
        while matches!(self.words.word(0), Some(Word::Name(word)) if matches!(&**word, "catch" | "finally"))
            && matches!(self.words.word(1), Some(Word::Brackets(_) | Word::Braces(_)))
        {
            self.words.next += 1;
            while matches!(self.words.word(0), Some(Word::Brackets(_) | Word::Braces(_))) {
                self.words.next += 1;
            }
        }
        Ok(())
    }

    /// Arguments, results, options and actions between a rule's name and its colon; whether it ignores case.
    fn rule_head(&mut self) -> Result<bool, NotationError> {
        let mut ignore_case = self.ignore_case;
        loop {
            match self.words.word(0).cloned() {
                Some(Word::Name(word)) if &*word == "options" => {
                    self.words.next += 1;
                    if let Some(Word::Braces(content)) = self.words.word(0) {
                        ignore_case = option(content, "caseInsensitive").map_or(ignore_case, |v| v == "true");
                    }
                }
                Some(Word::Sign("@")) => {
                    self.words.next += 1;
                    self.skip_action()?;
                }
                Some(Word::Name(_) | Word::Brackets(_) | Word::Braces(_) | Word::Sign(",")) => {
                    self.words.next += 1;
                }
                _ => return Ok(ignore_case),
            }
        }
    }

    fn parser_body(&mut self, at: At) -> Result<Id, NotationError> {
        let mut groups = Groups::new(at);
        while !self.at_end_of_rule(&mut groups)? {
            if self.words.take_sign("#") {
                self.words.name("the alternative's label")?;
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
                if groups.depth() == 0 && self.words.is_sign("|") {
                    break;
                }
                if self.words.take_sign("->") {
                    commands = self.commands()?;
                } else {
                    self.part(&mut groups, true)?;
                }
            }
            alternatives.push((groups.close(&mut self.reading.lexer).0, commands));
            if !self.words.take_sign("|") {
                return Ok(alternatives);
            }
        }
    }

    fn at_end_of_rule(&self, groups: &mut Groups) -> Result<bool, NotationError> {
        if !self.words.is_at_end() && !self.words.is_sign(";") {
            return Ok(false);
        }
        if groups.depth() > 0 {
            let (_, at) = groups.innermost().opened;
            let expected = "`)` before the end of the rule";
            return Err(self.words.source.unterminated(at.offset, "this `(`", expected));
        }
        Ok(true)
    }

    fn commands(&mut self) -> Result<Vec<Command>, NotationError> {
        let mut commands = Vec::new();
        loop {
            let at = self.words.at();
            let name = self.words.name("a command, such as `skip`")?;
            let mut argument = "".into();
            if self.words.take_sign("(") {
                argument = match self.words.word(0) {
                    Some(Word::Name(word)) => word.clone(),
                    _ => return Err(self.words.unexpected("the command's argument")),
                };
                self.words.next += 1;
                self.words.sign(")")?;
            }
            commands.push(Command { name, argument, at });
            if !self.words.take_sign(",") {
                return Ok(commands);
            }
        }
    }

    /// Reads one part of an alternative.
    fn part(&mut self, groups: &mut Groups, lexer: bool) -> Result<(), NotationError> {
        let at = self.words.at();
        let negated = self.words.take_sign("~").then_some(at);
        let inner = self.words.at();
        let word = self.words.word(0).cloned();
        self.words.next += 1;
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
                let draft = self.reading.draft(lexer);
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
                while !self.words.is_at_end() && !self.words.take_sign(">") {
                    self.words.next += 1;
                }
                return Ok(());
            }
            Some(Word::Name(_))
                if !lexer && negated.is_none() && (self.words.is_sign("=") || self.words.is_sign("+=")) =>
            {
                self.words.next += 1;
                return Ok(());
            }
            Some(Word::Name(name)) if &*name == "EOF" => Expression::Alternatives(vec![Vec::new()]),
            Some(Word::Name(name)) => Expression::Name(name, inner),
            Some(Word::Literal(text)) => self.literal(&text, inner)?,
            Some(Word::Brackets(content)) if lexer => {
                Expression::Class(sets::set(self.words.source, &content, inner.offset + 1)?)
            }
            // Arguments of the rule named before.
            Some(Word::Brackets(_)) if negated.is_none() => return Ok(()),
            Some(Word::Sign(".")) => Expression::Any,
            _ => {
                self.words.next -= 1;
                return Err(self.words.unexpected("a rule's name, a literal, `(`, or the rule's end `;`"));
            }
        };
        let draft = self.reading.draft(lexer);
        let mut id = draft.add(expression);
        if let Some(at) = negated {
            id = draft.add(Expression::Not(id, at));
        }
        self.push(groups, id, lexer);
        Ok(())
    }

    /// Takes up an item with the operators behind it.
    fn push(&mut self, groups: &mut Groups, mut id: Id, lexer: bool) {
        let draft = self.reading.draft(lexer);
        while let Some(Word::Sign(sign @ ("?" | "*" | "+"))) = self.words.word(0) {
            let at_least_one = *sign == "+";
            let optional = *sign == "?";
            self.words.next += 1;
            let lazy = self.words.take_sign("?");
            id = draft.add(if optional {
                Expression::Optional(id)
            } else {
                Expression::Repeat { item: id, at_least_one, lazy }
            });
        }
        groups.push(id);
    }

    /// A literal, or a range from it to another.
    fn literal(&mut self, text: &str, at: At) -> Result<Expression, NotationError> {
        if !self.words.take_sign("..") {
            return Ok(match text {
                "" => Expression::Alternatives(vec![Vec::new()]),
                _ => Expression::Text(text.as_bytes().into()),
            });
        }
        let Some(Word::Literal(last)) = self.words.word(0).cloned() else {
            return Err(self.words.unexpected("the last character of the range, in single quotes"));
        };
        self.words.next += 1;
        let (mut low, mut high) = (text.chars(), last.chars());
        match (low.next(), low.next(), high.next(), high.next()) {
            (Some(low), None, Some(high), None) if low <= high => {
                Ok(Expression::Class(Class::new([(low, high)])))
            }
            _ => {
                let expected = "a range between two characters, the first before the last";
                Err(self.words.source.unexpected(at.offset, expected))
            }
        }
    }

    /// Warns of an action or a predicate; both are skipped.
    fn action(&mut self, at: At) {
        let message = if self.words.take_sign("?") {
            "semantic predicates are not supported; this one is assumed to be true"
        } else {
            "actions are not run; this one is skipped"
        };
        self.reading.warnings.push(self.words.source.warning(at.offset, message));
    }
}
