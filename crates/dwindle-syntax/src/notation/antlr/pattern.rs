//! Regular expressions of lexer rules.

use std::collections::HashMap;

use dwindle::grammar::Class;

use super::super::draft::{At, Draft, Expression, Id};
use super::super::error::NotationError;
use super::super::source::Sources;
use super::rules::LexerRule;
use super::sets;

/// Patterns are not made longer than this.
const LONGEST: usize = 1 << 17;

/// What the patterns of lexer rules are made of.
#[derive(Debug)]
pub(super) struct Patterns<'a> {
    pub(super) sources: Sources<'a>,
    pub(super) draft: &'a Draft,
    pub(super) rules: &'a [LexerRule],
    pub(super) by_name: HashMap<&'a str, usize>,
}

/// A pattern that was made.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) pattern: String,
    /// Whether a rule in it uses itself, so that it matches only what is nested some times.
    pub(super) cut_short: bool,
}

enum Task<'a> {
    Write(&'static str),
    Expression(Id),
    /// A rule's alternatives begin or end.
    Enter(&'a LexerRule, usize),
    Leave(usize),
}

impl<'a> Patterns<'a> {
    /// The pattern of one alternative of a rule, or of all, with rules that use themselves put into themselves up
    /// to `nesting` times. None if it gets too long.
    pub(super) fn of(
        &self,
        number: usize,
        alternative: Option<usize>,
        nesting: usize,
    ) -> Result<Option<Made>, NotationError> {
        let any_ignores_case = self.rules.iter().any(|rule| rule.ignore_case);
        let mut made = Made { pattern: String::new(), cut_short: false };
        let mut open = vec![0; self.rules.len()];
        let mut tasks = Vec::new();
        match alternative {
            None => tasks.push(Task::Enter(&self.rules[number], number)),
            Some(alternative) => {
                open[number] = 1;
                tasks.push(Task::Write(")"));
                tasks.push(Task::Expression(self.rules[number].alternatives[alternative].0));
                tasks.push(Task::Write(if self.rules[number].ignore_case { "(?i:" } else { "(?:" }));
            }
        }
        while let Some(task) = tasks.pop() {
            if made.pattern.len() > LONGEST {
                return Ok(None);
            }
            match task {
                Task::Write(text) => made.pattern.push_str(text),
                Task::Leave(number) => open[number] -= 1,
                Task::Enter(_, number) if open[number] >= nesting => {
                    made.pattern.push_str(sets::NOTHING);
                    made.cut_short = true;
                }
                Task::Enter(rule, number) => {
                    open[number] += 1;
                    made.pattern.push_str(match (any_ignores_case, rule.ignore_case) {
                        (false, _) => "(?:",
                        (true, true) => "(?i:",
                        (true, false) => "(?-i:",
                    });
                    tasks.push(Task::Leave(number));
                    tasks.push(Task::Write(")"));
                    for (place, (body, _)) in rule.alternatives.iter().enumerate().rev() {
                        tasks.push(Task::Expression(*body));
                        if place > 0 {
                            tasks.push(Task::Write("|"));
                        }
                    }
                }
                Task::Expression(id) => self.expression(id, &mut made.pattern, &mut tasks)?,
            }
        }
        Ok(Some(made))
    }

    fn expression(&self, id: Id, out: &mut String, tasks: &mut Vec<Task<'a>>) -> Result<(), NotationError> {
        match self.draft.get(id) {
            Expression::Name(name, _) => {
                let number = self.by_name[&**name];
                tasks.push(Task::Enter(&self.rules[number], number));
            }
            Expression::Text(text) => out.push_str(&regex_syntax::escape(&String::from_utf8_lossy(text))),
            Expression::Class(class) => out.push_str(&sets::pattern(class)),
            Expression::Any => out.push_str("(?s:.)"),
            Expression::Not(inner, at) => out.push_str(&sets::pattern(&self.set(*inner, *at)?.negated())),
            Expression::Optional(part) => {
                out.push_str("(?:");
                tasks.extend([Task::Write(")?"), Task::Expression(*part)]);
            }
            Expression::Repeat { item, at_least_one, lazy } => {
                out.push_str("(?:");
                let end = match (at_least_one, lazy) {
                    (true, true) => ")+?",
                    (true, false) => ")+",
                    (false, true) => ")*?",
                    (false, false) => ")*",
                };
                tasks.extend([Task::Write(end), Task::Expression(*item)]);
            }
            Expression::Alternatives(sequences) => {
                out.push_str("(?:");
                tasks.push(Task::Write(")"));
                for (place, sequence) in sequences.iter().enumerate().rev() {
                    tasks.extend(sequence.iter().rev().map(|part| Task::Expression(*part)));
                    if place > 0 {
                        tasks.push(Task::Write("|"));
                    }
                }
            }
            Expression::OneOf(_) => unreachable!("lexer rules have no sets of tokens"),
        }
        Ok(())
    }

    /// The characters that an expression is one of.
    fn set(&self, id: Id, at: At) -> Result<Class, NotationError> {
        let not_a_set = || {
            let what = "`~` before anything but characters and sets of them";
            self.sources.not_supported(at, what, "write it as a set, such as `~[a-z]`")
        };
        let mut ranges = Vec::new();
        let mut entered = vec![false; self.rules.len()];
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            match self.draft.get(id) {
                Expression::Class(class) => ranges.extend_from_slice(class.ranges()),
                Expression::Text(text) => {
                    let text = String::from_utf8_lossy(text);
                    let mut characters = text.chars();
                    let (Some(only), None) = (characters.next(), characters.next()) else {
                        return Err(not_a_set());
                    };
                    ranges.push((only, only));
                }
                Expression::Alternatives(sequences) => {
                    for sequence in sequences {
                        let [only] = sequence[..] else { return Err(not_a_set()) };
                        stack.push(only);
                    }
                }
                Expression::Name(name, _) => {
                    let number = self.by_name[&**name];
                    if std::mem::replace(&mut entered[number], true) {
                        continue;
                    }
                    stack.extend(self.rules[number].alternatives.iter().map(|(body, _)| *body));
                }
                _ => return Err(not_a_set()),
            }
        }
        Ok(Class::new(ranges))
    }
}
