//! Which names stand for what others name: references, and pointers.

use std::collections::BTreeSet;

use super::style::Style;
use super::token::{Token, begin, commas, group, target};

/// A name that stands for what others name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alias {
    pub(crate) name: String,
    /// What it may stand for.
    pub(crate) of: BTreeSet<String>,
    /// Whether it is written whenever the name is; otherwise when something is written through that.
    pub(crate) always: bool,
}

/// Those that a statement makes.
pub(super) fn aliases(tokens: &[Token], style: Style) -> Vec<Alias> {
    if !style.includes() && !style.lends() {
        return Vec::new();
    }
    let is = |at: usize, sign: char| tokens.get(at).is_some_and(|token| token.is(sign));
    let mut found = Vec::new();
    let word = |text: &str| tokens.iter().position(|token| token.word() == Some(text));
    if let Some(from) = word("for") {
        // What a loop goes through stands behind `in`, or a colon that is alone.
        let colon = || (from..tokens.len()).find(|at| is(*at, ':') && !is(*at - 1, ':') && !is(*at + 1, ':'));
        if let Some(at) = if style.lends() { word("in") } else { colon() } {
            found.extend(of(&tokens[from + 1..at], &tokens[at + 1..], style));
        }
    }
    let signs = "+-*/%&|^.<>?:=! ";
    let assigned = (1..tokens.len())
        .find(|at| is(*at, '=') && !is(*at + 1, '=') && !is(*at + 1, '>') && !tokens[*at - 1].is_any(signs));
    if let Some(at) = assigned {
        let (start, _) = begin(&tokens[..at]);
        found.extend(of(&tokens[start..at], &tokens[at + 1..], style));
    }
    found
}

/// What the names on the left stand for, if what is on the right is not only copied.
fn of(left: &[Token], right: &[Token], style: Style) -> Vec<Alias> {
    let end = right.iter().position(|token| token.is_any(";{")).unwrap_or(right.len());
    let right = &right[..end];
    let is_lent = |token: &Token| token.word().is_some_and(|word| word == "mut" || word.ends_with("_mut"));
    let takes = |at: usize| {
        let before = at.checked_sub(1).map(|before| &right[before]);
        right[at].is('&') && before.is_none_or(|before| before.is_any("(,=?:{["))
    };
    let address = (0..right.len()).find(|at| takes(*at));
    let declares = |sign: char| {
        let place = left.iter().rposition(|token| token.is(sign));
        place.is_some_and(|place| place > 0 && (left[place - 1].word().is_some() || left[place - 1].is('>')))
    };
    let is_auto = left.iter().any(|token| token.word() == Some("auto"));
    let is_reference = style.includes() && declares('&');
    let is_pointer = style.includes() && (declares('*') || is_auto);
    let lends = style.lends() && right.iter().any(is_lent);
    if !(is_reference || is_pointer || lends || address.is_some()) {
        return Vec::new();
    }
    let from = address.filter(|_| !is_reference && !is_pointer).unwrap_or(0);
    let names = right.iter().enumerate().skip(from).filter(|(at, _)| {
        let is_called = right.get(at + 1).is_some_and(|next| next.is('('));
        !is_called && !is_lent(&right[*at])
    });
    let names: BTreeSet<String> = names.filter_map(|(_, token)| token.name()).collect();
    let listed = match left.last() {
        Some(last) if last.is_any(")]") => group(left),
        _ => left,
    };
    let targets = commas(listed).into_iter().filter_map(target);
    let alias = |(name, _)| Alias { name, of: names.clone(), always: is_reference };
    targets.map(alias).filter(|alias| !alias.of.is_empty()).collect()
}
