//! Trees simplified for reducers: no empty nodes, no chains of single children, and recursion as lists.
//!
//! A chain of single children becomes one node with the place of its top and the symbol of its end.

use std::sync::Arc;

use super::{NodeId, Role, Shape, Tree, TreeBuilder};
use crate::grammar::{Rule, Symbol};

impl Tree {
    /// The same tree without nodes that have no bytes, with each chain of single children as one node, and with
    /// left and right recursion flattened to lists (Picireny's preparations, Hodován and others 2017 and later,
    /// by which trees of recursive grammars become broad instead of deep).
    ///
    /// A chain keeps the place of its top and the symbol of its end. A recursion `e s (e s e)` becomes a list only
    /// if any number of its elements may stand where it stood.
    ///
    /// Costs time in the size of the tree.
    #[must_use]
    pub fn squeezed(&self) -> Self {
        let mut builder = TreeBuilder::new(self.text.clone(), Arc::clone(&self.grammar));
        let root = self.node(NodeId::ROOT);
        let mut tasks = vec![Task::Visit(Standing { id: NodeId::ROOT, place: root.place, role: root.role })];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close(stop) => builder.close(stop),
                Task::Visit(standing) => {
                    let standing = self.end_of_chain(standing);
                    let Standing { id, place, role } = standing;
                    let node = self.node(id);
                    let list = self.recursion(standing);
                    let shape = if list.is_some() { Shape::Plus } else { node.shape };
                    builder.open(node.symbol, place, shape, role, node.start as usize);
                    tasks.push(Task::Close(node.stop as usize));
                    let children = list.unwrap_or_else(|| self.standing_children(id).collect());
                    tasks.extend(children.into_iter().rev().map(Task::Visit));
                }
            }
        }
        let mut tree = builder.finish();
        tree.protect = self.protect.clone();
        tree
    }

    /// The children that have bytes.
    fn standing_children(&self, id: NodeId) -> impl Iterator<Item = Standing> + '_ {
        let all = self.children(id).filter(|child| !self.node(*child).is_empty());
        all.map(|id| Standing { id, place: self.node(id).place, role: self.node(id).role })
    }

    /// Goes down as long as there is one child with the very same bytes.
    fn end_of_chain(&self, mut standing: Standing) -> Standing {
        loop {
            let node = self.node(standing.id);
            // A list that was a recursion is not of its symbol any more when it has one element left.
            let was_recursion = node.is_flattened(&self.grammar);
            if node.shape != Shape::Regular && !was_recursion {
                return standing;
            }
            if matches!(self.grammar.rule(node.symbol), Rule::Optional(_)) && standing.role == Role::Needed {
                standing.role = Role::Optional;
            }
            let mut children = self.standing_children(standing.id);
            match (children.next(), children.next()) {
                (Some(only), None) if self.node(only.id).span() == node.span() => standing.id = only.id,
                _ => return standing,
            }
        }
    }

    /// The elements and separators of the list that a recursion is: `e s (e s (e s e))`, or `((e s e) s e) s e`.
    fn recursion(&self, standing: Standing) -> Option<Vec<Standing>> {
        [Side::Right, Side::Left].into_iter().find_map(|side| self.recursion_on(side, standing))
    }

    fn recursion_on(&self, side: Side, standing: Standing) -> Option<Vec<Standing>> {
        let symbol = self.node(standing.id).symbol;
        let (mut list, mut here) = (Vec::new(), standing.id);
        let element = self.link(here, symbol, side)?.0[0].place;
        while let Some((link, rest)) = self.link(here, symbol, side)
            && link[0].place == element
        {
            list.extend(link);
            here = self.end_of_chain(rest).id;
        }
        list.push(Standing { id: here, place: element, role: Role::Element });
        if side == Side::Left {
            list.reverse();
        }
        self.is_list_of(standing.place, element, here).then_some(list)
    }

    /// Whether one element may stand for the whole, and the innermost part is an element like the others.
    fn is_list_of(&self, place: Symbol, element: Symbol, last: NodeId) -> bool {
        self.grammar.accepts(place, element) && self.grammar.accepts(element, self.node(last).symbol)
    }

    /// One step of a recursion: an element with the separators behind it, to which there is no choice, and the rest, in
    /// whose place an element can stand too; from the right to the left on the left side.
    fn link(&self, id: NodeId, symbol: Symbol, side: Side) -> Option<(Vec<Standing>, Standing)> {
        let node = self.node(id);
        if node.symbol != symbol || node.shape != Shape::Regular {
            return None;
        }
        let mut parts: Vec<Standing> = self.standing_children(id).collect();
        if parts.iter().any(|part| part.role != Role::Needed) {
            return None;
        }
        if side == Side::Left {
            parts.reverse();
        }
        let rest = parts.pop()?;
        let (element, separators) = parts.split_first_mut()?;
        let is_token = |part: &Standing| self.node(self.end_of_chain(*part).id).shape == Shape::Token;
        let recursive = self.reaches(rest, symbol) && self.grammar.accepts(rest.place, element.place);
        if !separators.iter().all(is_token) || !recursive {
            return None;
        }
        element.role = Role::Element;
        for separator in separators {
            separator.role = Role::Separator;
        }
        Some((parts, rest))
    }

    /// Whether the grammar asks at this place for `symbol`, or the chain there ends at it.
    fn reaches(&self, standing: Standing, symbol: Symbol) -> bool {
        standing.place == symbol || self.node(self.end_of_chain(standing).id).symbol == symbol
    }
}

/// A node of the old tree, with the place and role that it gets in the new.
#[derive(Clone, Copy, Debug)]
struct Standing {
    id: NodeId,
    place: Symbol,
    role: Role,
}

enum Task {
    Visit(Standing),
    Close(usize),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}
