//! The lists and options that people write by other means: `x {"," x}`, `(x ",")* x`, `x x*`, `(x?)*`.
//!
//! Every rewriting keeps the language as it is.

use std::collections::HashMap;

use dwindle::grammar::{List, Rule, Symbol};

/// The rules made so far: those of named symbols first, then those of their parts.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) rules: Vec<Rule>,
    /// Each symbol's name or description.
    pub(super) descriptions: Vec<Box<str>>,
    /// How many of them are named.
    pub(super) named: usize,
    /// The rule that is being read: it gives new parts their descriptions.
    pub(super) owner: Box<str>,
    interned: HashMap<Rule, Symbol>,
}

/// Longer elements and separators than this are not looked for: nobody writes them.
const LONGEST: usize = 8;

impl Lists {
    pub(super) fn declare(&mut self, description: Box<str>, rule: Rule) -> Symbol {
        self.rules.push(rule);
        self.descriptions.push(description);
        // One above the largest symbol number stands for all that are too many; the builder refuses those.
        Symbol::new((self.rules.len() - 1).min(usize::from(u16::MAX)))
    }

    /// The symbol of a part; alike parts have the same.
    pub(super) fn intern(&mut self, rule: Rule) -> Symbol {
        if let Some(symbol) = self.interned.get(&rule) {
            return *symbol;
        }
        let description = self.describe(&rule);
        let symbol = self.declare(description, rule.clone());
        self.interned.insert(rule, symbol);
        symbol
    }

    /// The rule of a symbol that its author did not name.
    pub(super) fn anonymous(&self, symbol: Symbol) -> Option<&Rule> {
        if symbol.index() < self.named { None } else { self.rules.get(symbol.index()) }
    }

    /// `part?`: an optional list is a list that may be empty.
    pub(super) fn optional(&self, part: Symbol) -> Rule {
        match self.anonymous(part) {
            Some(Rule::List(list)) => Rule::List(List { at_least_one: false, ..*list }),
            Some(optional @ Rule::Optional(_)) => optional.clone(),
            _ => Rule::Optional(part),
        }
    }

    /// `item*` or `item+`: repetitions of what may be absent or is repeated itself are one repetition, or there
    /// would be infinitely many trees for one text.
    pub(super) fn repeat(&self, item: Symbol, at_least_one: bool) -> Rule {
        let (element, always) = match self.anonymous(item) {
            Some(Rule::Optional(part)) => (*part, false),
            Some(Rule::List(List { element, separator: None, at_least_one })) => (*element, *at_least_one),
            _ => (item, true),
        };
        Rule::List(List { element, separator: None, at_least_one: at_least_one && always })
    }

    /// Folds the lists in a sequence.
    pub(super) fn fold(&mut self, sequence: Vec<Symbol>) -> Vec<Symbol> {
        let mut folded: Vec<Symbol> = Vec::with_capacity(sequence.len());
        for symbol in sequence {
            folded.push(symbol);
            self.fold_after(&mut folded);
            self.fold_before(&mut folded);
        }
        folded
    }

    /// `x {"," x}` and `x x*`, where the repetition is the last of `folded`.
    fn fold_after(&mut self, folded: &mut Vec<Symbol>) {
        let Some((&last, before)) = folded.split_last() else { return };
        let Some((element, body)) = self.star(last) else { return };
        if before.ends_with(&body) {
            let list = Rule::List(List { element, separator: None, at_least_one: true });
            folded.truncate(before.len() - body.len());
            folded.push(self.intern(list));
            return;
        }
        let Some(cut) = (1..body.len()).find(|cut| before.ends_with(&body[*cut..])) else { return };
        let (separator, element) = body.split_at(cut);
        folded.truncate(before.len() - element.len());
        self.push_list(folded, element, separator);
    }

    /// `{x ","} x` and `x* x`, where the element is the last of `folded`.
    fn fold_before(&mut self, folded: &mut Vec<Symbol>) {
        for length in 1..=LONGEST.min(folded.len().saturating_sub(1)) {
            let at = folded.len() - length - 1;
            let Some((element, body)) = self.star(folded[at]) else { continue };
            if length > body.len() || !folded.ends_with(&body[..length]) {
                continue;
            }
            folded.truncate(at);
            if length == body.len() {
                let list = Rule::List(List { element, separator: None, at_least_one: true });
                folded.push(self.intern(list));
            } else {
                let (element, separator) = body.split_at(length);
                self.push_list(folded, element, separator);
            }
            return;
        }
    }

    fn push_list(&mut self, folded: &mut Vec<Symbol>, element: &[Symbol], separator: &[Symbol]) {
        let element = self.one(element);
        let separator = Some(self.one(separator));
        folded.push(self.intern(Rule::List(List { element, separator, at_least_one: true })));
    }

    /// The element of a list that may be empty and has no separator, and what the element is a sequence of.
    fn star(&self, symbol: Symbol) -> Option<(Symbol, Vec<Symbol>)> {
        let Some(Rule::List(List { element, separator: None, at_least_one: false })) = self.anonymous(symbol)
        else {
            return None;
        };
        match self.anonymous(*element) {
            Some(Rule::Regular(sequences)) => match sequences.as_slice() {
                [only] if (1..=LONGEST).contains(&only.len()) => Some((*element, only.clone())),
                _ => Some((*element, vec![*element])),
            },
            _ => Some((*element, vec![*element])),
        }
    }

    /// One symbol for a sequence.
    fn one(&mut self, sequence: &[Symbol]) -> Symbol {
        match sequence {
            [only] => *only,
            _ => self.intern(Rule::Regular(vec![sequence.to_vec()])),
        }
    }

    fn describe(&self, rule: &Rule) -> Box<str> {
        let owner = &self.owner;
        let name = |symbol: Symbol| self.descriptions.get(symbol.index()).map_or("", |name| &**name);
        let short = |text: &str| text.chars().count() <= 40;
        let described = match rule {
            Rule::Regular(_) => format!("part of {owner}"),
            Rule::Optional(part) => format!("{} or nothing", name(*part)),
            Rule::List(list) => format!("list of {}", name(list.element)),
            Rule::Text(text) => format!("\"{}\"", String::from_utf8_lossy(text).escape_debug()),
            Rule::Class(class) => match class.ranges() {
                [(low, high)] if low == high => format!("[{}]", low.escape_debug()),
                [(low, high)] => format!("[{}-{}]", low.escape_debug(), high.escape_debug()),
                _ => format!("character of {owner}"),
            },
            Rule::Token(_) => format!("token of {owner}"),
        };
        let described = if short(&described) { described } else { format!("part of {owner}") };
        described.into()
    }
}
