//! Data types: what makes their values, what takes these apart, and what a `match` binds.

use super::expression::Expression;
use super::script::Script;
use super::sort::{Bound, Signature, Sort};

impl<'t> Script<'t> {
    /// `declare-datatype`: one that may have parameters.
    pub(super) fn datatype(&mut self, name: &Expression<'t>, datatype: &Expression<'t>) {
        let count = parameters(datatype).len();
        self.sorts.extend(name.word().map(|name| (name, (count, None))));
        self.constructors(name, datatype);
    }

    /// `declare-datatypes`: several that may be made of each other.
    pub(super) fn datatypes(&mut self, names: &Expression<'t>, datatypes: &Expression<'t>) {
        // Before version 2.6, parameters stood here, and names with what makes the values.
        if names.items().iter().all(|name| name.word().is_some()) {
            return self.old_datatypes(names.items().len(), datatypes.items());
        }
        self.wrong += names.items().len().abs_diff(datatypes.items().len());
        for name in names.items() {
            let count = name.items().get(1).and_then(|count| count.word()?.parse().ok());
            self.wrong += usize::from(count.is_none());
            self.sorts.extend(name.head().map(|name| (name, (count.unwrap_or(0), None))));
        }
        for (name, datatype) in names.items().iter().zip(datatypes.items()) {
            self.constructors(name.items().first().unwrap_or(name), datatype);
        }
    }

    /// Those of before version 2.6. How sorts depend on parameters is not worked out.
    fn old_datatypes(&mut self, count: usize, datatypes: &[Expression<'t>]) {
        let stands_for = (count > 0).then_some(Sort::Any);
        let names = datatypes.iter().filter_map(Expression::head);
        self.sorts.extend(names.map(|name| (name, (count, stands_for.clone()))));
        for datatype in datatypes {
            let Some((name, made_by)) = datatype.items().split_first() else { continue };
            let gives = name.word().filter(|_| count == 0).map_or(Sort::Any, Sort::named);
            for constructor in made_by {
                self.constructor(constructor, &gives);
            }
        }
    }

    fn constructors(&mut self, name: &Expression<'t>, datatype: &Expression<'t>) {
        let made_by = match datatype.items() {
            [par, _, datatype] if par.word() == Some("par") => datatype.items(),
            constructors => constructors,
        };
        self.generic = parameters(datatype).iter().filter_map(Expression::word).collect();
        self.wrong += usize::from(made_by.is_empty());
        let word = name.word().unwrap_or_default();
        let known = self.sorts.get(word).map_or(0, |(count, _)| *count);
        self.wrong += known.abs_diff(self.generic.len());
        let gives = match &*self.generic {
            [] => Sort::named(word),
            generic => {
                let parts = generic.iter().map(|name| Sort::parameter(name));
                Sort::Made([Sort::named(word)].into_iter().chain(parts).collect())
            }
        };
        for constructor in made_by {
            self.constructor(constructor, &gives);
        }
        self.generic.clear();
    }

    /// `(cons (head Int) (tail List))`: what makes a value of the sort `gives`, and what gives its parts.
    fn constructor(&mut self, constructor: &Expression<'t>, gives: &Sort) {
        let parts = constructor.items().get(1..).unwrap_or_default();
        let word = constructor.word().or_else(|| constructor.head());
        let mut takes = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let [name, sort] = part.items() else {
                self.wrong += 1;
                continue;
            };
            let sort = if *gives == Sort::Any { Sort::Any } else { self.sort(sort) };
            let selector = Signature { takes: vec![gives.clone()], repeats: false, gives: sort.clone() };
            self.functions.extend(name.word().map(|name| (name, selector)));
            self.parts.extend(name.word().and_then(|name| Some((name, (word?, number)))));
            takes.push(sort);
        }
        match word {
            Some(name) => {
                self.made_by.insert(name);
                self.functions.insert(name, Signature { takes, repeats: false, gives: gives.clone() });
            }
            None => self.wrong += 1,
        }
    }

    /// `((_ is cons) t)` or `(is-cons t)`: whether a value was made by that.
    pub(super) fn tester(&self, constructor: &str) -> Option<Signature> {
        let made = self.functions.get(constructor).filter(|_| self.made_by.contains(constructor))?;
        Some(Signature { takes: vec![made.gives.clone()], repeats: false, gives: Sort::named("Bool") })
    }

    /// `(match t ((nil 0) ((cons h u) h)))`.
    pub(super) fn matched(&mut self, value: &Expression<'t>, cases: &Expression<'t>) -> Sort {
        let of = self.term(value);
        self.wrong += usize::from(cases.items().is_empty());
        let mut gives = Sort::Any;
        for case in cases.items() {
            let [pattern, body] = case.items() else {
                self.wrong += 1;
                continue;
            };
            let names = self.pattern(pattern, &of);
            let sort = self.within(names, body);
            self.wrong += usize::from(!gives.takes(&sort, &mut Bound::new()));
            if gives == Sort::Any {
                gives = sort;
            }
        }
        gives
    }

    /// What a pattern binds.
    fn pattern(&mut self, pattern: &Expression<'t>, of: &Sort) -> Vec<(&'t str, Sort)> {
        if let Some(word) = pattern.word() {
            return if self.made_by.contains(word) { Vec::new() } else { vec![(word, of.clone())] };
        }
        let made = pattern.head().filter(|name| self.made_by.contains(name));
        let (Some(made), parts) =
            (made.and_then(|name| self.functions.get(name)), pattern.items().get(1..).unwrap_or_default())
        else {
            self.wrong += 1;
            return Vec::new();
        };
        let mut bound = Bound::new();
        let fits = made.gives.takes(of, &mut bound) && made.takes.len() == parts.len();
        let sorts = made.takes.iter().map(|sort| sort.with(&bound));
        let names = parts.iter().zip(sorts).filter_map(|(part, sort)| Some((part.word()?, sort))).collect();
        self.wrong += usize::from(!fits);
        names
    }
}

/// `(par (X Y) …)`: the sorts that one is made of.
fn parameters<'e, 't>(datatype: &'e Expression<'t>) -> &'e [Expression<'t>] {
    match datatype.items() {
        [par, parameters, _] if par.word() == Some("par") => parameters.items(),
        _ => &[],
    }
}
