//! What may stand for a term.

use super::expression::Expression;
use super::script::Script;
use super::sort::{Bound, Sort};

impl<'t> Script<'t> {
    /// Short terms of this sort that may stand for `term` where it is read: what it takes from a value that it makes; literals,
    /// or else names.
    pub(super) fn instead_of(&self, term: &Expression<'t>, sort: &Sort) -> Vec<Vec<u8>> {
        let part = self.part(term).map(|part| part.text.as_bytes().to_vec());
        let literals = Some(sort.constants()).filter(|literals| !literals.is_empty());
        let mut all: Vec<Vec<u8>> =
            part.into_iter().chain(literals.unwrap_or_else(|| self.names_of(sort))).collect();
        all.dedup();
        all
    }

    /// The part that a term such as `(head (cons 1 nil))` takes from what is just made.
    fn part<'e>(&self, term: &'e Expression<'t>) -> Option<&'e Expression<'t>> {
        let [selector, value] = term.items() else { return None };
        let (made_by, number) = self.parts.get(selector.word()?)?;
        (value.head() == Some(made_by)).then(|| value.items().get(number + 1))?
    }

    /// Short terms of this sort that name what is known where the script is read: the shortest value of a data type or theory
    /// that has no parts, and the shortest other name.
    fn names_of(&self, sort: &Sort) -> Vec<Vec<u8>> {
        let values = self.theory.functions.iter().map(|(name, known)| (&**name, known));
        let known = self.functions.iter().map(|(name, known)| (*name, known));
        let (values, others): (Vec<_>, Vec<_>) = values
            .chain(known)
            .filter(|(_, known)| known.takes.is_empty())
            .map(|(name, known)| (name, &known.gives))
            .partition(|(name, _)| self.made_by.contains(name) || self.theory.functions.contains_key(*name));
        let bound = self.bound.iter().map(|(name, of)| (*name, of));
        let value = shortest(values.into_iter(), sort, |name, of| match of {
            Sort::Made(_) => format!("(as {name} {sort})"),
            _ => name.to_owned(),
        });
        let other = shortest(others.into_iter().chain(bound), sort, |name, _| name.to_owned());
        value.into_iter().chain(other).map(String::into_bytes).collect()
    }
}

/// The shortest text of one that is of this sort, as far as that is known.
fn shortest<'s>(
    terms: impl Iterator<Item = (&'s str, &'s Sort)>,
    sort: &Sort,
    text: impl Fn(&str, &Sort) -> String,
) -> Option<String> {
    let fits = |of: &Sort| *sort != Sort::Any && *of != Sort::Any && of.takes(sort, &mut Bound::new());
    let texts = terms.filter(|(_, of)| fits(of)).map(|(name, of)| text(name, of));
    texts.min_by_key(|text| (text.len(), text.clone()))
}
