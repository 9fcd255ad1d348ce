//! Circles of a graph, each named with what ties it.

use std::collections::{BTreeMap, BTreeSet};

/// By node, the nodes that it uses, and an item that it takes from each.
pub(crate) type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// The sets of nodes that all lead to each other, in order.
pub(crate) fn circles(graph: &Graph) -> Vec<String> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reached(graph, node))).collect();
    let mut found = BTreeSet::new();
    for (node, others) in &reached {
        let back = |other: &&&str| reached.get(**other).is_some_and(|back| back.contains(node));
        let circle: Vec<&str> = others.iter().filter(back).copied().collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().map(|circle| shown(graph, &circle)).collect()
}

/// All nodes that `from` leads to.
fn reached<'g>(graph: &'g Graph, from: &str) -> BTreeSet<&'g str> {
    let mut found = BTreeSet::new();
    let mut left = vec![from];
    while let Some(node) = left.pop() {
        for to in graph.get(node).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(to.as_str()) {
                left.push(to);
            }
        }
    }
    found
}

fn shown(graph: &Graph, circle: &[&str]) -> String {
    let arrows = circle.iter().flat_map(|from| {
        let used = graph.get(*from).into_iter().flatten();
        let inside = used.filter(|(to, _)| circle.contains(&to.as_str()));
        inside.map(move |(to, what)| format!("{from} uses {what} of {to}"))
    });
    format!("{}: {}", circle.join(", "), arrows.collect::<Vec<_>>().join("; "))
}
