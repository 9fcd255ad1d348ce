//! From a grammar table to normal form.
//!
//! Named rules keep their names. What stands inside of them without a name becomes symbols of its own, equal ones
//! the same symbol. `x (sep x)*` becomes a list with a separator, however many parts `x` has.

use std::collections::BTreeMap;
use std::sync::Arc;

use dwindle::grammar::{Grammar, GrammarBuilder, List, Rule, Spacing, Symbol, Token};

use super::table::{Expr, Table};

/// A grammar in normal form, and how the nodes of a parser's trees belong to it.
#[derive(Clone, Debug)]
pub(super) struct Syntax {
    /// The grammar.
    pub(super) grammar: Arc<Grammar>,
    /// What lies in regions of which the parser makes no sense.
    pub(super) unparsed: Symbol,
    /// The symbols that trees have nodes of, by whether they are named and by name.
    names: BTreeMap<(bool, Box<str>), Symbol>,
    visible: Vec<bool>,
    /// What nodes of a symbol can be made of, if not of what its rule says: other rules known by its name.
    bodies: BTreeMap<Symbol, Bodies>,
}

/// What nodes of a symbol are made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Bodies {
    /// Its own rule, when it has one beside the others.
    pub(super) own: Option<Symbol>,
    /// The rules that are known by its name.
    pub(super) others: Vec<Symbol>,
}

impl Syntax {
    /// The normal form of a table.
    pub(super) fn of(table: &Table, spacing: Spacing) -> Self {
        let mut maker = Maker::default();
        // Tokens come first: where texts are equally short, alternatives then count in their order.
        for (name, expr) in &table.rules {
            if matches!(expr, Expr::Token { .. }) {
                maker.named(name);
            }
        }
        for (_, expr) in &table.rules {
            maker.tokens(expr);
        }
        for (name, _) in &table.rules {
            maker.named(name);
        }
        for (name, expr) in &table.rules {
            let symbol = maker.named(name);
            let rule = maker.rule(expr);
            maker.builder.define(symbol, rule.clone());
            maker.rules.insert(symbol, rule);
        }
        let bodies = maker.unite_aliases();
        let unparsed = maker.declare("unparsed", false);
        let start = maker.named(table.rules.first().map_or("", |rule| &rule.0));
        let visible_names = maker.names.iter().filter(|((named, name), _)| !named || table.is_visible(name));
        let names: BTreeMap<_, _> = visible_names.map(|(key, symbol)| (key.clone(), *symbol)).collect();
        let grammar = maker.builder.finish(table.name.as_str(), start, spacing);
        let mut visible = vec![false; grammar.symbols().count()];
        for symbol in names.values() {
            visible[symbol.index()] = true;
        }
        Self { grammar: Arc::new(grammar), unparsed, names, visible, bodies }
    }

    /// The symbol of a parser's nodes of this name.
    pub(super) fn symbol(&self, name: &str, named: bool) -> Option<Symbol> {
        self.names.get(&(named, name.into())).copied()
    }

    /// Whether trees have nodes of it.
    pub(super) fn is_visible(&self, symbol: Symbol) -> bool {
        self.visible[symbol.index()]
    }

    pub(super) fn bodies(&self, symbol: Symbol) -> Option<&Bodies> {
        self.bodies.get(&symbol)
    }
}

#[derive(Default)]
struct Maker {
    builder: GrammarBuilder,
    names: BTreeMap<(bool, Box<str>), Symbol>,
    /// Nameless symbols by what they stand for.
    parts: BTreeMap<String, Symbol>,
    rules: BTreeMap<Symbol, Rule>,
    /// What is known by the name of a symbol, in the order in which it was met.
    aliases: BTreeMap<Symbol, Vec<Symbol>>,
}

/// A part of a sequence: still as written, or a symbol already.
enum Part {
    Written(Expr),
    Made(Symbol),
}

impl Maker {
    fn named(&mut self, name: &str) -> Symbol {
        self.known(name, true)
    }

    fn declare(&mut self, name: &str, named: bool) -> Symbol {
        self.builder.declare(name, named).expect("committed tables are small")
    }

