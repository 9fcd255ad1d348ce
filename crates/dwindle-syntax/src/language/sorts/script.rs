//! Scripts: what they declare, bind and say.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::expression::Expression;
use super::sort::{Bound, Signature, Sort};
use super::theory::Theory;

/// What is known of a script as far as it was read.
#[derive(Debug)]
pub(super) struct Script<'t> {
    pub(super) theory: &'t Theory,
    /// Sorts that were declared, each with how many others it is made of, and what it stands for.
    pub(super) sorts: BTreeMap<&'t str, (usize, Option<Sort>)>,
    pub(super) functions: BTreeMap<&'t str, Signature>,
    /// Those functions that make values of data types.
    pub(super) made_by: BTreeSet<&'t str>,
    /// By what a value has to be made for a function to give which part of it.
    pub(super) parts: BTreeMap<&'t str, (&'t str, usize)>,
    /// Parameters of the data type that is being read.
    pub(super) generic: Vec<&'t str>,
    /// Names that are bound where the script is read, the innermost last.
    pub(super) bound: Vec<(&'t str, Sort)>,
    /// How many places do not fit.
    pub wrong: usize,
    /// A place whose constants are asked for.
    place: Option<&'t Range<usize>>,
    /// Those, if a term stands there.
    pub constants: Vec<Vec<u8>>,
}

impl<'t> Script<'t> {
    pub(super) fn new(theory: &'t Theory, place: Option<&'t Range<usize>>) -> Self {
        Self {
            theory,
            sorts: BTreeMap::new(),
            functions: BTreeMap::new(),
            made_by: BTreeSet::new(),
            parts: BTreeMap::new(),
            generic: Vec::new(),
            bound: Vec::new(),
            wrong: 0,
            place,
            constants: Vec::new(),
        }
    }

    /// Reads a command. What is none that declares or says anything, is left alone.
    pub(super) fn command(&mut self, command: &Expression<'t>) {
        let Some((head, rest)) = command.items().split_first() else { return };
        match (head.word().unwrap_or_default(), rest) {
            ("assert", [term, ..]) => self.expect(term, &Sort::named("Bool")),
            ("declare-const", [name, sort]) => {
                let gives = self.sort(sort);
                self.declare(name, Signature::constant(gives));
            }
            ("declare-fun", [name, takes, sort]) => {
                let takes = takes.items().iter().map(|sort| self.sort(sort)).collect();
                let gives = self.sort(sort);
                self.declare(name, Signature { takes, repeats: false, gives });
            }
            ("define-const", [name, sort, term]) => {
                let gives = self.sort(sort);
                self.expect(term, &gives);
                self.declare(name, Signature::constant(gives));
            }
            ("define-fun" | "define-fun-rec", [name, parameters, sort, term]) => {
                self.signature(name, parameters, sort);
                self.body(parameters, sort, term);
            }
            ("define-funs-rec", [signatures, terms]) => {
                for signature in signatures.items() {
                    if let [name, parameters, sort] = signature.items() {
                        self.signature(name, parameters, sort);
                    }
                }
                for (signature, term) in signatures.items().iter().zip(terms.items()) {
                    if let [_, parameters, sort] = signature.items() {
                        self.body(parameters, sort, term);
                    }
                }
            }
            ("declare-sort", [name, count @ ..]) => {
                let count = count.first().and_then(|count| count.word()?.parse().ok()).unwrap_or(0);
                self.sorts.extend(name.word().map(|name| (name, (count, None))));
            }
            ("define-sort", [name, parameters, sort]) => {
                let count = parameters.items().len();
                // What a sort with parameters stands for is not worked out.
                let stands_for = if count == 0 { self.sort(sort) } else { Sort::Any };
                self.sorts.extend(name.word().map(|name| (name, (count, Some(stands_for)))));
            }
            ("declare-datatype", [name, datatype]) => self.datatype(name, datatype),
            ("declare-datatypes", [names, datatypes]) => self.datatypes(names, datatypes),
            ("get-value" | "check-sat-assuming", [terms]) => {
                for term in terms.items() {
                    self.term(term);
                }
            }
            ("assert" | "declare-const" | "declare-fun" | "define-fun" | "define-const", _) => {
                self.wrong += 1;
            }
            _ => {}
        }
    }

