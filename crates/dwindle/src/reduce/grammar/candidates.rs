//! What may take a node's place: smaller nodes of its symbol, parts of a list, shorter expansions.

use std::iter::successors;

use super::index::Index;
use crate::grammar::{Grammar, Rule, Symbol};
use crate::tree::{NodeId, Piece, Role, Tree};

/// How many ways to put one expansion together are tried at most.
const MOST_COMBINATIONS: usize = 1000;

/// The candidates for a node, in the order in which they are tried; each has fewer nodes.
pub(super) fn candidates(tree: &Tree, index: &Index, node: NodeId, all_combinations: bool) -> Vec<Piece> {
    let symbol = tree.node(node).symbol();
    if tree.subtree_len(node) == 1 {
        return Vec::new();
    }
    let mut all: Vec<Piece> = index.below(tree, node, symbol).iter().map(|id| Piece::Node(*id)).collect();
    if index.has_children() && tree.node(node).is_list() {
        all.extend(shorter_lists(tree, node));
    }
    let most = if all_combinations { MOST_COMBINATIONS } else { 1 };
    let mut expansions = Vec::new();
    for parts in expansions_of(tree.grammar(), symbol) {
        let found: Vec<&[NodeId]> = parts.iter().map(|part| index.below(tree, node, *part)).collect();
        for (size, chosen) in combinations(tree, &found, tree.subtree_len(node), most) {
            let pieces = parts.iter().copied().zip(chosen.into_iter().map(Piece::Node)).collect();
            expansions.push((size, Piece::Made(symbol, pieces)));
        }
    }
    expansions.sort_by_key(|(size, _)| *size);
    all.extend(expansions.into_iter().map(|(_, piece)| piece));
    all
}

/// The expansions of a symbol, those with few parts first.
fn expansions_of(grammar: &Grammar, symbol: Symbol) -> Vec<Vec<Symbol>> {
    match grammar.rule(symbol) {
        Rule::Regular(alternatives) => {
            let mut sorted = alternatives.clone();
            sorted.sort_by_key(Vec::len);
            sorted
        }
        Rule::Optional(part) => vec![vec![], vec![*part]],
        Rule::List(list) if list.at_least_one => vec![vec![list.element]],
        Rule::List(list) => vec![vec![], vec![list.element]],
        Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => Vec::new(),
    }
}

/// The first `most` choices of one node for each part with which the whole has fewer than `below` nodes, in
/// lexicographic order, each with that number of nodes.
fn combinations(tree: &Tree, found: &[&[NodeId]], below: usize, most: usize) -> Vec<(usize, Vec<NodeId>)> {
    // The fewest nodes that the parts from each on can have.
    let mut fewest = vec![0];
    for part in found.iter().rev() {
        let Some(least) = part.iter().map(|id| tree.subtree_len(*id)).min() else { return Vec::new() };
        fewest.push(fewest[fewest.len() - 1] + least);
    }
    fewest.reverse();
    // The place of the choice for each part so far, the place to look from for the next, and the nodes so far.
    let (mut chosen, mut from, mut size) = (Vec::<usize>::new(), 0, 1);
    let mut all = Vec::new();
    loop {
        let part = chosen.len();
        let next = if part < found.len() {
            let fits = |id: &NodeId| size + tree.subtree_len(*id) + fewest[part + 1] < below;
            found[part][from..].iter().position(fits).map(|at| from + at)
        } else {
            if size < below {
                all.push((size, chosen.iter().zip(found).map(|(at, part)| part[*at]).collect()));
            }
            None
        };
        if all.len() == most {
            return all;
        }
        if let Some(at) = next {
            size += tree.subtree_len(found[part][at]);
            chosen.push(at);
            from = 0;
        } else {
            let Some(last) = chosen.pop() else { return all };
            size -= tree.subtree_len(found[chosen.len()][last]);
            from = last + 1;
        }
    }
}

/// A list without its first elements and without its last: half of them, a quarter, and so on to one.
fn shorter_lists(tree: &Tree, node: NodeId) -> impl Iterator<Item = Piece> + use<> {
    let elements: Vec<NodeId> =
        tree.children(node).filter(|child| tree.node(*child).role() == Role::Element).collect();
    let all = elements.len();
    let less = successors(Some(all / 2), |less| Some(less / 2)).take_while(|less| *less > 0);
    less.flat_map(move |less| {
        [(less, all - 1), (0, all - less - 1)].map(|(first, last)| Piece::Part {
            node,
            first: elements[first],
            last: elements[last],
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;
    use crate::grammar::{GrammarBuilder, Spacing};
    use crate::tree::{Shape, TreeBuilder};
    use std::sync::Arc;

    #[test]
    fn combinations_come_in_order_and_within_the_size() {
        let mut grammar = GrammarBuilder::default();
        let a = grammar.declare("a", true).unwrap();
        let grammar = Arc::new(grammar.finish("test", a, Spacing::Exact));
        let mut tree = TreeBuilder::new(Text::new(b"".to_vec()).unwrap(), grammar);
        // Subtrees of 4, 3, 2 and 1 nodes.
        for _ in 0..4 {
            tree.open(a, a, Shape::Regular, Role::Needed, 0);
        }
        (0..4).for_each(|_| tree.close(0));
        let tree = tree.finish();
        let ids: Vec<NodeId> = tree.ids().collect();
        let (left, right) = (&ids[1..], &ids[2..]);
        let sizes = |below, most| -> Vec<Vec<usize>> {
            let all = combinations(&tree, &[left, right], below, most).into_iter();
            all.map(|(_, chosen)| chosen.into_iter().map(|id| tree.subtree_len(id)).collect()).collect()
        };
        assert_eq!(sizes(6, 10), [[3, 1], [2, 2], [2, 1], [1, 2], [1, 1]]);
        assert_eq!(sizes(5, 1), [[2, 1]]);
        assert!(sizes(3, 9).is_empty());
        assert!(combinations(&tree, &[left, &[]], 9, 9).is_empty());
        assert_eq!(combinations(&tree, &[], 2, 9), [(1, vec![])]);
    }
}
