//! Makes the tree that a configuration of a tree space leads to, without parsing its text again.

use std::ops::Range;

use super::change::{Change, With};
use super::tree_space::TreeSpace;
use crate::Config;
use crate::config::Choice;
use crate::grammar::{Rule, Spacing, Symbol, would_merge};
use crate::tree::{Node, NodeId, Piece, Role, Shape, Tree, offset};

/// Where the nodes of a changed tree come from.
#[derive(Clone, Debug)]
pub struct Moved {
    new: Vec<u32>,
}

impl Moved {
    const GONE: u32 = u32::MAX;

    /// What a node of the old tree is in the new one; none when it is gone.
    ///
    /// Of one that stays and is copied elsewhere too, the one that stays; of several copies, the first.
    pub fn find(&self, old: NodeId) -> Option<NodeId> {
        Some(self.new[old.index()]).filter(|new| *new != Self::GONE).map(NodeId::numbered)
    }

    /// What is left of these nodes, in their order.
    pub fn follow(&self, old: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
        old.into_iter().filter_map(|node| self.find(node)).collect()
    }
}

impl TreeSpace {
    /// The tree that `config` makes, and where its nodes come from.
    ///
    /// Costs time in the size of the tree.
    pub fn apply(&self, config: &Config) -> (Tree, Moved) {
        let (tree, text) = (&*self.tree, self.render(config));
        let changes = self.changes(config);
        let mut rewrite = Rewrite::new(tree, self, &changes);
        let mut units = (0..self.unit_count()).map(|unit| (unit, self.node(unit))).peekable();
        let mut runs = config.runs().iter().peekable();
        let mut at = 0;
        while at < tree.nodes.len() {
            let id = NodeId::at(at);
            // Those that lay in what was cut before.
            while units.next_if(|(_, node)| *node < id).is_some() {}
            let unit = units.next_if(|(_, node)| *node == id).map(|(unit, _)| unit);
            let choice = unit.map(|unit| {
                while runs.next_if(|run| run.end <= unit).is_some() {}
                runs.peek().filter(|run| run.start <= unit).map(|run| run.choice)
            });
            match choice {
                None | Some(Some(_)) if rewrite.is_cut(at) => at = tree.nodes[at].end as usize,
                None | Some(Some(Choice::Keep)) => {
                    rewrite.keep(at);
                    at += 1;
                }
                Some(Some(Choice::Alternative(number))) => {
                    let unit = unit.expect("a choice is of a unit");
                    rewrite.replace(at, self.alternative(unit, number));
                    at = tree.nodes[at].end as usize;
                }
                Some(None) => {
                    rewrite.drop(at);
                    at = tree.nodes[at].end as usize;
                }
            }
        }
        let (nodes, new) = rewrite.finish();
        let protect = tree.protect.in_text(&text);
        let changed = Tree { text, nodes, grammar: std::sync::Arc::clone(&tree.grammar), protect };
        changed.assert_spans();
        (changed, Moved { new })
    }
}

/// The nodes of the new tree so far.
struct Rewrite<'a> {
    tree: &'a Tree,
    space: &'a TreeSpace,
    changes: &'a [Change],
    /// For each change where its replacement begins in the new text, and how long it is.
    placed: Vec<(usize, usize)>,
    nodes: Vec<Node>,
    new: Vec<u32>,
    /// The last byte that was put of the piece at hand.
    last: Option<u8>,
}

impl<'a> Rewrite<'a> {
    fn new(tree: &'a Tree, space: &'a TreeSpace, changes: &'a [Change]) -> Self {
        let (mut placed, mut old, mut new) = (Vec::with_capacity(changes.len()), 0, 0);
        for change in changes {
            new += change.span.start - old;
            let len = space.replacement_len(change);
            placed.push((new, len));
            new += len;
            old = change.span.end;
        }
        let gone = vec![Moved::GONE; tree.nodes.len()];
        Self { tree, space, changes, placed, nodes: Vec::new(), new: gone, last: None }
    }

    /// Where a byte offset of the old text lies in the new one; inside of a change, the end of the replacement.
    fn moved(&self, old: u32) -> u32 {
        let Some(last) = self.last_before(old) else { return old };
        let (start, len) = self.placed[last];
        offset(start + len + (old as usize).saturating_sub(self.changes[last].span.end))
    }

    /// The last change that begins before this byte.
    fn last_before(&self, byte: u32) -> Option<usize> {
        self.changes.partition_point(|change| change.span.start < byte as usize).checked_sub(1)
    }

    /// Whether a node goes with a change that it lies in; one without bytes, if it lies strictly inside.
    fn is_cut(&self, at: usize) -> bool {
        let node = &self.tree.nodes[at];
        if node.is_empty() {
            let before = self.last_before(node.start);
            return before.is_some_and(|last| (node.start as usize) < self.changes[last].span.end);
        }
        let Some(last) = self.last_before(node.start + 1) else { return false };
        let change = &self.changes[last];
        let whole = match change.with {
            // The list and what it lies in stay, also where the members that stay have no bytes.
            With::Nothing(group) => self.space.group(group).list.is_some_and(|list| list.index() < at),
            // All members go; the list itself stays.
            With::Empty(group) => {
                at > 0 && self.space.group(group).list.is_some_and(|list| node.parent == list.number())
            }
            With::Alternative(..) => false,
        };
        whole && node.stop as usize <= change.span.end
    }

