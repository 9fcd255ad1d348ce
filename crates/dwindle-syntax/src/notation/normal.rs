//! From a draft to a grammar in normal form.
//!
//! Parts come before wholes in a draft, so one pass over its expressions gives each its symbol. Parts that are
//! alike share a symbol; groups without alternatives melt into the sequence around them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use dwindle::grammar::{Flaw, Grammar, GrammarBuilder, Rule, Spacing, Symbol};

use super::draft::{At, Body, Draft, Expression, Id, Terminal};
use super::error::{NotationError, Problem, Undefined, Warning, nearest};
use super::lists::Lists;
use super::size;
use super::source::Sources;
use super::unused::without_unused;

/// What a draft does not say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    /// What the grammar will be called.
    pub(super) name: &'a str,
    /// The start symbol; the first rule if none is named.
    pub(super) start: Option<&'a str>,
    pub(super) spacing: Spacing,
    /// Whether rules stay sequences as they are written, with no forms recognised.
    pub(super) as_written: bool,
    /// Whether there are tokens of which nothing is known, so that what needs them may end all the same.
    pub(super) unknown_tokens: bool,
}

/// Brings a draft into normal form.
///
/// # Errors
/// All that is wrong with a grammar as a whole: no rules, a symbol without a rule or with two, an unknown start
/// symbol, a symbol that never ends, too large a grammar.
pub(super) fn normalize(
    draft: &Draft,
    sources: Sources<'_>,
    wanted: Wanted<'_>,
) -> Result<(Arc<Grammar>, Vec<Warning>), NotationError> {
    let Some(first) = draft.rules.first() else {
        let problem = Problem::Empty("a rule, such as `name ::= \"text\" | other`".into());
        return Err(sources.error_of_file(0, problem));
    };
    let error = |problem| sources.error_of_file(first.at.file, problem);
    let names = names(draft, sources)?;
    let start = match wanted.start {
        None => first.name.clone(),
        Some(start) => find_start(draft, &names, start).ok_or_else(|| {
            let near = nearest(start, draft.rules.iter().map(|rule| &*rule.name));
            error(Problem::UnknownStart { name: start.into(), nearest: near })
        })?,
    };
    let known = |name: &str| names.contains_key(name);
    all_defined(draft, sources, known, &draft.rules.iter().map(|rule| &rule.name))?;
    let mut normal = Normal {
        draft,
        wanted,
        symbols: vec![None; draft.expressions.len()],
        lists: Lists::default(),
        names,
    };
    normal.read_rules();
    let start = normal.names[&*start];
    let Normal { lists: Lists { rules, descriptions, .. }, .. } = normal;
    let too_large = |problem: &str| error(Problem::TooLarge(problem.into()));
    size::check(&rules, wanted.spacing).map_err(too_large)?;
    let mut builder = GrammarBuilder::default();
    let rules = without_unused(rules, descriptions, draft.rules.len());
    for (number, (rule, description)) in rules.into_iter().enumerate() {
        let named = number < draft.rules.len();
        let symbol = builder.declare(description, named).map_err(|error| too_large(&error.to_string()))?;
        builder.define(symbol, rule);
    }
    let grammar = builder.finish(wanted.name, start, wanted.spacing);
    let warnings = flaws(draft, sources, &grammar, wanted)?;
    Ok((Arc::new(grammar), warnings))
}

/// That each name in a draft is one of `names`, or `is_known` at least to be.
///
/// # Errors
/// [`Problem::Undefined`], with those that are none, at the first of them.
pub(super) fn all_defined(
    draft: &Draft,
    sources: Sources<'_>,
    is_known: impl Fn(&str) -> bool,
    names: &(impl Iterator<Item: AsRef<str>> + Clone),
) -> Result<(), NotationError> {
    let mut missing: Vec<(At, &str)> = Vec::new();
    for expression in &draft.expressions {
        if let Expression::Name(name, at) = expression
            && !is_known(name)
        {
            missing.push((*at, name));
        }
    }
    missing.sort_unstable();
    let mut seen = HashSet::new();
    missing.retain(|(_, name)| seen.insert(*name));
    let Some((at, _)) = missing.first() else { return Ok(()) };
    // Beyond some dozens nobody reads on, and each asks for a nearest name.
    let listed = missing.iter().take(50).map(|(at, name)| Undefined {
        name: (*name).into(),
        place: sources.place(*at),
        nearest: nearest(name, names.clone()),
    });
    Err(sources.error(*at, Problem::Undefined(listed.collect())))
}

