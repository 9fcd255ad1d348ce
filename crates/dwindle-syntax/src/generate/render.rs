//! Writing a text and its tree from left to right.

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Grammar, Rule, Spacing, Symbol, would_merge};
use dwindle::tree::{Role, Shape, Tree, TreeBuilder};

/// A symbol that is to be expanded or written, at a level of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) symbol: Symbol,
    pub(super) depth: usize,
}

/// What is left to do, last first.
#[derive(Clone, Copy, Debug)]
enum PassResult {
    Visit(Task, Role),
    Close,
    /// A separator and an element, or an element, begin.
    Step,
    /// They end: if they are empty they were never there.
    StepEnd,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    /// For the beginning of a node.
    open: Option<(Symbol, Role)>,
    at: usize,
}

/// A text that is being written.
#[derive(Debug)]
pub(super) struct Render {
    grammar: Arc<Grammar>,
    out: Vec<u8>,
    left: Vec<PassResult>,
    marks: Vec<Mark>,
    /// The marks at which open nodes and steps began.
    open: Vec<usize>,
    steps: Vec<usize>,
    pub(super) expansions: usize,
    pub(super) depth: usize,
}

impl Render {
    pub(super) fn new(grammar: &Arc<Grammar>, symbol: Symbol) -> Self {
        Self {
            grammar: Arc::clone(grammar),
            out: Vec::new(),
            left: vec![PassResult::Visit(Task { symbol, depth: 0 }, Role::Needed)],
            marks: Vec::new(),
            open: Vec::new(),
            steps: Vec::new(),
            expansions: 0,
            depth: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.out.len()
    }

    /// The symbol that comes next; to be followed by [`text`](Self::text) or [`parts`](Self::parts).
    pub(super) fn next(&mut self) -> Option<Task> {
        loop {
            match self.left.pop()? {
                PassResult::Visit(task, role) => {
                    self.open.push(self.marks.len());
                    self.marks.push(Mark { open: Some((task.symbol, role)), at: self.out.len() });
                    self.depth = self.depth.max(task.depth + 1);
                    return Some(task);
                }
                PassResult::Close => self.close(),
                PassResult::Step => self.steps.push(self.marks.len()),
                PassResult::StepEnd => {
                    let mark = self.steps.pop().expect("a step ends once");
                    if self.marks.get(mark).is_some_and(|mark| mark.at == self.out.len()) {
                        self.marks.truncate(mark);
                    }
                }
            }
        }
    }

    /// The text of a terminal.
    pub(super) fn text(&mut self, text: &[u8]) {
        if self.grammar.spacing() == Spacing::Words && would_merge(&self.out, text) {
            // Nodes that have no bytes yet begin behind the blank.
            let before = self.out.len();
            self.out.push(b' ');
            let nodes = self.marks.iter_mut().rev();
            // Down to the end of the last node that has bytes: a mark that ends there without having begun there.
            let mut ended = 0usize;
            for mark in nodes.take_while(|mark| mark.at == before) {
                match mark.open {
                    None => ended += 1,
                    Some(_) => ended = ended.saturating_sub(1),
                }
                mark.at += 1;
            }
            self.mend(before, ended);
        }
        self.out.extend_from_slice(text);
        self.close();
    }

    /// Moves ends of nodes that have bytes back before the blank.
    fn mend(&mut self, before: usize, mut unmatched: usize) {
        // They are the first of the marks that were moved.
        let first = self.marks.partition_point(|mark| mark.at <= before);
        for mark in &mut self.marks[first..] {
            if unmatched == 0 || mark.open.is_some() {
                break;
            }
            mark.at = before;
            unmatched -= 1;
        }
    }

    /// The parts of an expansion of `symbol`, which stands at `depth`.
    pub(super) fn parts(&mut self, symbol: Symbol, depth: usize, parts: &[Symbol]) {
        self.expansions += 1;
        self.left.push(PassResult::Close);
        // Whether it is a list, and if so whether it has separators.
        let list = match self.grammar.rule(symbol) {
            Rule::List(list) => Some(list.separator.is_some()),
            _ => None,
        };
        for (nth, part) in parts.iter().enumerate().rev() {
            let role = match list {
                None => Role::Needed,
                Some(true) if nth % 2 == 1 => Role::Separator,
                Some(_) => Role::Element,
            };
            let ends_step = list == Some(false) || (list == Some(true) && nth % 2 == 0 && nth > 0);
            let begins_step = list == Some(false) || (list == Some(true) && nth % 2 == 1);
            if ends_step {
                self.left.push(PassResult::StepEnd);
            }
            self.left.push(PassResult::Visit(Task { symbol: *part, depth: depth + 1 }, role));
            if begins_step {
                self.left.push(PassResult::Step);
            }
        }
    }

    /// Ends a node; one without bytes has nothing below it.
    fn close(&mut self) {
        let mark = self.open.pop().expect("a node is closed once");
        if self.marks[mark].at == self.out.len() {
            self.marks.truncate(mark + 1);
        }
        self.marks.push(Mark { open: None, at: self.out.len() });
    }

    /// The tree of everything written.
    pub(super) fn finish(self) -> Tree {
        let text = Text::new(self.out).expect("bounds are below 4 GiB");
        let mut builder = TreeBuilder::new(text, Arc::clone(&self.grammar));
        for mark in self.marks {
            match mark.open {
                None => builder.close(mark.at),
                Some((symbol, role)) => {
                    let shape = Shape::of(self.grammar.rule(symbol));
                    builder.open(symbol, symbol, shape, role, mark.at);
                }
            }
        }
        builder.finish()
    }
}