    fn declare(&mut self, name: &Expression<'t>, signature: Signature) {
        match name.word() {
            Some(name) => drop(self.functions.insert(name, signature)),
            None => self.wrong += 1,
        }
    }

    fn signature(&mut self, name: &Expression<'t>, parameters: &Expression<'t>, sort: &Expression<'t>) {
        let takes = parameters.items().iter().map(|one| self.sort_of_parameter(one)).collect();
        let gives = self.sort(sort);
        self.declare(name, Signature { takes, repeats: false, gives });
    }

    fn body(&mut self, parameters: &Expression<'t>, sort: &Expression<'t>, term: &Expression<'t>) {
        let (gives, outer) = (self.sort(sort), self.bound.len());
        self.bind(parameters);
        self.expect(term, &gives);
        self.bound.truncate(outer);
    }

    /// `((x Int) (y Bool))`: names that are bound from here on.
    fn bind(&mut self, parameters: &Expression<'t>) {
        for parameter in parameters.items() {
            let sort = self.sort_of_parameter(parameter);
            self.bound.extend(parameter.head().map(|name| (name, sort)));
        }
    }

    fn sort_of_parameter(&mut self, parameter: &Expression<'t>) -> Sort {
        if let [_, sort] = parameter.items() {
            return self.sort(sort);
        }
        self.wrong += 1;
        Sort::Any
    }

    /// The sort that stands somewhere.
    pub(super) fn sort(&mut self, sort: &Expression<'t>) -> Sort {
        let Some(word) = sort.word() else {
            let items = sort.items();
            let Some(head) = sort.head() else {
                self.wrong += 1;
                return Sort::Any;
            };
            if head == "_" {
                let index = |item: &Expression<'t>| item.word().map_or(Sort::Any, Sort::named);
                return Sort::Made(items.iter().map(index).collect());
            }
            let stands_for = self.named_sort(head, items.len() - 1);
            let parts: Vec<Sort> = items[1..].iter().map(|part| self.sort(part)).collect();
            return stands_for.unwrap_or_else(|| Sort::Made([vec![Sort::named(head)], parts].concat()));
        };
        self.named_sort(word, 0).unwrap_or_else(|| Sort::named(word))
    }

    /// What a sort of this name stands for that is made of so many others, if not for itself.
    fn named_sort(&mut self, name: &str, parts: usize) -> Option<Sort> {
        if parts == 0 && self.generic.contains(&name) {
            return Some(Sort::parameter(name));
        }
        let known = self.sorts.get(name).cloned();
        let known = known.or_else(|| self.theory.sorts.get(name).map(|count| (*count, None)));
        match known {
            Some((count, stands_for)) if count == parts => stands_for,
            _ => {
                self.wrong += 1;
                Some(Sort::Any)
            }
        }
    }

    /// Reads a term where one of this sort is asked for.
    fn expect(&mut self, term: &Expression<'t>, sort: &Sort) {
        let found = self.term(term);
        self.wrong += usize::from(!sort.takes(&found, &mut Bound::new()));
    }

    /// Reads a term and gives its sort.
    pub(super) fn term(&mut self, term: &Expression<'t>) -> Sort {
        let sort = match term.word() {
            Some(word) => self.word(word),
            None => self.list(term),
        };
        if self.place == Some(&term.span) {
            self.constants = self.instead_of(term, &sort);
        }
        sort
    }