/// The symbols of the rules; their numbers are the rules' numbers.
fn names<'a>(draft: &'a Draft, sources: Sources<'_>) -> Result<HashMap<&'a str, Symbol>, NotationError> {
    let mut names = HashMap::new();
    for (number, rule) in draft.rules.iter().enumerate() {
        if number > usize::from(u16::MAX) {
            let problem = Problem::TooLarge("the grammar needs more than 65,536 symbols".into());
            return Err(sources.error(rule.at, problem));
        }
        if let Some(before) = names.insert(&*rule.name, Symbol::new(number)) {
            let first = sources.place(draft.rules[before.index()].at);
            return Err(sources.error(rule.at, Problem::Duplicate { name: rule.name.clone(), first }));
        }
    }
    Ok(names)
}

/// The rule that is called so, with or without angle brackets.
fn find_start(draft: &Draft, names: &HashMap<&str, Symbol>, start: &str) -> Option<Box<str>> {
    let bare = start.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    let forms = [start.to_owned(), format!("<{start}>"), bare.unwrap_or(start).to_owned()];
    forms.iter().find_map(|form| names.get(&**form)).map(|symbol| draft.rules[symbol.index()].name.clone())
}

struct Normal<'a> {
    draft: &'a Draft,
    wanted: Wanted<'a>,
    /// The symbols of rules, by their names.
    names: HashMap<&'a str, Symbol>,
    /// The symbols of expressions that were read.
    symbols: Vec<Option<Symbol>>,
    lists: Lists,
}

impl Normal<'_> {
    fn read_rules(&mut self) {
        let mut body_of = vec![None; self.draft.expressions.len()];
        for (number, rule) in self.draft.rules.iter().enumerate() {
            let rule_of_symbol = match &rule.body {
                Body::Token(token) => Rule::Token(token.clone()),
                Body::Expression(id) => {
                    body_of[id.index()] = Some(number);
                    Rule::Regular(Vec::new())
                }
            };
            self.lists.declare(rule.name.clone(), rule_of_symbol);
        }
        self.lists.named = self.draft.rules.len();
        let melted = self.melted(&body_of);
        // Parts come before wholes, so the owner of an expression is the rule with the next body.
        let mut owners: Vec<&str> = vec![""; self.draft.expressions.len()];
        let mut owner = "";
        for (slot, body) in owners.iter_mut().zip(&body_of).rev() {
            if let Some(number) = *body {
                owner = &self.draft.rules[number].name;
            }
            *slot = owner;
        }
        let draft = self.draft;
        for (index, expression) in draft.expressions.iter().enumerate() {
            if melted[index] {
                continue;
            }
            self.lists.owner = owners[index].into();
            if let Some(number) = body_of[index] {
                let rule = self.rule_of(expression);
                let rule = match expression {
                    Expression::Text(_) if self.wanted.as_written => {
                        Rule::Regular(vec![vec![self.lists.intern(rule)]])
                    }
                    _ => rule,
                };
                self.lists.rules[number] = rule;
            } else if let Expression::Name(name, _) = expression {
                self.symbols[index] = Some(self.names[&**name]);
            } else {
                let rule = self.rule_of(expression);
                self.symbols[index] = Some(self.lists.intern(rule));
            }
        }
    }

    /// Which expressions need no symbol: sequences that stand within sequences, and what was replaced.
    fn melted(&self, body_of: &[Option<usize>]) -> Vec<bool> {
        let mut melted: Vec<bool> = body_of.iter().map(Option::is_none).collect();
        for expression in &self.draft.expressions {
            match expression {
                Expression::Optional(part) | Expression::Repeat { item: part, .. } => {
                    melted[part.index()] = false;
                }
                _ => {}
            }
        }
        for expression in &self.draft.expressions {
            let Expression::Alternatives(sequences) = expression else { continue };
            for part in sequences.iter().flatten() {
                melted[part.index()] = self.only_sequence(*part).is_some();
            }
        }
        melted
    }

    /// The sequence that a group without alternatives is.
    fn only_sequence(&self, id: Id) -> Option<&[Id]> {
        match self.draft.get(id) {
            Expression::Alternatives(sequences) if sequences.len() == 1 => Some(&sequences[0]),
            _ => None,
        }
    }

    fn rule_of(&mut self, expression: &Expression) -> Rule {
        match expression {
            Expression::Name(name, _) => Rule::Regular(vec![vec![self.names[&**name]]]),
            Expression::Text(text) => Rule::Text(text.clone()),
            Expression::Class(class) => Rule::Class(class.clone()),
            Expression::OneOf(terminals) => {
                let symbols = terminals.iter().map(|terminal| match terminal {
                    Terminal::Name(name) => self.names[&**name],
                    Terminal::Text(text) => self.lists.intern(Rule::Text(text.clone())),
                });
                Rule::Regular(symbols.map(|symbol| vec![symbol]).collect())
            }
            Expression::Optional(part) => {
                let part = self.symbol(*part);
                self.lists.optional(part)
            }
            Expression::Repeat { item, at_least_one, .. } => {
                let item = self.symbol(*item);
                self.lists.repeat(item, *at_least_one)
            }
            Expression::Alternatives(sequences) => {
                let sequences: Vec<Vec<Symbol>> =
                    sequences.iter().map(|sequence| self.sequence(sequence)).collect();
                if let [only] = sequences.as_slice()
                    && let [part] = only[..]
                    && let Some(rule) = self.lists.anonymous(part)
                    && matches!(rule, Rule::List(_))
                {
                    // The whole sequence turned out to be one list.
                    return rule.clone();
                }
                Rule::Regular(sequences)
            }
            Expression::Not(..) | Expression::Any => {
                unreachable!("what a negation leaves over is put in before the normal form is made")
            }
        }
    }

    fn symbol(&self, id: Id) -> Symbol {
        self.symbols[id.index()].expect("parts come before wholes")
    }

    /// The symbols of a sequence, with the lists in it recognised.
    fn sequence(&mut self, sequence: &[Id]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        let mut stack: Vec<Id> = sequence.iter().rev().copied().collect();
        while let Some(id) = stack.pop() {
            match self.only_sequence(id) {
                Some(inner) => stack.extend(inner.iter().rev()),
                None => symbols.push(self.symbol(id)),
            }
        }
        if self.wanted.as_written { symbols } else { self.lists.fold(symbols) }
    }
}

