//! A space in which a unit is the same change of several nodes, such as of all places of a name.

use std::sync::Arc;

use super::work::Work;
use crate::Config;
use crate::config::Choice;
use crate::space::{Site, TreeSpace};
use crate::tree::{NodeId, Piece};

/// The space of all nodes of these groups, and for each group its changes: all its nodes become the first of its
/// pieces, or the second, and so on. No two nodes lie within each other.
pub(super) fn everywhere(
    work: &Work<'_, '_>,
    groups: Vec<(Vec<NodeId>, Vec<Piece>)>,
) -> (TreeSpace, Vec<Vec<Config>>) {
    let (mut sites, mut changes) = (Vec::new(), Vec::new());
    for (group, (nodes, alternatives)) in groups.into_iter().enumerate() {
        changes.push(vec![Config::empty(); alternatives.len()]);
        let site = |node| (Site { node, alternatives: alternatives.clone() }, group);
        sites.extend(nodes.into_iter().map(site));
    }
    sites.sort_by_key(|(site, _)| site.node);
    for (unit, (_, group)) in (0..).zip(&sites) {
        for (number, change) in (0..).zip(&mut changes[*group]) {
            change.push(unit, unit + 1, Choice::Alternative(number));
        }
    }
    let sites = sites.into_iter().map(|(site, _)| site).collect();
    (TreeSpace::new(Arc::clone(work.tree()), sites), changes)
}
