//! EBNF and BNF, in the dialects that people write.
//!
//! | what | how |
//! |---|---|
//! | a rule | `name ::= ...`, `name := ...`, `name = ...`, `name : ...`, `name -> ...`, `<name> ::= ...` |
//! | its end | `;`, `.`, or the next rule's name with its sign |
//! | alternatives | `a \| b` |
//! | a sequence | `a b` or `a, b` |
//! | groups | `( a )`, optional `[ a ]` and `a?`, repeated `{ a }`, `a*`, `a+` and `{ a }-` |
//! | text | `"x"`, `'x'`, `#x41`; the empty one as `""`, `ε` or nothing at all |
//! | characters | `[a-z_]`, `[^"]`, `[#x20-#x7E]`, `"a".."z"` |
//! | comments | `(* *)`, `/* */`, `// ...`, `# ...` |
//!
//! **Square brackets** are options in ISO's and Wirth's EBNF and classes in that of the W3C. A grammar whose rules
//! end with `;` or `.` is of the first kind; there only what can be nothing else is a class (`[0-9]`, `[a-zA-Z_]`,
//! `[^"]`). In others they are classes, unless there are blanks behind `[` and before `]`, or what they hold is a
//! literal or the name of a rule.
//!
//! **Escapes** in literals and classes are `\n \r \t \f \b \0 \xNN \uNNNN \u{N}` and backslash with a sign. A literal
//! that would not end in its line with them is read without: `"\"` is a backslash.
//!
//! The grammar goes down to characters: every blank that a text may hold has to be in it. Exclusion (`a - b`), ISO's
//! repeat counts (`3 * a`) and special sequences (`? ... ?`) are not supported.

mod class;
mod words;

use std::collections::HashSet;

use dwindle::grammar::{Class, Spacing};

use self::words::{Brackets, Word, words};
use super::Notation;
use super::draft::{At, Body, Draft, Expression, Groups, Id};
use super::error::NotationError;
use super::normal::{Wanted, normalize};
use super::source::{Source, Sources};
use super::words::{Spot, Words};

impl Notation {
    /// Reads a grammar in EBNF or BNF.
    ///
    /// The start symbol is `start` (with or without angle brackets), else the first rule's. Repetitions with
    /// separators become lists: `x {"," x}`, `x ("," x)*`, `{x ","} x`.
    ///
    /// # Errors
    /// [`NotationError`], with the place in `source`; `name` stands for the file in messages.
    pub fn from_ebnf(source: &str, name: &str, start: Option<&str>) -> Result<Self, NotationError> {
        let source = Source { name, text: source };
        let draft = Reader::new(source)?.read()?;
        let wanted =
            Wanted { name, start, spacing: Spacing::Exact, as_written: false, unknown_tokens: false };
        let (grammar, warnings) = normalize(&draft, Sources(&[source]), wanted)?;
        Ok(Self { grammar, lexis: None, warnings })
    }
}

struct Reader<'a> {
    words: Words<'a, Word>,
    /// The names that have rules.
    defined: HashSet<Box<str>>,
    draft: Draft,
}

impl<'a> Reader<'a> {
    fn new(source: Source<'a>) -> Result<Self, NotationError> {
        let as_classes = words(source, Brackets::Class);
        let ended = |words: &[Spot<Word>]| words.iter().any(|spot| spot.word == Word::End);
        let words = match as_classes {
            Ok(words) if !ended(&words) => words,
            Ok(_) => words(source, Brackets::Option)?,
            Err(error) => words(source, Brackets::Option).map_err(|_| error)?,
        };
        let defined = words.windows(2).filter_map(|pair| match pair {
            [Spot { word: Word::Name(name), .. }, Spot { word: Word::Define, .. }] => Some(name.clone()),
            _ => None,
        });
        Ok(Self { defined: defined.collect(), words: Words::new(source, 0, words), draft: Draft::default() })
    }

    fn read(mut self) -> Result<Draft, NotationError> {
        while !self.words.is_at_end() {
            self.rule()?;
        }
        Ok(self.draft)
    }

    /// Whether a rule begins with the word that follows so many others.
    fn rule_begins(&self, ahead: usize) -> bool {
        matches!(self.words.word(ahead), Some(Word::Name(_)))
            && self.words.word(ahead + 1) == Some(&Word::Define)
    }

    fn rule(&mut self) -> Result<(), NotationError> {
        let at = self.words.at();
        let Some(Word::Name(name)) = self.words.word(0).cloned() else {
            return Err(self.words.unexpected("a rule's name"));
        };
        self.words.next += 1;
        if !self.words.take(&Word::Define) {
            return Err(self.words.unexpected(&format!("`::=` or `=` after the name `{name}`")));
        }
        let mut groups = Groups::new(at);
        while !self.words.is_at_end() && !self.words.is(&Word::End) && !self.rule_begins(0) {
            self.part(&mut groups)?;
        }
        if groups.depth() > 0 {
            let (bracket, at) = groups.innermost().opened;
            let expected = format!("`{}` before the end of the rule", closing(bracket));
            let what = format!("this `{bracket}`");
            return Err(self.words.source.unterminated(at.offset, &what, &expected));
        }
        self.words.take(&Word::End);
        let (body, _) = groups.close(&mut self.draft);
        self.draft.rule(&name, at, Body::Expression(body));
        Ok(())
    }