    fn push(&mut self, from: usize, node: Node) {
        self.new[from] = NodeId::at(self.nodes.len()).number();
        self.nodes.push(node);
    }

    fn parent(&self, old: usize) -> u32 {
        if old == 0 { 0 } else { self.new[self.tree.nodes[old].parent as usize] }
    }

    fn keep(&mut self, at: usize) {
        let node = self.tree.nodes[at];
        let (start, stop) = (self.moved(node.start), self.moved(node.stop));
        let parent = self.parent(at);
        let symbol = self.kept_symbol(at);
        self.push(at, Node { parent, start: start.min(stop), stop, end: 0, symbol, ..node });
    }

    /// What a node that stays is a node of: its symbol; but of a list all of whose members went its place, unless the
    /// shortest text of the place, which it has now, is one of the list's own.
    fn kept_symbol(&self, at: usize) -> Symbol {
        let node = &self.tree.nodes[at];
        let first = self.last_before(node.start).map_or(0, |last| last + 1);
        let emptied = self.changes.get(first).and_then(|change| match change.with {
            With::Empty(group) => Some(self.space.group(group)),
            With::Nothing(_) | With::Alternative(..) => None,
        });
        let foreign = emptied.is_some_and(|group| {
            group.list == Some(NodeId::at(at)) && !self.is_shortest(node.symbol, &group.empty)
        });
        if foreign { node.place } else { node.symbol }
    }

    fn is_shortest(&self, symbol: Symbol, text: &[u8]) -> bool {
        self.tree.grammar.shortest(symbol) == Some(text)
    }

    /// A unit goes: of one that must be there, a token stays with the shortest text.
    fn drop(&mut self, at: usize) {
        let node = self.tree.nodes[at];
        let Some(place) = self.last_before(node.start + 1) else { return };
        let With::Empty(group) = self.changes[place].with else { return };
        let group = self.space.group(group);
        // Of a list that may be empty, and of an optional part, nothing stays.
        if group.empty.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        // The first of a list stands for all, if what is left can be an element.
        if group.list.is_some_and(|list| {
            self.tree.children(list).find(|child| self.is_member(*child)) != Some(NodeId::at(at))
                || !self.is_shortest(node.place, &group.empty)
        }) {
            return;
        }
        let (start, len) = self.placed[place];
        let blanks = group.empty.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let ends = group.empty.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let parent = self.parent(at);
        let (start, stop) = (offset(start + blanks), offset(start + len - ends));
        self.push(at, Node { parent, start, stop, end: 0, symbol: node.place, shape: Shape::Token, ..node });
    }

    fn is_member(&self, id: NodeId) -> bool {
        self.tree.node(id).role == Role::Element
    }

    fn replace(&mut self, at: usize, piece: &Piece) {
        let node = self.tree.nodes[at];
        let place = self.last_before(node.start + 1).expect("a replaced unit is a change");
        let mut end = self.placed[place].0 + usize::from(self.changes[place].blank_before);
        let here = NodeId::at(self.nodes.len()).number();
        let parent = self.parent(at);
        self.last = None;
        self.put(piece, &mut end, Standing { parent, place: node.place, role: node.role });
        self.new[at] = here;
    }

    /// Puts the nodes of a piece at the byte `at` of the new text, and moves `at` past them.
    ///
    /// Goes as deep as whoever made the piece nested it, which is never more than a few levels.
    fn put(&mut self, piece: &Piece, at: &mut usize, standing: Standing) {
        let here = self.nodes.len();
        match piece {
            Piece::Text(bytes) => {
                let start = self.place(bytes, at);
                self.push_made(standing, standing.place, Shape::Token, start..*at);
            }
            Piece::Node(id) => {
                let start = self.place(self.tree.bytes(*id), at);
                self.copy(self.tree.subtree(*id), standing.parent, start);
                let top = &mut self.nodes[here];
                (top.place, top.role) = (standing.place, standing.role);
                self.unflatten(here);
            }
            Piece::Part { node, first, last } => {
                let span =
                    self.tree.nodes[first.index()].span().start..self.tree.nodes[last.index()].span().end;
                let start = self.place(&self.tree.text.bytes()[span], at);
                let Node { symbol, shape, .. } = self.tree.nodes[node.index()];
                self.stands_for(*node);
                self.push_made(standing, symbol, shape, start..*at);
                let children = first.index()..self.tree.nodes[last.index()].end as usize;
                self.copy(children.map(NodeId::at), NodeId::at(here).number(), start);
                self.unflatten(here);
            }
            Piece::Made(symbol, parts) => {
                let shape = Shape::of(self.tree.grammar.rule(*symbol));
                self.push_made(standing, *symbol, shape, *at..*at);
                let parent = NodeId::at(here).number();
                for (place, part) in parts {
                    let role = made_role(self.tree.grammar.rule(*symbol), *place);
                    self.put(part, at, Standing { parent, place: *place, role });
                }
                self.nodes[here].stop = offset(*at);
            }
        }
    }

