//! From a parser's tree to ours: every node's children are read by the rule of its symbol.

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::Symbol;
use dwindle::tree::{Role, Shape, Tree, TreeBuilder};

use super::matcher::Matcher;
use super::normal::Syntax;
use super::parts::{Part, is_part};
use super::raw::{Kind, RawNode};
use super::reading::Reading;
use super::unparsed;

/// The tree of `text`, whose nodes the parser gave.
pub(super) fn assemble(text: &Text, syntax: &Syntax, nodes: &[RawNode], matcher: &mut Matcher) -> Tree {
    let builder = TreeBuilder::new(text.clone(), Arc::clone(&syntax.grammar));
    let mut assembly =
        Assembly { text, syntax, nodes, matcher, builder, parts: Vec::new(), open: Vec::new(), at: 0 };
    if nodes.is_empty() {
        unparsed::by_lines(&mut assembly.builder, text.bytes(), syntax.unparsed);
    } else {
        assembly.run();
    }
    assembly.builder.finish()
}

struct Assembly<'a> {
    text: &'a Text,
    syntax: &'a Syntax,
    nodes: &'a [RawNode],
    matcher: &'a mut Matcher,
    builder: TreeBuilder,
    /// The parts of all nodes that are open, those of a node after those of its parent.
    parts: Vec<Part>,
    open: Vec<Open>,
    /// Where the last node ended.
    at: u32,
}

/// A node of the parser that is being made.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The first of its parts.
    first: usize,
    next: usize,
    stop: u32,
}

impl Assembly<'_> {
    fn run(&mut self) {
        let root = self.nodes[0].symbol();
        self.begin(0, root, Role::Needed);
        while let Some(open) = self.open.last_mut() {
            let Some(part) = self.parts.get(open.next).copied() else {
                self.parts.truncate(open.first);
                self.at = open.stop;
                self.builder.close(self.at as usize);
                self.open.pop();
                continue;
            };
            open.next += 1;
            let next = open.next;
            match part {
                Part::Gone => {}
                Part::Open { symbol, place, shape, role } => {
                    let start = self.start_of(next);
                    self.builder.open(symbol, place, shape, role, start as usize);
                }
                Part::Close => self.builder.close(self.at as usize),
                Part::Child { node, place, role } => self.begin(node as usize, place, role),
                Part::Text { start, stop } => {
                    let unparsed = self.syntax.unparsed;
                    self.builder.leaf(unparsed, unparsed, Role::Loose, start as usize..stop as usize);
                    self.at = stop;
                }
            }
        }
    }

    /// Where the first child from this part on begins.
    fn start_of(&self, from: usize) -> u32 {
        let first = self.parts[from..].iter().find_map(|part| match part {
            Part::Child { node, .. } => Some(self.nodes[*node as usize].start),
            Part::Text { start, .. } => Some(*start),
            _ => None,
        });
        first.unwrap_or(self.at)
    }

    /// Begins the node of this number, or adds it if nothing is below it.
    fn begin(&mut self, number: usize, place: Symbol, role: Role) {
        let number = self.innermost(number);
        let node = self.nodes[number];
        let is_leaf = node.end as usize == number + 1 && number > 0;
        if is_leaf && (node.kind() != Kind::Error || !self.bytes(node).contains(&b'\n')) {
            self.builder.leaf(node.symbol(), place, role, node.start as usize..node.stop as usize);
            self.at = node.stop;
            return;
        }
        let first = self.parts.len();
        let shape = if self.fits(number) { self.shape(node.symbol()) } else { Shape::Unparsed };
        if shape == Shape::Unparsed {
            self.parts.truncate(first);
            self.unparsed(number);
        }
        self.builder.open(node.symbol(), place, shape, role, node.start as usize);
        self.at = node.start;
        self.open.push(Open { first, next: first, stop: node.stop });
    }

    fn bytes(&self, node: RawNode) -> &[u8] {
        &self.text.bytes()[node.start as usize..node.stop as usize]
    }

    /// Of regions without sense that are all there is in one another, the innermost.
    fn innermost(&self, mut number: usize) -> usize {
        let node = self.nodes[number];
        while let Some(inner) = self.nodes[..node.end as usize].get(number + 1) {
            let same = inner.kind() == Kind::Error && (inner.start, inner.stop) == (node.start, node.stop);
            if node.kind() != Kind::Error || !same {
                break;
            }
            number += 1;
        }
        number
    }

    fn shape(&self, symbol: Symbol) -> Shape {
        match Shape::of(self.syntax.grammar.rule(symbol)) {
            Shape::Token => Shape::Regular,
            shape => shape,
        }
    }

    /// Reads the children of a node by its symbol's rule, and says whether they fit.
    fn fits(&mut self, number: usize) -> bool {
        let nodes = self.nodes;
        let symbol = nodes[number].symbol();
        if nodes[number].kind() == Kind::Error || symbol == self.syntax.unparsed {
            return false;
        }
        let parts =
            children(nodes, number).filter(|child| is_part(nodes[*child])).map(|child| nodes[child].symbol());
        let all: Vec<usize> = children(nodes, number).collect();
        let mut reading = Reading::new(self.syntax, nodes, all, &mut self.parts);
        self.matcher.run(self.syntax, symbol, parts, &mut |steps, child| reading.take(steps, child))
    }

    /// The parts of a node that follows no rule.
    fn unparsed(&mut self, number: usize) {
        let node = self.nodes[number];
        if node.kind() == Kind::Error || node.symbol() == self.syntax.unparsed {
            let all: Vec<usize> = children(self.nodes, number).collect();
            let text = self.text.bytes();
            unparsed::by_brackets(self.nodes, &all, node, text, self.syntax.unparsed, &mut self.parts);
            return;
        }
        for child in children(self.nodes, number) {
            let node = self.nodes[child];
            let role = match node.kind() {
                Kind::Nameless => Role::Needed,
                Kind::Extra => Role::Extra,
                Kind::Named | Kind::Error => Role::Loose,
            };
            if node.start < node.stop {
                self.parts.push(Part::child(child, node.symbol(), role));
            }
        }
    }
}

/// The numbers of a node's children.
fn children(nodes: &[RawNode], number: usize) -> impl Iterator<Item = usize> {
    let (mut next, end) = (number + 1, nodes[number].end as usize);
    std::iter::from_fn(move || {
        let here = next;
        (here < end).then(|| {
            next = nodes[here].end as usize;
            here
        })
    })
}