    /// Reads one word of a rule's body.
    fn part(&mut self, groups: &mut Groups) -> Result<(), NotationError> {
        let at = self.words.at();
        let word = self.words.word(0).cloned();
        match word {
            Some(Word::Name(name)) if &*name == "ε" => groups.push(self.nothing()),
            Some(Word::Name(name)) => groups.push(self.draft.add(Expression::Name(name, at))),
            Some(Word::Literal(text)) => {
                let id = self.literal(&text)?;
                groups.push(id);
            }
            Some(Word::Class(content)) => {
                let id = self.class(&content, at)?;
                groups.push(id);
            }
            Some(Word::Bar) => groups.next_alternative(),
            Some(Word::Comma) => {}
            Some(Word::Open(bracket)) => groups.open(bracket, at, None),
            Some(Word::Close(bracket)) => self.close(groups, bracket)?,
            Some(Word::Postfix(sign)) => {
                let Some(item) = groups.pop() else {
                    return Err(self.words.unexpected(&format!("something that `{sign}` can stand behind")));
                };
                let expression = match sign {
                    '?' => Expression::Optional(item),
                    _ => Expression::Repeat { item, at_least_one: sign == '+', lazy: false },
                };
                groups.push(self.draft.add(expression));
            }
            Some(Word::Minus) => self.minus(groups)?,
            Some(Word::Range) => {
                return Err(self.words.unexpected("a range between two characters in quotes"));
            }
            Some(Word::Define) => {
                return Err(self.words.unexpected("one name before this sign, or quotes around it"));
            }
            Some(Word::End) | None => return Err(self.words.unexpected("more of the rule")),
        }
        self.words.next += 1;
        Ok(())
    }

    fn nothing(&mut self) -> Id {
        self.draft.add(Expression::Alternatives(vec![Vec::new()]))
    }

    /// A literal, or a range from it to another.
    fn literal(&mut self, text: &str) -> Result<Id, NotationError> {
        if self.words.word(1) == Some(&Word::Range) {
            let Some(Word::Literal(last)) = self.words.word(2) else {
                self.words.next += 2;
                return Err(self.words.unexpected("the last character of the range, in quotes"));
            };
            let (Some(low), Some(high)) = (only(text), only(last)) else {
                return Err(self.words.unexpected("one character at each end of a range"));
            };
            if low > high {
                return Err(self.words.unexpected("a range's first character before its last"));
            }
            self.words.next += 2;
            return Ok(self.draft.add(Expression::Class(Class::new([(low, high)]))));
        }
        Ok(if text.is_empty() { self.nothing() } else { self.draft.text(text) })
    }

    /// A class, or a rule's name in brackets.
    fn class(&mut self, content: &str, at: At) -> Result<Id, NotationError> {
        if content.len() > 1 && self.defined.contains(content) {
            let name = self.draft.add(Expression::Name(content.into(), At { offset: at.offset + 1, ..at }));
            return Ok(self.draft.add(Expression::Optional(name)));
        }
        let class = class::class(self.words.source, content, at.offset + 1)?;
        Ok(self.draft.add(Expression::Class(class)))
    }

    fn close(&mut self, groups: &mut Groups, bracket: char) -> Result<(), NotationError> {
        if groups.depth() == 0 {
            return Err(self.words.unexpected("no closing bracket, as none is open"));
        }
        let (opened, at) = groups.innermost().opened;
        if closing(opened) != bracket {
            let line = self.words.source.place(at.offset);
            return Err(self
                .words
                .unexpected(&format!("`{}`, which closes `{opened}` at {line}", closing(opened))));
        }
        let (item, _) = groups.close(&mut self.draft);
        let id = match opened {
            '[' => self.draft.add(Expression::Optional(item)),
            '{' => self.draft.add(Expression::Repeat { item, at_least_one: false, lazy: false }),
            _ => item,
        };
        groups.push(id);
        Ok(())
    }

    /// `{ a }-`: at least one. Anything else is an exclusion.
    fn minus(&mut self, groups: &mut Groups) -> Result<(), NotationError> {
        let braces = self.words.before() == Some(&Word::Close('}'));
        let next = self.words.word(1);
        let ends = matches!(next, None | Some(Word::Bar | Word::End | Word::Comma | Word::Close(_)))
            || self.rule_begins(1);
        if braces
            && ends
            && let Some(id) = groups.pop()
            && let Expression::Repeat { at_least_one, .. } = self.draft.get_mut(id)
        {
            *at_least_one = true;
            groups.push(id);
            return Ok(());
        }
        let advice = "list what is left over; write a range as `[a-z]` or `\"a\"..\"z\"`";
        Err(self.words.source.not_supported(self.words.at().offset, "exclusion (`a - b`)", advice))
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '[' => ']',
        '{' => '}',
        _ => ')',
    }
}

/// The one character of a text.
fn only(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

#[cfg(test)]
mod tests;
