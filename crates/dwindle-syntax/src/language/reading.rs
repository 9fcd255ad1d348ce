//! Parts of a node from what a matcher tells of its children.

use dwindle::grammar::Symbol;
use dwindle::tree::{Role, Shape};

use super::normal::Syntax;
use super::parts::{Part, is_part};
use super::raw::{Kind, RawNode};

/// Makes parts of what a matcher tells: leaves out nodes without bytes and nodes around a single other.
pub(super) struct Reading<'a> {
    syntax: &'a Syntax,
    nodes: &'a [RawNode],
    children: std::iter::Peekable<std::vec::IntoIter<usize>>,
    parts: &'a mut Vec<Part>,
    open: Vec<Begun>,
}

/// A node that was begun.
#[derive(Clone, Copy)]
struct Begun {
    part: usize,
    /// How many nodes are in it, and the last one's part.
    nodes: usize,
    last: usize,
}

impl<'a> Reading<'a> {
    /// Before the first of `children`, to make parts after those that there are.
    pub(super) fn new(
        syntax: &'a Syntax,
        nodes: &'a [RawNode],
        children: Vec<usize>,
        parts: &'a mut Vec<Part>,
    ) -> Self {
        let children = children.into_iter().peekable();
        Self { syntax, nodes, children, parts, open: Vec::new() }
    }

    /// Takes the steps to the next child, and that; or to the end.
    pub(super) fn take(&mut self, steps: &[Part], child: Option<(Symbol, Role)>) {
        self.steps(steps);
        if let Some((place, role)) = child {
            let child = self.children.next().expect("every child that is told of is there");
            self.child(child, place, role);
        }
    }

    fn child(&mut self, child: usize, place: Symbol, role: Role) {
        if self.nodes[child].start < self.nodes[child].stop {
            self.parts.push(Part::child(child, place, role));
            self.add(self.parts.len() - 1);
        }
    }

    /// Takes the steps, with the extras that stand there as far out as they can.
    fn steps(&mut self, steps: &[Part]) {
        let (mut depth, mut least, mut outside) = (0_isize, 0, 0);
        for (at, step) in steps.iter().enumerate() {
            depth += if matches!(step, Part::Close) { -1 } else { 1 };
            if depth <= least {
                (least, outside) = (depth, at + 1);
            }
        }
        steps[..outside].iter().for_each(|step| self.step(*step));
        while let Some(child) = self.children.next_if(|child| !is_part(self.nodes[*child])) {
            let node = self.nodes[child];
            let role = if node.kind() == Kind::Extra { Role::Extra } else { Role::Loose };
            self.child(child, node.symbol(), role);
        }
        steps[outside..].iter().for_each(|step| self.step(*step));
    }

    fn step(&mut self, step: Part) {
        if let Part::Close = step {
            let begun = self.open.pop().expect("steps are in pairs");
            self.close(begun);
        } else {
            self.open.push(Begun { part: self.parts.len(), nodes: 0, last: 0 });
            self.parts.push(step);
        }
    }

    fn close(&mut self, begun: Begun) {
        let Part::Open { place, shape, role, .. } = self.parts[begun.part] else {
            unreachable!("a node was begun there")
        };
        if begun.nodes == 0 {
            self.parts.truncate(begun.part);
        } else if begun.nodes == 1 && shape != Shape::Star {
            // A node around a single other: the other takes over what is asked for.
            self.parts[begun.part] = Part::Gone;
            // It keeps its own place if the node has texts of its own beside it, such as the end of a line.
            let symbol = match self.parts[begun.last] {
                Part::Open { symbol, .. } => symbol,
                Part::Child { node, .. } => self.nodes[node as usize].symbol(),
                Part::Gone | Part::Close | Part::Text { .. } => {
                    unreachable!("a node ends with none of these")
                }
            };
            let place = Some(place).filter(|place| self.syntax.grammar.accepts(*place, symbol));
            self.parts[begun.last].stand(place, role);
            self.add(begun.last);
        } else {
            self.parts.push(Part::Close);
            self.add(begun.part);
        }
    }

    fn add(&mut self, part: usize) {
        if let Some(begun) = self.open.last_mut() {
            begun.nodes += 1;
            begun.last = part;
        }
    }
}