    fn known(&mut self, name: &str, named: bool) -> Symbol {
        let key = (named, name.into());
        if let Some(symbol) = self.names.get(&key) {
            return *symbol;
        }
        let symbol = self.declare(name, named);
        self.names.insert(key, symbol);
        symbol
    }

    /// A nameless symbol of this rule, described so.
    fn part(&mut self, description: String, rule: Rule) -> Symbol {
        if let Some(symbol) = self.parts.get(&description) {
            return *symbol;
        }
        let symbol = self.declare(&description, false);
        self.parts.insert(description, symbol);
        self.set(symbol, rule);
        symbol
    }

    fn set(&mut self, symbol: Symbol, rule: Rule) {
        self.rules.insert(symbol, rule.clone());
        self.builder.define(symbol, rule);
    }

    /// The rule that a right side is.
    fn rule(&mut self, expr: &Expr) -> Rule {
        match expr {
            Expr::Choice(parts) => Rule::Regular(parts.iter().map(|part| self.sequence(part)).collect()),
            Expr::Token { pattern, shortest } => Rule::Token(Token {
                pattern: Some(pattern.as_str()).filter(|pattern| !pattern.is_empty()).map(Into::into),
                shortest: shortest.as_ref().map(|text| text.as_bytes().into()),
            }),
            Expr::Optional(inner) => self.optional(inner),
            Expr::Repeat(inner, at_least_one) => {
                let element = self.symbol(inner);
                Rule::List(List { element, separator: None, at_least_one: *at_least_one })
            }
            Expr::Seq(_) | Expr::Symbol(_) | Expr::Text(_) | Expr::Alias { .. } => {
                let sequence = self.sequence(expr);
                match sequence.as_slice() {
                    [only] if self.is_list_part(*only) => self.rules[only].clone(),
                    _ => Rule::Regular(vec![sequence]),
                }
            }
        }
    }

    /// Whether it is a list that has no name of its own.
    fn is_list_part(&self, symbol: Symbol) -> bool {
        matches!(self.rules.get(&symbol), Some(Rule::List(_)))
            && !self.names.values().any(|named| *named == symbol)
    }

    /// An optional list of at least one element is a list of any number of them.
    fn optional(&mut self, inner: &Expr) -> Rule {
        let inner = self.symbol(inner);
        match self.rules.get(&inner) {
            Some(Rule::List(list)) if self.is_list_part(inner) => {
                Rule::List(List { at_least_one: false, ..*list })
            }
            Some(Rule::Optional(inner)) => Rule::Optional(*inner),
            _ => Rule::Optional(inner),
        }
    }

    /// Declares the tokens in the parts of an expression.
    fn tokens(&mut self, expr: &Expr) {
        match expr {
            Expr::Seq(parts) | Expr::Choice(parts) => {
                for part in parts {
                    match part {
                        Expr::Text(_) | Expr::Token { .. } => drop(self.symbol(part)),
                        other => self.tokens(other),
                    }
                }
            }
            Expr::Optional(inner) | Expr::Repeat(inner, _) => self.tokens(inner),
            Expr::Symbol(_) | Expr::Text(_) | Expr::Token { .. } | Expr::Alias { .. } => {}
        }
    }

    /// The symbol that an expression is.
    fn symbol(&mut self, expr: &Expr) -> Symbol {
        match expr {
            Expr::Symbol(name) => self.named(name),
            Expr::Text(text) => {
                let symbol = self.known(text, false);
                self.set(symbol, Rule::Text(text.as_bytes().into()));
                symbol
            }
            Expr::Alias { of, name, named } => {
                let of = self.symbol(of);
                let symbol = self.known(name, *named);
                let aliases = self.aliases.entry(symbol).or_default();
                if of != symbol && !aliases.contains(&of) {
                    aliases.push(of);
                }
                symbol
            }
            Expr::Seq(_) => {
                let sequence = self.sequence(expr);
                match sequence.as_slice() {
                    [only] => *only,
                    _ => self.part(expr.to_string(), Rule::Regular(vec![sequence])),
                }
            }
            _ => {
                let rule = self.rule(expr);
                self.part(expr.to_string(), rule)
            }
        }
    }

