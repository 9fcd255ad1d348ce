//! Trees simplified for reducers: no empty nodes, no chains of single children, and recursion as lists.

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

    /// The elements and separators of the list that a recursion is.
    fn recursion(&self, standing: Standing) -> Option<Vec<Standing>> {
        self.right_recursion(standing).or_else(|| self.left_recursion(standing))
    }

    /// `e s (e s (e s e))`
    fn right_recursion(&self, standing: Standing) -> Option<Vec<Standing>> {
        let symbol = self.node(standing.id).symbol;
        let (mut list, mut here) = (Vec::new(), standing.id);
        let element = self.link(here, symbol, Side::Right)?.element_place;
        let next = loop {
            let Some(link) =
                self.link(here, symbol, Side::Right).filter(|link| link.element_place == element)
            else {
                break here;
            };
            list.push(link.element);
            list.extend(link.separators);
            here = self.end_of_chain(link.rest).id;
        };
        list.push(Standing { id: next, place: element, role: Role::Element });
        self.is_list_of(standing.place, element, next).then_some(list)
    }

    /// `((e s e) s e) s e`
    fn left_recursion(&self, standing: Standing) -> Option<Vec<Standing>> {
        let symbol = self.node(standing.id).symbol;
        let (mut list, mut here) = (Vec::new(), standing.id);
        let element = self.link(here, symbol, Side::Left)?.element_place;
        let next = loop {
            let Some(link) = self.link(here, symbol, Side::Left).filter(|link| link.element_place == element)
            else {
                break here;
            };
            list.push(link.element);
            list.extend(link.separators.into_iter().rev());
            here = self.end_of_chain(link.rest).id;
        };
        list.push(Standing { id: next, place: element, role: Role::Element });
        list.reverse();
        self.is_list_of(standing.place, element, next).then_some(list)
    }

    /// Whether one element may stand for the whole, and the innermost part is an element like the others.
    fn is_list_of(&self, place: Symbol, element: Symbol, last: NodeId) -> bool {
        self.grammar.accepts(place, element) && self.grammar.accepts(element, self.node(last).symbol)
    }

    /// One step of a recursion: an element, separators without any choice to them, and the rest, in whose place an
    /// element can stand too.
    fn link(&self, id: NodeId, symbol: Symbol, side: Side) -> Option<Link> {
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
        let (rest, element) = match parts.as_slice() {
            [element, .., rest] => (*rest, *element),
            _ => return None,
        };
        let mut separators = parts[1..parts.len() - 1].to_vec();
        if side == Side::Left {
            separators.reverse();
        }
        let tokens =
            separators.iter().all(|part| self.node(self.end_of_chain(*part).id).shape == Shape::Token);
        let recursive = self.reaches(rest, symbol) && self.grammar.accepts(rest.place, element.place);
        for separator in &mut separators {
            separator.role = Role::Separator;
        }
        (tokens && recursive).then_some(Link {
            element_place: element.place,
            element: Standing { role: Role::Element, ..element },
            separators,
            rest,
        })
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

struct Link {
    element_place: Symbol,
    element: Standing,
    separators: Vec<Standing>,
    rest: Standing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}
