//! Names for what a language numbers in its order.
//!
//! A table says with `!numbered SCOPE BODY NAME LABEL` which nodes are numbered in the order of a scope: tokens NAME, a sign and
//! digits, and LABEL, digits and a colon. A number that nothing in a scope has is that of the beginning of its BODY.

use std::collections::BTreeSet;
use std::ops::Range;

use dwindle::rewrite::Edit;
use tree_sitter::{Language, Node};

use super::raw;

/// The kinds of nodes that are numbered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    pub(super) scope: &'static str,
    pub(super) body: &'static str,
    pub(super) name: &'static str,
    pub(super) label: &'static str,
}

impl Numbering {
    /// What a table says.
    pub(super) fn of(mut words: impl Iterator<Item = &'static str>) -> Option<Self> {
        let (scope, body) = (words.next()?, words.next()?);
        Some(Self { scope, body, name: words.next()?, label: words.next()? })
    }
}

/// What the digits of a number begin with as letters; the first with which no name comes out that there is.
const LETTERS: [u8; 4] = *b"AKak";

/// Edits that make names of the same length of all numbers of `text`, and leave comments and indentation out.
pub(super) fn names(text: &[u8], language: &Language, numbering: Numbering) -> Vec<Edit> {
    let Some(tree) = raw::tree(text, language) else { return Vec::new() };
    let mut found = Found::default();
    raw::walk(tree.root_node(), |node| {
        found.add(text, node, numbering);
        true
    });
    let Some(first) = LETTERS.into_iter().find(|first| found.is_free(text, *first)) else {
        return Vec::new();
    };
    let mut edits: Vec<Edit> = Vec::new();
    for digits in found.numbers.iter().cloned() {
        edits.push(Edit { with: letters(&text[digits.clone()], first), span: digits });
    }
    if edits.is_empty() {
        return edits;
    }
    edits.extend(found.beginnings(text).into_iter().map(|(at, number)| {
        let label = [&b"\n"[..], &letters(&text[number], first), b":"].concat();
        Edit { span: at..at, with: label.into() }
    }));
    edits.extend(found.superfluous(text).into_iter().map(|span| Edit { span, with: Box::default() }));
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits
}

/// The digits of a number as letters.
fn letters(digits: &[u8], first: u8) -> Box<[u8]> {
    digits.iter().map(|digit| first + (digit - b'0')).collect()
}

/// What is numbered in a text.
#[derive(Debug, Default)]
struct Found {
    /// The digits of each number.
    numbers: Vec<Range<usize>>,
    /// The names that are none.
    names: BTreeSet<Box<[u8]>>,
    comments: Vec<Range<usize>>,
    scopes: Vec<Scope>,
    /// The numbers that something outside of all scopes has.
    outside: BTreeSet<Box<[u8]>>,
}

/// What is numbered from its beginning.
#[derive(Debug)]
struct Scope {
    end: usize,
    /// Where what is in it begins, once that was reached.
    body: Option<usize>,
    /// The numbers that something in it has.
    defined: BTreeSet<Box<[u8]>>,
    used: Vec<Range<usize>>,
}

impl Found {
    fn add(&mut self, text: &[u8], node: Node<'_>, numbering: Numbering) {
        let (span, kind) = (node.byte_range(), node.kind());
        // What the parser puts in where something is missing has no bytes.
        if span.is_empty() {
        } else if kind == numbering.scope {
            let scope = Scope { end: span.end, body: None, defined: BTreeSet::new(), used: Vec::new() };
            self.scopes.push(scope);
        } else if kind == numbering.body {
            if let Some(scope) = self.around(span.start) {
                scope.body = Some(span.start + 1);
            }
        } else if kind == "comment" {
            self.comments.push(span);
        } else if kind == numbering.label {
            let name = span.start..span.end - 1;
            self.note(text, name, true);
        } else if kind == numbering.name {
            let is_defined = node.next_sibling().is_some_and(|next| next.kind() == "=");
            self.note(text, span.start + 1..span.end, is_defined);
        }
    }

    /// The scope that a byte is in.
    fn around(&mut self, at: usize) -> Option<&mut Scope> {
        self.scopes.last_mut().filter(|scope| at < scope.end)
    }

    /// A name or number, and whether it is that of what stands there.
    fn note(&mut self, text: &[u8], name: Range<usize>, is_defined: bool) {
        let bytes: Box<[u8]> = text[name.clone()].into();
        if !bytes.iter().all(u8::is_ascii_digit) {
            self.names.insert(bytes);
            return;
        }
        self.numbers.push(name.clone());
        match self.around(name.start) {
            // Parameters stand before the body.
            Some(scope) if is_defined || scope.body.is_none() => {
                scope.defined.insert(bytes);
            }
            Some(scope) => scope.used.push(name),
            None => {
                self.outside.insert(bytes);
            }
        }
    }

    /// Whether no name is what one of the numbers becomes.
    fn is_free(&self, text: &[u8], first: u8) -> bool {
        self.numbers.iter().all(|digits| !self.names.contains(&letters(&text[digits.clone()], first)))
    }

    /// Where the body of a scope begins whose own number is used, and that number.
    fn beginnings(&self, text: &[u8]) -> Vec<(usize, Range<usize>)> {
        let of_scope = |scope: &Scope| {
            let is_own = |used: &&Range<usize>| {
                let bytes = &text[(*used).clone()];
                !scope.defined.contains(bytes) && !self.outside.contains(bytes)
            };
            Some((scope.body?, scope.used.iter().find(is_own)?.clone()))
        };
        self.scopes.iter().filter_map(of_scope).collect()
    }

    /// Comments with the blanks before them, and blanks at the beginning of lines.
    fn superfluous(&self, text: &[u8]) -> Vec<Range<usize>> {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let with_blanks = |comment: &Range<usize>| {
            let blanks = text[..comment.start].iter().rev().take_while(|byte| is_blank(byte)).count();
            comment.start - blanks..comment.end
        };
        let mut gone: Vec<Range<usize>> = self.comments.iter().map(with_blanks).collect();
        let begin: BTreeSet<usize> = gone.iter().map(|span| span.start).collect();
        let mut at = 0;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let blanks = line.iter().take_while(|byte| is_blank(byte)).count();
            if blanks > 0 && !begin.contains(&at) {
                gone.push(at..at + blanks);
            }
            at += line.len();
        }
        gone
    }
}
