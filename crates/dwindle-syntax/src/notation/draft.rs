//! A grammar as it was written: rules over expressions, before it is brought into normal form.
//!
//! Expressions lie in one arena, parts before wholes, so that neither reading nor dropping a deeply nested one
//! needs a deep stack. Each expression but a rule's body has exactly one whole that it is part of.

use dwindle::grammar::{Class, Token};

/// Where something begins: a byte of one of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) file: usize,
    pub(super) offset: usize,
}

/// An expression of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id(usize);

impl Id {
    pub(super) const fn index(self) -> usize {
        self.0
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    /// A symbol by its name.
    Name(Box<str>, At),
    Text(Box<[u8]>),
    Class(Class),
    /// One of these sequences.
    Alternatives(Vec<Vec<Id>>),
    Optional(Id),
    Repeat {
        item: Id,
        at_least_one: bool,
        lazy: bool,
    },
    /// One of these terminals.
    OneOf(Vec<Terminal>),
    /// One unit that is not this: only until it is known what the others are.
    Not(Id, At),
    /// Any one unit: only until it is known which there are.
    Any,
}

/// A terminal, by its name or by its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Terminal {
    Name(Box<str>),
    Text(Box<[u8]>),
}

/// What a rule's name stands for.
#[derive(Clone, Debug)]
pub(super) enum Body {
    Expression(Id),
    Token(Token),
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct DraftRule {
    pub(super) name: Box<str>,
    pub(super) at: At,
    pub(super) body: Body,
}

/// A grammar as it was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) expressions: Vec<Expression>,
    pub(super) rules: Vec<DraftRule>,
}

impl Draft {
    pub(super) fn add(&mut self, expression: Expression) -> Id {
        self.expressions.push(expression);
        Id(self.expressions.len() - 1)
    }

    pub(super) fn get(&self, id: Id) -> &Expression {
        &self.expressions[id.0]
    }

    pub(super) fn get_mut(&mut self, id: Id) -> &mut Expression {
        &mut self.expressions[id.0]
    }

    pub(super) fn text(&mut self, text: &str) -> Id {
        self.add(Expression::Text(text.as_bytes().into()))
    }

    pub(super) fn rule(&mut self, name: &str, at: At, body: Body) {
        self.rules.push(DraftRule { name: name.into(), at, body });
    }
}

/// Groups in groups while they are read: the open ones, outermost first. There is always one.
#[derive(Debug)]
pub(super) struct Groups(Vec<Group>);

/// A group that is open.
#[derive(Debug)]
pub(super) struct Group {
    /// Its opening bracket and where it stands.
    pub(super) opened: (char, At),
    /// Whether it stands behind a sign that negates it.
    pub(super) negated: Option<At>,
    alternatives: Vec<Vec<Id>>,
    sequence: Vec<Id>,
}

impl Groups {
    /// The body of a rule that begins there.
    pub(super) fn new(at: At) -> Self {
        let mut groups = Self(Vec::new());
        groups.open('\0', at, None);
        groups
    }

    pub(super) fn open(&mut self, bracket: char, at: At, negated: Option<At>) {
        let group = Group { opened: (bracket, at), negated, alternatives: Vec::new(), sequence: Vec::new() };
        self.0.push(group);
    }

    /// How many groups are open inside the body.
    pub(super) fn depth(&self) -> usize {
        self.0.len() - 1
    }

    /// The innermost open group.
    pub(super) fn innermost(&mut self) -> &mut Group {
        self.0.last_mut().expect("the body itself is open until it is finished")
    }

    pub(super) fn push(&mut self, id: Id) {
        self.innermost().sequence.push(id);
    }

    /// The last part of the sequence being read, taken out.
    pub(super) fn pop(&mut self) -> Option<Id> {
        self.innermost().sequence.pop()
    }

    /// Begins the next alternative.
    pub(super) fn next_alternative(&mut self) {
        let group = self.innermost();
        let sequence = std::mem::take(&mut group.sequence);
        group.alternatives.push(sequence);
    }

    /// Closes the innermost group; its expression, and how it was opened.
    pub(super) fn close(&mut self, draft: &mut Draft) -> (Id, Group) {
        self.next_alternative();
        let mut group = self.0.pop().expect("the body itself is open until it is finished");
        let id = match group.alternatives.as_slice() {
            [only] if only.len() == 1 => only[0],
            _ => draft.add(Expression::Alternatives(std::mem::take(&mut group.alternatives))),
        };
        (id, group)
    }
}
