//! The nodes of a structure while it is built, when children are known before their parents.

use crate::tree::Role;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, a number, a string, a comment.
    Word,
    /// A bracket or a separator.
    Mark,
    /// Two brackets with what stands between them.
    Group,
    /// Two tags with what stands between them.
    Element,
    /// Elements with their separators.
    List,
    /// What stands side by side without a separator.
    Row,
    /// A line with those indented below it.
    Block,
}

#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) stop: u32,
    pub(super) children: Vec<(u32, Role)>,
}

/// All nodes, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Drafts(Vec<Draft>);

impl Drafts {
    pub(super) fn get(&self, at: u32) -> &Draft {
        &self.0[at as usize]
    }

    pub(super) fn leaf(&mut self, kind: Kind, start: u32, stop: u32) -> u32 {
        self.push(Draft { kind, start, stop, children: Vec::new() })
    }

    /// A node from its first child to its last; there is one.
    pub(super) fn node(&mut self, kind: Kind, children: Vec<(u32, Role)>) -> u32 {
        let (first, last) = (children[0].0, children[children.len() - 1].0);
        let (start, stop) = (self.get(first).start, self.get(last).stop);
        self.push(Draft { kind, start, stop, children })
    }

    /// Adds a child behind the others.
    pub(super) fn append(&mut self, to: u32, child: u32, role: Role) {
        let stop = self.get(child).stop;
        let draft = &mut self.0[to as usize];
        draft.stop = stop;
        draft.children.push((child, role));
    }

    fn push(&mut self, draft: Draft) -> u32 {
        self.0.push(draft);
        u32::try_from(self.0.len() - 1).expect("a text has less than 4 GiB")
    }
}
