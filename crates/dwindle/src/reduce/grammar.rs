//! The Fuzzing Book's grammar reducer: smaller subtrees of the same symbol, then shorter expansions.

mod candidates;
mod index;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::config::Choice;
use crate::reduce::grammar::candidates::candidates;
use crate::reduce::grammar::index::Index;
use crate::reduce::work::Work;
use crate::search::Stop;
use crate::space::{Site, Space, TreeSpace};
use crate::strategy::{First, Strategy};
use crate::tree::{NodeId, Tree};

/// How many candidates are made at a time.
const AT_A_TIME: usize = 256;

/// Which candidates the [grammar reducer](grammar) tries, and how often. The default is the book's first form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GrammarReduction {
    /// Looks for replacements one level below a node first, then two levels below, and so on; begins again at
    /// one after each success. Otherwise at all levels at once.
    pub by_depth: bool,
    /// Tries all ways to put an expansion together (up to a thousand for each) instead of the first.
    pub all_combinations: bool,
    /// Goes over the tree until nothing changes; otherwise once.
    pub to_fixed_point: bool,
}

/// Replaces nodes by smaller ones of the same symbol, found in them or put together from what is found in them.
///
/// `tree` has one node for every rule applied and one token for every literal, as parsers give it (not
/// [squeezed](Tree::squeezed)); its text fails.
///
/// # Source
/// The chapter "Reducing Failure-Inducing Inputs" of the Fuzzing Book (Zeller, Gopinath, Böhme, Fraser, Holler):
///
/// ```text
/// reduce(node):  for each child in turn, again and again until none changes:
///                    the first candidate for the child that fails takes its place
///                reduce(each child)
/// candidates(n): the nodes below n of its symbol, in preorder
///                each expansion of its symbol, those with few parts first: each part is replaced by the first
///                nodes below n of that part's symbol with which the whole has fewer nodes than n; the
///                smallest of these expansions first
/// ```
///
/// The literals of an expansion have to be found below the node like all its other parts. By depth, only nodes
/// exactly so many levels below count. We ask the same tests in the same order. Different: equal texts are asked
/// once even if their trees differ, and what is used twice is copied, so later changes of one copy leave the other.
///
/// The book knows sequences only. An optional symbol is to us one with the expansions "nothing" and "the symbol";
/// a list one with "nothing" (if it may be empty) and "one element". For a list node there is more: itself without
/// its first or last elements: half of them, a quarter, ... one; these stand before the expansions (by depth: at
/// level one). The empty expansion has no parts to be found. Nodes without bytes stay as they are.
///
/// # Guarantee
/// The result fails (it is the input, or was asked). Once over the tree, as in the book, promises no more, since
/// a change further down can make room further up. By depth, or to a fixed point: no single candidate of
/// the result fails, at any depth (by depth: expansions only with all parts from one level). The root is never
/// replaced.
///
/// # Cost
/// One test for each candidate: for `n` nodes of one symbol within each other `n²` at worst. Making a candidate
/// costs the edit, a success time in the size of the tree.
///
/// # Errors
/// [`Stop`] when the search was stopped first; [`Search::best`](crate::Search::best) is then the best result so far.
pub fn grammar(work: &mut Work<'_, '_>, how: GrammarReduction) -> Result<(), Stop> {
    let mut reducer = Reducer { work, how };
    if how.by_depth {
        // Zero levels below a node there is only itself.
        let mut depth = 1;
        while depth < height(reducer.work.tree()) {
            depth = if reducer.sweep(Some(depth))? { 1 } else { depth + 1 };
        }
    } else {
        while reducer.sweep(None)? && how.to_fixed_point {}
    }
    Ok(())
}

struct Reducer<'r, 'w, 's> {
    work: &'r mut Work<'w, 's>,
    how: GrammarReduction,
}

impl Reducer<'_, '_, '_> {
    /// Goes over all nodes from the root on; whether anything changed.
    fn sweep(&mut self, depth: Option<usize>) -> Result<bool, Stop> {
        let mut index = Index::new(self.work.tree(), depth);
        let (mut at, mut changed) = (0, false);
        // Changes are made below a node only, so its number and those before it stay.
        while at < self.work.tree().len() {
            while self.reduce_children(&index, NodeId::at(at))? {
                changed = true;
                index = Index::new(self.work.tree(), depth);
            }
            at += 1;
        }
        Ok(changed)
    }

    /// Goes over the children of a node once; whether any changed.
    fn reduce_children(&mut self, index: &Index, node: NodeId) -> Result<bool, Stop> {
        let tree = self.work.tree();
        let children = tree.children(node).filter(|child| !tree.node(*child).is_empty());
        let all_combinations = self.how.all_combinations;
        let sites = children.map(|child| Site {
            node: child,
            alternatives: candidates(tree, index, child, all_combinations),
        });
        let sites: Vec<Site> = sites.filter(|site| !site.alternatives.is_empty()).collect();
        if sites.is_empty() {
            return Ok(false);
        }
        let counts: Vec<usize> = sites.iter().map(|site| site.alternatives.len()).collect();
        let space = Arc::new(TreeSpace::new(Arc::clone(tree), sites));
        let mut config = space.full();
        for (unit, count) in (0..).zip(counts) {
            let mut seen = BTreeSet::new();
            for from in (0..count).step_by(AT_A_TIME) {
                let numbers = from..count.min(from + AT_A_TIME);
                let configs = numbers.map(|number| {
                    let number = u32::try_from(number).expect("fewer candidates than nodes");
                    config.with_choice(unit, Choice::Alternative(number))
                });
                let new: Vec<_> = configs.filter(|config| seen.insert(space.id(config))).collect();
                let first = self.work.search.run(&space, First::new(config.clone(), new))?;
                if first.found().is_some() {
                    config = first.best().clone();
                    break;
                }
            }
        }
        Ok(self.work.take_over(&space, &config).is_some())
    }
}

/// How many nodes lie on the longest way down.
fn height(tree: &Tree) -> usize {
    let mut depths = vec![1; tree.len()];
    for id in tree.ids().skip(1) {
        let parent = tree.parent(id).expect("only the root has none");
        depths[id.index()] = depths[parent.index()] + 1;
    }
    depths.into_iter().max().expect("a tree has a root")
}