    /// A recursion that was flattened to a list is no list in a place where an element cannot stand for it.
    fn unflatten(&mut self, here: usize) {
        let (top, below) = self.nodes[here..].split_first_mut().expect("a node was put there");
        if !top.is_flattened(&self.tree.grammar) {
            return;
        }
        let parent = NodeId::at(here).number();
        let mut parts: Vec<&mut Node> = below
            .iter_mut()
            .filter(|node| node.parent == parent && matches!(node.role, Role::Element | Role::Separator))
            .collect();
        let stands = |part: &&mut Node| {
            part.role == Role::Separator || self.tree.grammar.accepts(top.place, part.place)
        };
        if !parts.iter().all(stands) {
            top.shape = Shape::Regular;
            for part in &mut parts {
                part.role = Role::Needed;
            }
        }
    }

    fn push_made(&mut self, standing: Standing, symbol: Symbol, shape: Shape, span: Range<usize>) {
        let Standing { parent, place, role } = standing;
        let (start, stop) = (offset(span.start), offset(span.end));
        self.nodes.push(Node { parent, end: 0, start, stop, symbol, place, shape, role });
    }

    /// Where the next bytes of a piece begin: after a blank where one keeps them apart from those before.
    fn place(&mut self, bytes: &[u8], at: &mut usize) -> usize {
        let words = self.tree.grammar.spacing() == Spacing::Words;
        let start = *at + usize::from(words && would_merge(self.last.as_slice(), bytes));
        if bytes.is_empty() {
            return *at;
        }
        self.last = bytes.last().copied();
        *at = start + bytes.len();
        start
    }

    /// Copies nodes that follow each other, which begin at the byte `at` of the new text then.
    fn copy(&mut self, ids: impl Iterator<Item = NodeId>, parent: u32, at: usize) {
        let first = self.nodes.len();
        let mut ids = ids.peekable();
        let Some(&top) = ids.peek() else { return };
        let from = self.tree.node(top).start as usize;
        for old in ids {
            let node = self.tree.node(old);
            let above = (node.parent as usize).checked_sub(top.index()).filter(|_| old != top);
            let parent = above.map_or(parent, |above| offset(first + above));
            let moved = |byte: u32| offset(byte as usize - from + at);
            let (start, stop) = (moved(node.start), moved(node.stop));
            self.stands_for(old);
            self.nodes.push(Node { parent, start, stop, end: 0, ..node });
        }
    }

    /// Notes that the next node is what a node of the old tree is now, unless that stands elsewhere already.
    fn stands_for(&mut self, old: NodeId) {
        let new = &mut self.new[old.index()];
        if *new == Moved::GONE {
            *new = NodeId::at(self.nodes.len()).number();
        }
    }

    /// The nodes, each with the end of its subtree.
    fn finish(self) -> (Vec<Node>, Vec<u32>) {
        let mut nodes = self.nodes;
        for at in (0..nodes.len()).rev() {
            nodes[at].end = nodes[at].end.max(offset(at + 1));
            if at > 0 {
                let (parent, end) = (nodes[at].parent as usize, nodes[at].end);
                nodes[parent].end = nodes[parent].end.max(end);
            }
        }
        self.tree.name_lone_elements(&mut nodes);
        (nodes, self.new)
    }
}

impl Tree {
    /// A recursion that was flattened to a list is not of its symbol any more when it has one element left: it is what
    /// that element is.
    fn name_lone_elements(&self, nodes: &mut [Node]) {
        let mut elements: Vec<(usize, Symbol)> = nodes.iter().map(|node| (0, node.symbol)).collect();
        for node in nodes.iter().filter(|node| node.role == Role::Element) {
            let of_parent = &mut elements[node.parent as usize];
            *of_parent = (of_parent.0 + 1, node.place);
        }
        for (node, (count, element)) in nodes.iter_mut().zip(elements) {
            if count == 1 && node.is_flattened(&self.grammar) {
                node.symbol = element;
            }
        }
    }
}

/// Where a piece is put.
#[derive(Clone, Copy)]
struct Standing {
    parent: u32,
    place: Symbol,
    role: Role,
}

/// What a part is to a node that is made by a rule.
fn made_role(rule: &Rule, part: Symbol) -> Role {
    match rule {
        Rule::Optional(_) => Role::Optional,
        Rule::List(list) if list.separator == Some(part) && list.element != part => Role::Separator,
        Rule::List(_) => Role::Element,
        Rule::Regular(_) | Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => Role::Needed,
    }
}
