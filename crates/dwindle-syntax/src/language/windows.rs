//! Parsing texts, large ones a window at a time.
//!
//! A parser's tree takes some forty times the memory of its text. Most large programs are long lists of declarations
//! or statements, and a parser that reads from left to right has made up its mind about one of them when it is done
//! with the next. So a large text is parsed in windows that end somewhere: what a window begins with is taken as
//! far as nothing in it is wrong and two more such parts follow it, and the next window starts behind it. Where a
//! window has no such beginning, all that is left of the text is parsed at one go.

use dwindle::grammar::Symbol;
use tree_sitter::{Language, Node, Parser, Point, Range, Tree};

use super::normal::Syntax;
use super::raw::{Nodes, RawNode};

/// How many bytes windows have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Texts of up to so many are parsed at one go.
    pub(super) at_once: usize,
    /// What a window has, and what it has instead if that brings nothing.
    pub(super) sizes: [usize; 2],
}

impl Windows {
    /// All at one go.
    pub(super) const NONE: Self = Self { at_once: usize::MAX, sizes: [0, 0] };
    pub(super) const USUAL: Self = Self { at_once: 1 << 20, sizes: [1 << 18, 1 << 20] };
}

/// All nodes in preorder, none when there is no tree at all; and how many windows they were read in before the rest.
pub(super) fn read(
    text: &[u8],
    language: &Language,
    syntax: &Syntax,
    symbols: &[Symbol],
    windows: Windows,
) -> (Vec<RawNode>, usize) {
    let mut parser = Parser::new();
    if parser.set_language(language).is_err() {
        return (Vec::new(), 0);
    }
    let mut nodes = Nodes::new(syntax, symbols);
    let mut reading = Reading { text, parser, at: Place::default(), begun: false };
    let mut count = 0;
    if text.len() > windows.at_once {
        while windows.sizes.iter().any(|size| reading.window(*size, &mut nodes).is_some()) {
            count += 1;
        }
    }
    let Some(stop) = reading.rest(&mut nodes) else { return (Vec::new(), count) };
    drop(reading);
    (nodes.finish(stop), count)
}

/// A place in a text.
#[derive(Clone, Copy, Default)]
struct Place {
    byte: usize,
    point: Point,
}

struct Reading<'a> {
    text: &'a [u8],
    parser: Parser,
    /// Up to here all is taken.
    at: Place,
    begun: bool,
}

impl Reading<'_> {
    /// Takes what can be taken from a window of about `size` bytes; none when nothing can.
    fn window(&mut self, size: usize, nodes: &mut Nodes<'_>) -> Option<()> {
        let end = cut(self.text, self.at.byte, size)?;
        let tree = self.parse(end)?;
        let root = tree.root_node();
        let settled = settled(root, end - (end - self.at.byte) / 8);
        let last = settled.last().filter(|last| last.end_byte() > self.at.byte)?;
        self.begin(root, nodes);
        for child in &settled {
            nodes.child(*child);
        }
        self.at = Place { byte: last.end_byte(), point: last.end_position() };
        Some(())
    }

    /// Takes all that is left, and gives its end.
    fn rest(&mut self, nodes: &mut Nodes<'_>) -> Option<usize> {
        let tree = self.parse(self.text.len())?;
        let root = tree.root_node();
        if self.begun && root.is_error() {
            nodes.child(root);
        } else {
            self.begin(root, nodes);
            root.children(&mut root.walk()).for_each(|child| nodes.child(child));
        }
        Some(root.end_byte())
    }

    fn begin(&mut self, root: Node<'_>, nodes: &mut Nodes<'_>) {
        if !self.begun {
            nodes.root(root);
            self.begun = true;
        }
    }

    /// Parses from what is taken to `end`.
    fn parse(&mut self, end: usize) -> Option<Tree> {
        let from = self.at;
        let range = Range {
            start_byte: from.byte,
            end_byte: end,
            start_point: from.point,
            end_point: after(from.point, &self.text[from.byte..end]),
        };
        let all = from.byte == 0 && end == self.text.len();
        self.parser.set_included_ranges(if all { &[] } else { std::slice::from_ref(&range) }).ok()?;
        self.parser.parse(self.text, None)
    }
}

/// Where a text ends that begins at `point`.
fn after(point: Point, text: &[u8]) -> Point {
    let (lines, last) =
        text.split(|byte| *byte == b'\n').fold((0, 0), |(lines, _), line| (lines + 1, line.len()));
    let first = if lines == 1 { point.column } else { 0 };
    Point { row: point.row + lines - 1, column: first + last }
}

/// Where a window of at most `size` bytes ends best: before a line that begins in the first column, after an empty
/// line if there is one; none when the text ends before.
fn cut(text: &[u8], from: usize, size: usize) -> Option<usize> {
    let end = from.checked_add(size).filter(|end| *end < text.len())?;
    let begins = |at: &usize| text[at - 1] == b'\n' && !text[*at].is_ascii_whitespace();
    let after_empty = |at: &usize| begins(at) && text[..at - 1].ends_with(b"\n");
    let late = from + size / 2 + 1..=end;
    Some(late.clone().rev().find(after_empty).or_else(|| late.rev().find(begins)).unwrap_or(end))
}

/// The children of a window's root that end before `limit` and stay what they are whatever follows the window.
fn settled(root: Node<'_>, limit: usize) -> Vec<Node<'_>> {
    if root.is_error() {
        return Vec::new();
    }
    let mut cursor = root.walk();
    let mut children: Vec<Node<'_>> =
        root.children(&mut cursor).take_while(|child| !child.has_error()).collect();
    let parts = children.iter().enumerate().rev().filter(|(_, child)| child.is_named() && !child.is_extra());
    let settled = parts.map(|(at, _)| at).skip(1).find(|at| children[*at].start_byte() < limit);
    children.truncate(settled.unwrap_or(0));
    children
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use dwindle::Text;

    use super::super::Language;
    use super::*;

    /// How many windows a text is read in by this size; none where it then has other nodes than as a whole.
    fn windows(language: Language, text: &Text, size: usize) -> Option<usize> {
        let parser = language.parser();
        let (whole, none) = parser.nodes(text, Windows::USUAL);
        let (nodes, windows) = parser.nodes(text, Windows { at_once: 0, sizes: [size, 4 * size] });
        assert_eq!(none, 0);
        (nodes == whole).then_some(windows)
    }

    #[test]
    fn a_text_read_in_windows_has_the_nodes_that_it_has_as_a_whole() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/languages");
        let mut wrong = Vec::new();
        for language in Language::all() {
            let sample = |ending: &&str| fs::read(dir.join(format!("sample.{ending}"))).ok();
            let text =
                language.endings().iter().find_map(sample).expect("every language has a sample").repeat(3);
            let text = Text::new(text).expect("a short text");
            let counts = [200, 300, 500, 1000, 2000].map(|size| windows(language, &text, size));
            // Files that are a single value or element are not read in windows.
            let single = ["json", "xml", "yaml"].contains(&language.name()) || language.0.is_read_whole();
            let all: Option<usize> = counts.into_iter().sum();
            if all.is_none_or(|all| all < 3 && !single) {
                wrong.push((language.name(), counts));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