    fn word(&mut self, word: &'t str) -> Sort {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        match word.as_bytes() {
            [b'#', b'x', digits @ ..] => Sort::bits(4 * digits.len()),
            [b'#', b'b', digits @ ..] => Sort::bits(digits.len()),
            [b'"', ..] => Sort::named("String"),
            [b'0'..=b'9', ..] if digits.is_empty() => Sort::named("Int"),
            [b'0'..=b'9', ..] if digits.starts_with('.') => Sort::named("Real"),
            _ => self.apply(word, &[]),
        }
    }

    /// What a name gives for terms of these sorts.
    fn apply(&mut self, name: &str, arguments: &[Sort]) -> Sort {
        let bound = self.bound.iter().rev().find(|(own, _)| *own == name).filter(|_| arguments.is_empty());
        if let Some((_, sort)) = bound {
            return sort.clone();
        }
        let known = self.functions.get(name).or_else(|| self.theory.functions.get(name));
        let tester = || self.tester(name.strip_prefix("is-")?)?.apply(arguments).into();
        let (sort, fits) =
            known.map(|known| known.apply(arguments)).or_else(tester).unwrap_or((Sort::Any, false));
        self.wrong += usize::from(!fits);
        sort
    }

    fn list(&mut self, term: &Expression<'t>) -> Sort {
        let items = term.items();
        match (term.head(), items) {
            (Some("_"), [_, name, width]) if name.text.starts_with("bv") => {
                width.text.parse().map_or(Sort::Any, Sort::bits)
            }
            (Some("as"), [_, _, sort]) => self.sort(sort),
            (Some("let"), [_, bindings, body]) => {
                let values: Vec<(&str, Sort)> =
                    bindings.items().iter().filter_map(|one| self.binding(one)).collect();
                self.wrong += usize::from(values.len() != bindings.items().len() || values.is_empty());
                self.within(values, body)
            }
            (Some("forall" | "exists"), [_, parameters, body]) => {
                let outer = self.bound.len();
                self.bind(parameters);
                self.wrong += usize::from(self.bound.len() == outer);
                self.expect(body, &Sort::named("Bool"));
                self.bound.truncate(outer);
                Sort::named("Bool")
            }
            (Some("!"), [_, inner, attributes @ ..]) => {
                self.wrong += usize::from(attributes.is_empty());
                let sort = self.term(inner);
                let named = attributes.windows(2).filter(|pair| pair[0].word() == Some(":named"));
                let names = named.filter_map(|pair| pair[1].word());
                self.functions.extend(names.map(|name| (name, Signature::constant(sort.clone()))));
                sort
            }
            (Some("match"), [_, value, cases]) => self.matched(value, cases),
            // What the last one binds is not worked out.
            (Some("_" | "lambda"), _) => Sort::Any,
            (Some("let" | "match" | "forall" | "exists" | "!"), _) | (None, []) => {
                self.wrong += 1;
                Sort::Any
            }
            (Some(name), [_, arguments @ ..]) => {
                let arguments: Vec<Sort> = arguments.iter().map(|argument| self.term(argument)).collect();
                if arguments.is_empty() {
                    self.wrong += 1;
                    return Sort::Any;
                }
                self.apply(name, &arguments)
            }
            (_, [head, arguments @ ..]) => {
                let arguments: Vec<Sort> = arguments.iter().map(|argument| self.term(argument)).collect();
                self.wrong += usize::from(arguments.is_empty());
                match head.items() {
                    // `((as const S) t)`
                    [word, _, _] if word.word() == Some("as") => self.list(head),
                    [_, is, name] if is.word() == Some("is") && name.word().is_some() => {
                        let tester = name.word().and_then(|name| self.tester(name));
                        self.wrong += usize::from(!tester.is_some_and(|tester| tester.apply(&arguments).1));
                        Sort::named("Bool")
                    }
                    _ => Sort::Any,
                }
            }
            _ => Sort::Any,
        }
    }

    fn binding(&mut self, binding: &Expression<'t>) -> Option<(&'t str, Sort)> {
        let [name, value] = binding.items() else { return None };
        Some((name.word()?, self.term(value)))
    }

    pub(super) fn within(&mut self, values: Vec<(&'t str, Sort)>, body: &Expression<'t>) -> Sort {
        let outer = self.bound.len();
        self.bound.extend(values);
        let sort = self.term(body);
        self.bound.truncate(outer);
        sort
    }
}
