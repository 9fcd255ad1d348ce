//! The Fuzzing Book's expression grammar, a parser for it, and random expressions.

use std::sync::Arc;

use dwindle::grammar::{Grammar, GrammarBuilder, Rule, Spacing, Symbol};
use dwindle::test::{Executor, on_texts};
use dwindle::tree::{Role, Shape, Tree, TreeBuilder};
use dwindle::{Outcome, Text};

/// The rules, as the book writes them.
pub(crate) const RULES: [(&str, &[&[&str]]); 6] = [
    ("<start>", &[&["<expr>"]]),
    ("<expr>", &[&["<term>", " + ", "<expr>"], &["<term>", " - ", "<expr>"], &["<term>"]]),
    ("<term>", &[&["<factor>", " * ", "<term>"], &["<factor>", " / ", "<term>"], &["<factor>"]]),
    (
        "<factor>",
        &[
            &["+", "<factor>"],
            &["-", "<factor>"],
            &["(", "<expr>", ")"],
            &["<integer>", ".", "<integer>"],
            &["<integer>"],
        ],
    ),
    ("<integer>", &[&["<digit>", "<integer>"], &["<digit>"]]),
    ("<digit>", &[&["0"], &["1"], &["2"], &["3"], &["4"], &["5"], &["6"], &["7"], &["8"], &["9"]]),
];

/// A derivation tree: a symbol and what it was expanded to; literals have no children.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Derivation {
    pub(crate) symbol: String,
    pub(crate) children: Vec<Derivation>,
}

impl Derivation {
    pub(crate) fn text(&self) -> String {
        if self.is_literal() { self.symbol.clone() } else { self.children.iter().map(Self::text).collect() }
    }

    pub(crate) fn is_literal(&self) -> bool {
        !self.symbol.starts_with('<')
    }
}

pub(crate) fn expansions(symbol: &str) -> &'static [&'static [&'static str]] {
    RULES.iter().find(|(name, _)| *name == symbol).map_or(&[], |(_, expansions)| expansions)
}

/// The derivation of a whole text.
pub(crate) fn parse(text: &str) -> Option<Derivation> {
    let (expression, rest) = chain("<expr>", &[" + ", " - "], text)?;
    rest.is_empty().then(|| node("<start>", vec![expression]))
}

fn node(symbol: &str, children: Vec<Derivation>) -> Derivation {
    Derivation { symbol: symbol.to_owned(), children }
}

fn literal(text: &str) -> Derivation {
    node(text, Vec::new())
}

/// `<expr>` and `<term>`: one part, and if an operator follows the whole again.
fn chain<'a>(symbol: &str, operators: &[&str], text: &'a str) -> Option<(Derivation, &'a str)> {
    let part = |text| if symbol == "<expr>" { chain("<term>", &[" * ", " / "], text) } else { factor(text) };
    let (first, rest) = part(text)?;
    for operator in operators {
        if let Some(after) = rest.strip_prefix(operator)
            && let Some((second, rest)) = chain(symbol, operators, after)
        {
            return Some((node(symbol, vec![first, literal(operator), second]), rest));
        }
    }
    Some((node(symbol, vec![first]), rest))
}

fn factor(text: &str) -> Option<(Derivation, &str)> {
    for sign in ["+", "-"] {
        if let Some(rest) = text.strip_prefix(sign) {
            let (inner, rest) = factor(rest)?;
            return Some((node("<factor>", vec![literal(sign), inner]), rest));
        }
    }
    if let Some(rest) = text.strip_prefix('(') {
        let (inner, rest) = chain("<expr>", &[" + ", " - "], rest)?;
        let rest = rest.strip_prefix(')')?;
        return Some((node("<factor>", vec![literal("("), inner, literal(")")]), rest));
    }
    let (whole, rest) = integer(text)?;
    if let Some(after) = rest.strip_prefix('.')
        && let Some((fraction, rest)) = integer(after)
    {
        return Some((node("<factor>", vec![whole, literal("."), fraction]), rest));
    }
    Some((node("<factor>", vec![whole]), rest))
}

