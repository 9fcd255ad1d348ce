//! What fails: an input in which some circumstances occur together, drawn among those that a given input has.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, Result};
use dwindle::grammar::Symbol;
use dwindle::tree::{Parse, Tree};
use dwindle::{Outcome, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::generate::Numbers;
use strum::{IntoStaticStr, VariantArray};

/// What has to occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Kind {
    /// One symbol of the grammar, or one terminal.
    One,
    /// Two of them, anywhere.
    Two,
    /// Three of them, anywhere.
    Three,
    /// A certain subtree: a symbol with a certain text of a few characters.
    Subtree,
}

impl Kind {
    pub(super) const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    pub(super) fn name(self) -> &'static str {
        self.into()
    }
}

/// A symbol, or a symbol with a text. Occurs when the tree of a text has such a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Circumstance {
    symbol: usize,
    text: Option<Vec<u8>>,
}

impl Circumstance {
    fn occurs(&self, tree: &Tree) -> bool {
        tree.ids().any(|id| {
            tree.node(id).symbol().index() == self.symbol
                && self.text.as_deref().is_none_or(|text| text == tree.bytes(id))
        })
    }
}

/// A test that counts itself: unresolved what does not parse, fail where all circumstances occur, else pass.
pub(super) struct Oracle {
    parser: Arc<Earley>,
    needed: Vec<Circumstance>,
    asked: AtomicU64,
    unresolved: AtomicU64,
}

impl Oracle {
    /// One of this kind under which `input` fails.
    ///
    /// What every shortest input has anyway is not drawn.
    ///
    /// # Errors
    /// When `input` is not of the language, or has nothing to draw from.
    pub(super) fn draw(kind: Kind, parser: &Arc<Earley>, input: &[u8], dice: &mut Numbers) -> Result<Self> {
        let tree = parser.parse(&Text::new(input.to_vec())?)?;
        let grammar = Parse::grammar(&**parser);
        let shortest = grammar.shortest(grammar.start()).context("the language is empty")?;
        let always = parser.parse(&Text::new(shortest.to_vec())?)?;
        let mut needed = BTreeSet::new();
        let (symbols, terminals) = (symbols(&tree, &always), terminals(&tree, &always));
        let subtrees = subtrees(&tree);
        let count = match kind {
            Kind::One | Kind::Subtree => 1,
            Kind::Two => 2,
            Kind::Three => 3,
        };
        for _ in 0..100 {
            let from = match kind {
                Kind::Subtree => &subtrees,
                _ if symbols.is_empty() || dice.below(2) == 0 => &terminals,
                _ => &symbols,
            };
            if needed.len() < count && !from.is_empty() {
                needed.insert(dice.one_of(from).clone());
            }
        }
        anyhow::ensure!(needed.len() == count, "{} are not found in the input", kind.name());
        let (asked, unresolved) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Self { parser: Arc::clone(parser), needed: needed.into_iter().collect(), asked, unresolved })
    }

    pub(super) fn judge(&self, candidate: &[u8]) -> Outcome {
        self.asked.fetch_add(1, Relaxed);
        let tree = Text::new(candidate.to_vec()).ok().and_then(|text| self.parser.parse(&text).ok());
        match tree {
            Some(tree) if self.needed.iter().all(|one| one.occurs(&tree)) => Outcome::Fail,
            Some(_) => Outcome::Pass,
            None => {
                self.unresolved.fetch_add(1, Relaxed);
                Outcome::Unresolved
            }
        }
    }

    /// How many tests there were, and how many of them did not parse; begins to count again.
    pub(super) fn counted(&self) -> (u64, u64) {
        (self.asked.swap(0, Relaxed), self.unresolved.swap(0, Relaxed))
    }
}

impl fmt::Display for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grammar = Parse::grammar(&*self.parser);
        for (number, one) in self.needed.iter().enumerate() {
            let name = &grammar.definition(Symbol::new(one.symbol)).name;
            f.write_str(if number > 0 { " and " } else { "" })?;
            match &one.text {
                Some(text) => write!(f, "{name} {:?}", String::from_utf8_lossy(text))?,
                None => write!(f, "{name}")?,
            }
        }
        Ok(())
    }
}

/// The symbols with names in `tree` that are not in `always`.
fn symbols(tree: &Tree, always: &Tree) -> Vec<Circumstance> {
    let of = |tree: &Tree| -> BTreeSet<usize> {
        let named = tree.ids().map(|id| tree.node(id).symbol());
        named.filter(|symbol| tree.grammar().definition(*symbol).named).map(Symbol::index).collect()
    };
    let found = of(tree);
    found.difference(&of(always)).map(|symbol| Circumstance { symbol: *symbol, text: None }).collect()
}

/// The leaves of `tree`, each text once, that are not in `always`.
fn terminals(tree: &Tree, always: &Tree) -> Vec<Circumstance> {
    let of = |tree: &Tree| -> BTreeSet<Circumstance> {
        let leaves = tree.ids().filter(|id| tree.subtree_len(*id) == 1 && !tree.node(*id).is_empty());
        let leaf =
            |id| Circumstance { symbol: tree.node(id).symbol().index(), text: Some(tree.bytes(id).to_vec()) };
        leaves.map(leaf).collect()
    };
    of(tree).difference(&of(always)).cloned().collect()
}

/// The subtrees of `tree` of 4 to 16 bytes whose symbols have names, each text once.
fn subtrees(tree: &Tree) -> Vec<Circumstance> {
    let ids = tree.ids().filter(|id| (4..=16).contains(&tree.node(*id).len()) && tree.subtree_len(*id) > 3);
    let named = ids.filter(|id| tree.grammar().definition(tree.node(*id).symbol()).named);
    let all = named.map(|id| Circumstance {
        symbol: tree.node(id).symbol().index(),
        text: Some(tree.bytes(id).to_vec()),
    });
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::super::lots::lots;
    use super::*;

    #[test]
    fn an_input_fails_under_what_was_drawn_from_it_and_broken_ones_are_unresolved() {
        let parser = Language::named("arithmetic").unwrap().parser;
        let input = b"(1 + 23) * 4.5";
        for (seed, kind) in (0..).zip(Kind::ALL.iter().copied()) {
            let oracle = Oracle::draw(kind, &parser, input, &mut lots(seed, "test")).unwrap();
            assert_eq!(oracle.judge(input), Outcome::Fail, "{oracle}");
            assert_eq!(oracle.judge(b"0"), Outcome::Pass, "{oracle}");
            assert_eq!(oracle.judge(b"(1"), Outcome::Unresolved, "{oracle}");
            assert_eq!(oracle.counted(), (3, 1));
            assert_eq!(oracle.counted(), (0, 0));
        }
    }
}