/// Warnings for a grammar's flaws; the fatal ones that can be reached are errors.
fn flaws(
    draft: &Draft,
    sources: Sources<'_>,
    grammar: &Grammar,
    wanted: Wanted<'_>,
) -> Result<Vec<Warning>, NotationError> {
    let at = |name: &str| grammar.symbol(name).map_or(At::default(), |symbol| draft.rules[symbol.index()].at);
    let flaws = grammar.flaws();
    let mut unreachable: Vec<&str> = Vec::new();
    for flaw in &flaws {
        if let Flaw::Unreachable(name, _) = flaw {
            unreachable.push(name);
        }
    }
    unreachable.sort_unstable();
    let mut warnings = Vec::new();
    for flaw in &flaws {
        let (Flaw::Unreachable(name, _) | Flaw::Endless(name) | Flaw::Circular(name)) = flaw else {
            continue;
        };
        let terminal = grammar.symbol(name).is_some_and(|symbol| grammar.parts(symbol).next().is_none());
        if matches!(flaw, Flaw::Unreachable(..)) && terminal && wanted.spacing == Spacing::Words {
            // A lexer's catch-all for wrong characters is never used, and that is its purpose.
            continue;
        }
        let at = at(name);
        if flaw.is_fatal() && wanted.unknown_tokens {
            // It needs a token without a rule, which has its own warning.
            continue;
        }
        if flaw.is_fatal() && unreachable.binary_search(&&**name).is_err() {
            // It may be another one's fault: the first that comes back to itself is to blame.
            if !comes_back(grammar, name) {
                continue;
            }
            return Err(sources.error(at, Problem::Endless(name.clone())));
        }
        warnings.push(sources.warning(at, flaw.to_string()));
    }
    if grammar.shortest(grammar.start()).is_none() && !wanted.unknown_tokens {
        // Nobody comes back to itself, so something has no text at all: a class without characters.
        let name = &grammar.definition(grammar.start()).name;
        return Err(sources.error(at(name), Problem::Endless(name.clone())));
    }
    Ok(warnings)
}

/// Whether a symbol without any text leads to itself by symbols without any text. One of those does in each grammar
/// that has such symbols.
fn comes_back(grammar: &Grammar, name: &str) -> bool {
    let Some(symbol) = grammar.symbol(name) else { return false };
    let endless = |symbol: &Symbol| grammar.shortest(*symbol).is_none();
    let mut seen = vec![false; grammar.symbols().count()];
    let mut stack: Vec<Symbol> = grammar.parts(symbol).filter(endless).collect();
    while let Some(next) = stack.pop() {
        if next == symbol {
            return true;
        }
        if !std::mem::replace(&mut seen[next.index()], true) {
            stack.extend(grammar.parts(next).filter(endless));
        }
    }
    false
}