fn integer(text: &str) -> Option<(Derivation, &str)> {
    let digit = text.get(..1).filter(|digit| digit.as_bytes()[0].is_ascii_digit())?;
    let mut children = vec![node("<digit>", vec![literal(digit)])];
    let mut rest = &text[1..];
    if let Some((more, after)) = integer(rest) {
        children.push(more);
        rest = after;
    }
    Some((node("<integer>", children), rest))
}

/// The grammar in normal form, and the symbols of its parts by name.
pub(crate) fn grammar() -> Arc<Grammar> {
    let mut builder = GrammarBuilder::default();
    let mut known: Vec<(&str, Symbol)> = Vec::new();
    let parts = RULES.iter().flat_map(|(_, expansions)| expansions.iter().copied().flatten());
    for name in RULES.iter().map(|(name, _)| name).chain(parts) {
        if known.iter().all(|(other, _)| other != name) {
            known.push((*name, builder.declare(*name, true).unwrap()));
        }
    }
    let symbol = |name: &str| known.iter().find(|(other, _)| *other == name).unwrap().1;
    for &(name, symbol) in &known {
        if !name.starts_with('<') {
            builder.define(symbol, Rule::Text(name.as_bytes().into()));
        }
    }
    for (name, expansions) in RULES {
        let alternatives = expansions.iter().map(|parts| parts.iter().map(|part| symbol(part)).collect());
        builder.define(symbol(name), Rule::Regular(alternatives.collect()));
    }
    Arc::new(builder.finish("expressions", symbol("<start>"), Spacing::Exact))
}

/// The library's tree of a derivation.
pub(crate) fn tree(grammar: &Arc<Grammar>, derivation: &Derivation) -> Tree {
    let text = Text::new(derivation.text().into_bytes()).unwrap();
    let mut builder = TreeBuilder::new(text, Arc::clone(grammar));
    add(grammar, &mut builder, derivation, 0);
    builder.finish()
}

fn add(grammar: &Grammar, builder: &mut TreeBuilder, derivation: &Derivation, start: usize) -> usize {
    let symbol = grammar.symbol(&derivation.symbol).unwrap();
    let shape = if derivation.is_literal() { Shape::Token } else { Shape::Regular };
    builder.open(symbol, symbol, shape, Role::Needed, start);
    let mut end = start + if derivation.is_literal() { derivation.symbol.len() } else { 0 };
    for child in &derivation.children {
        end = add(grammar, builder, child, end);
    }
    builder.close(end);
    end
}

pub(crate) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// An outcome drawn by the text: `fails` of 16 fail, about a third of the others are unresolved.
pub(crate) fn noise(seed: u64, fails: u64, text: &[u8]) -> Outcome {
    let hash = text.iter().fold(mix(seed), |hash, byte| mix(hash.wrapping_add(u64::from(*byte) + 1)));
    match hash % 16 {
        h if h < fails => Outcome::Fail,
        h if h % 3 == 0 => Outcome::Unresolved,
        _ => Outcome::Pass,
    }
}

/// A random expression, smaller the deeper it is.
pub(crate) fn expression(seed: &mut u64, symbol: &str, depth: u32) -> String {
    let all = expansions(symbol);
    if all.is_empty() {
        return symbol.to_owned();
    }
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let draw = usize::try_from(mix(*seed) >> 33).unwrap();
    // The last expansion of each rule goes on with one part only.
    let deep = usize::try_from(depth).unwrap() + draw % 7 > 14;
    let chosen = if deep && symbol != "<digit>" { all[all.len() - 1] } else { all[draw / 7 % all.len()] };
    chosen.iter().map(|part| expression(seed, part, depth + 1)).collect()
}

/// A test on texts.
pub(crate) fn on_text<F: Fn(&str) -> Outcome + Sync>(judge: F) -> impl Executor {
    on_texts(move |bytes: &[u8]| judge(std::str::from_utf8(bytes).unwrap()))
}
