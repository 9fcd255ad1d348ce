//! The tokens of parser rules: which texts stand for which lexer rules, and what `~` and `.` leave.

use std::collections::{HashMap, HashSet};

use super::super::draft::{At, Draft, Expression, Id, Terminal};
use super::super::error::NotationError;
use super::super::source::Sources;
use super::lexis::is_visible;
use super::pattern::Patterns;

/// What the parser rules know of tokens.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// Names of tokens in parser rules.
    pub(super) used: HashSet<Box<str>>,
    /// By lexer rule: whether it makes tokens that the parser sees.
    pub(super) visible: Vec<bool>,
    /// Lexer rules that are exactly one text.
    pub(super) texts: HashMap<usize, Box<str>>,
    /// The rules of those texts.
    by_text: HashMap<Box<[u8]>, Box<str>>,
    /// Texts in parser rules without a lexer rule, in the order of their first use.
    pub(super) implicit: Vec<Box<[u8]>>,
    /// All tokens that the parser sees.
    all: Vec<Terminal>,
}

impl Tokens {
    pub(super) fn new(patterns: &Patterns<'_>, parser: &Draft) -> Self {
        let visible = patterns.rules.iter().map(is_visible).collect();
        let mut tokens = Self { visible, ..Self::default() };
        for (number, rule) in patterns.rules.iter().enumerate() {
            if let ([(body, _)], false) = (rule.alternatives.as_slice(), rule.fragment)
                && let Expression::Text(text) = patterns.draft.get(*body)
            {
                tokens.texts.insert(number, String::from_utf8_lossy(text).into());
                tokens.by_text.entry(text.clone()).or_insert_with(|| rule.name.clone());
            }
        }
        let mut seen: HashSet<&[u8]> = HashSet::new();
        for expression in &parser.expressions {
            match expression {
                Expression::Text(text) if !tokens.by_text.contains_key(text) && seen.insert(text) => {
                    tokens.implicit.push(text.clone());
                }
                Expression::Name(name, _) => {
                    tokens.used.insert(name.clone());
                }
                _ => {}
            }
        }
        let implicit = tokens.implicit.iter().cloned().map(Terminal::Text);
        let named = patterns.rules.iter().zip(&tokens.visible).filter(|(_, visible)| **visible);
        tokens.all = implicit.chain(named.map(|(rule, _)| Terminal::Name(rule.name.clone()))).collect();
        tokens
    }

    /// Puts tokens in the place of their texts, and what they are one of in that of `~` and `.`.
    pub(super) fn resolve(&mut self, sources: Sources<'_>, parser: &mut Draft) -> Result<(), NotationError> {
        for index in 0..parser.expressions.len() {
            let replaced = match &parser.expressions[index] {
                Expression::Text(text) => self.by_text.get(text).map(|name| {
                    self.used.insert(name.clone());
                    Expression::Name(name.clone(), At::default())
                }),
                Expression::Any => Some(Expression::OneOf(self.all.clone())),
                Expression::Not(inner, at) => {
                    let not = terminals(sources, parser, *inner, *at)?;
                    let others = self.all.iter().filter(|terminal| !not.contains(terminal));
                    Some(Expression::OneOf(others.cloned().collect()))
                }
                _ => None,
            };
            if let Some(replaced) = replaced {
                parser.expressions[index] = replaced;
            }
        }
        Ok(())
    }
}

/// The tokens that an expression behind `~` is one of. What stands in it was resolved before.
fn terminals(sources: Sources<'_>, parser: &Draft, id: Id, at: At) -> Result<Vec<Terminal>, NotationError> {
    let mut terminals = Vec::new();
    let mut stack = vec![id];
    while let Some(id) = stack.pop() {
        match parser.get(id) {
            Expression::Name(name, _) => terminals.push(Terminal::Name(name.clone())),
            Expression::Text(text) => terminals.push(Terminal::Text(text.clone())),
            Expression::Alternatives(sequences) if sequences.iter().all(|one| one.len() == 1) => {
                stack.extend(sequences.iter().flatten());
            }
            _ => {
                let what = "`~` before anything but tokens";
                return Err(sources.not_supported(at, what, "write it as `~(A | B)`"));
            }
        }
    }
    Ok(terminals)
}