    /// The symbols that an expression is as one alternative.
    fn sequence(&mut self, expr: &Expr) -> Vec<Symbol> {
        let Expr::Seq(written) = expr else { return vec![self.symbol(expr)] };
        let mut parts: Vec<Part> = Vec::with_capacity(written.len());
        let mut at = 0;
        while let Some(next) = written.get(at) {
            at += 1;
            if let Expr::Repeat(repeated, false) = next
                && let Expr::Seq(repeated) = &**repeated
            {
                if let Some((separator, element)) = after_separator(&parts, repeated) {
                    parts.truncate(parts.len() - element.len());
                    parts.push(Part::Made(self.list(element, separator)));
                    continue;
                }
                if let Some((element, separator)) = before_separator(repeated, &written[at..]) {
                    parts.push(Part::Made(self.list(element, separator)));
                    at += element.len();
                    continue;
                }
            }
            parts.push(Part::Written(next.clone()));
        }
        let symbol = |part| match part {
            Part::Written(expr) => self.symbol(&expr),
            Part::Made(symbol) => symbol,
        };
        parts.into_iter().map(symbol).collect()
    }

    fn list(&mut self, element: &[Expr], separator: &[Expr]) -> Symbol {
        let [element, separator] = [element, separator].map(|parts| match parts {
            [only] => only.clone(),
            parts => Expr::Seq(parts.to_vec()),
        });
        let description = format!("{element} by {separator}");
        let (element, separator) = (self.symbol(&element), Some(self.symbol(&separator)));
        self.part(description, Rule::List(List { element, separator, at_least_one: true }))
    }

    /// Gives each symbol that other rules are known by its name all their alternatives beside its own.
    fn unite_aliases(&mut self) -> BTreeMap<Symbol, Bodies> {
        let mut all = BTreeMap::new();
        for (symbol, others) in std::mem::take(&mut self.aliases) {
            let own = self.rules.get(&symbol).cloned();
            let united = match own {
                // A text stays one, and so does a token: what else goes by its name is seldom wanted there.
                Some(Rule::Text(_)) => continue,
                Some(Rule::Token(_)) => {
                    all.insert(symbol, Bodies { own: None, others });
                    continue;
                }
                None if others.len() == 1
                    && !self.names.values().any(|named| *named == others[0])
                    && matches!(self.rules.get(&others[0]), Some(Rule::Token(_) | Rule::Text(_))) =>
                {
                    let rule = self.rules[&others[0]].clone();
                    self.set(symbol, rule);
                    continue;
                }
                None => None,
                Some(own) => Some(self.part(format!("own {symbol:?}"), own)),
            };
            let alternatives = united.iter().chain(&others).map(|body| vec![*body]).collect();
            self.set(symbol, Rule::Regular(alternatives));
            all.insert(symbol, Bodies { own: united, others });
        }
        all
    }
}

/// `e (s e)*`: what repeats ends with what stood before it.
fn after_separator<'e>(parts: &[Part], repeated: &'e [Expr]) -> Option<(&'e [Expr], &'e [Expr])> {
    (1..repeated.len().min(parts.len() + 1)).rev().find_map(|len| {
        let (separator, element) = repeated.split_at(repeated.len() - len);
        let before = &parts[parts.len() - len..];
        let same = |(part, expr): (&Part, &Expr)| matches!(part, Part::Written(written) if written == expr);
        before.iter().zip(element).all(same).then_some((separator, element))
    })
}

/// `(e s)* e`: what follows begins as what repeats.
fn before_separator<'e>(repeated: &'e [Expr], after: &[Expr]) -> Option<(&'e [Expr], &'e [Expr])> {
    (1..repeated.len().min(after.len() + 1)).rev().find_map(|len| {
        let (element, separator) = repeated.split_at(len);
        (element == &after[..len]).then_some((element, separator))
    })
}
