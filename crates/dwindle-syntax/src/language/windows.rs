//! Parsing texts, large ones a window at a time.
//!
//! A parser's tree takes some forty times the memory of its text. Most large programs are long lists of declarations
//! or statements, and a parser that reads from left to right has made up its mind about one of them when it is done
//! with the next. So a large text is parsed in windows that end somewhere: what a window begins with is taken as
//! far as two more such parts follow it, and the next window starts behind it. Where a window has no such beginning, a
//! larger one is tried, and at last all that is left of the text is parsed at one go.
//!
//! A reduction asks for the trees of many texts, each of which is most of another one. So where a window ends follows from
//! the lines there, and what was made of windows is [kept](Kept): of the next text, only the windows around its changes are
//! parsed. What is made of small texts is kept as well, since whoever runs ahead of a search asks for the same ones.
//!
//! Where the next window begins is known when one is parsed. But where a window ends hardly depends on where it begins, so that whoever
//! begins in the middle of a large text soon comes to the windows that whoever begins at its front will come to. So other
//! processors do that, and what they make is found among what is kept. Windows that nobody asks for then are made in vain.

use std::num::NonZero;
use std::ops;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use dwindle::Text;
use tree_sitter::{Language, Node, Parser, Point, Range, Tree};

use super::kept::{Kept, Key, MOST, Wanted};

/// Texts of up to so many bytes are read at one go, and kept. A larger one that is read so is not kept.
const WHOLE: usize = 1 << 15;

/// Several processors read texts of at least so many bytes, a part of so many bytes each at least.
const PART: usize = 1 << 18;

/// More than so many processors wait for each other.
const READERS: usize = 4;

/// The stack of a thread that recurses into trees.
const STACK: usize = 8 << 20;

/// How many bytes windows have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Texts of up to so many are parsed at one go.
    pub(super) at_once: usize,
    /// What a window has at most, and what it has instead if that brings nothing.
    pub(super) sizes: [usize; 4],
}

impl Windows {
    /// All at one go.
    pub(super) const NONE: Self = Self { at_once: usize::MAX, sizes: [0; 4] };
    pub(super) const USUAL: Self = Self { at_once: WHOLE, sizes: [1 << 14, 1 << 16, 1 << 18, 1 << 20] };
}

/// What the parser makes of a window, as far as it is taken.
pub(super) struct Window<'t> {
    /// Where it begins in the text.
    pub(super) from: usize,
    /// The root of its tree.
    pub(super) root: Node<'t>,
    /// What is taken, in order: children of the root, or the root itself where no parser makes sense of the end of a text.
    pub(super) parts: Vec<Node<'t>>,
    /// What begins here or behind is left to the next one; none in the last.
    pub(super) until: Option<usize>,
}

/// What was made of one window.
#[derive(Debug)]
pub(super) struct Made<T> {
    /// Where the window begins.
    pub(super) from: usize,
    pub(super) what: Arc<T>,
}

/// What `make` makes of all windows of a text, in order; nothing where the parser gives up.
pub(super) fn read<T: Send + Sync>(
    text: &[u8],
    language: &Language,
    windows: Windows,
    (kept, wanted): (&Kept<T>, Wanted),
    make: impl Fn(&Window<'_>) -> T + Sync,
) -> Vec<Made<T>> {
    let is_over = AtomicBool::new(false);
    let read = |from: usize| {
        let mut parser = Parser::new();
        parser.set_language(language).ok()?;
        let at = Place { byte: from, point: Point::default() };
        let mut reading = Reading { text, parser, kept, wanted, make: &make, at, made: Vec::new() };
        // Whoever begins in the middle may be astray, where larger windows bring nothing and take long.
        let sizes = if from == 0 { &windows.sizes[..] } else { &windows.sizes[..2] };
        let is_wanted = || !is_over.load(Ordering::Relaxed);
        if text.len() > windows.at_once {
            while is_wanted() && sizes.iter().any(|size| reading.window(*size).is_some()) {}
        }
        (from == 0).then(|| reading.rest())?.map(|()| reading.made)
    };
    thread::scope(|scope| {
        for from in middles(text, windows) {
            // Without a thread it takes longer.
            drop(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || read(from)));
        }
        let made = read(0);
        is_over.store(true, Ordering::Relaxed);
        made.unwrap_or_default()
    })
}

/// Where other processors begin to read.
fn middles(text: &[u8], windows: Windows) -> Vec<usize> {
    // Of longer texts what was made of the middle may be forgotten until it is asked for.
    let is_large = text.len() > windows.at_once && (2 * PART..=2 * MOST).contains(&text.len());
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    let parts = if is_large { processors().min(READERS).min(text.len() / PART) } else { 1 };
    let len = text.len() / parts;
    (1..parts).filter_map(|part| outermost(text, part * len..part * len + len / 2)).collect()
}

/// The first line that begins within the fewest braces of all in this span. Those in strings and comments count as well: where that leads
/// astray, what is read from there is of no use.
fn outermost(text: &[u8], span: ops::Range<usize>) -> Option<usize> {
    let mut depth = 0;
    let mut found: Option<(i32, usize)> = None;
    for at in span {
        match text[at] {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'\n' if found.is_none_or(|(least, _)| depth < least) => found = Some((depth, at + 1)),
            _ => {}
        }
    }
    Some(found?.1)
}

/// A place in a text.
#[derive(Clone, Copy, Default)]
struct Place {
    byte: usize,
    point: Point,
}

struct Reading<'a, T, F> {
    text: &'a [u8],
    parser: Parser,
    kept: &'a Kept<T>,
    wanted: Wanted,
    make: F,
    /// Up to here all is taken.
    at: Place,
    made: Vec<Made<T>>,
}

impl<T, F: Fn(&Window<'_>) -> T> Reading<'_, T, F> {
    /// Takes what can be taken from a window of at most so many bytes; none when nothing can.
    fn window(&mut self, size: usize) -> Option<()> {
        let end = cut(self.text, self.at.byte, size)?;
        self.take(end, false)
    }

    /// Takes all that is left.
    fn rest(&mut self) -> Option<()> {
        self.take(self.text.len(), true)
    }

    /// Takes what can be taken of the text up to `end`, which is kept unless it is a large text as a whole.
    fn take(&mut self, end: usize, is_last: bool) -> Option<()> {
        let from = self.at.byte;
        let is_whole = from == 0 && is_last;
        let part = Some(&self.text[from..end]).filter(|part| !is_whole || part.len() <= WHOLE);
        let wanted = is_whole.then_some(self.wanted);
        let key = part.and_then(|part| Text::new(part).ok());
        let key = key.map(|text| Key { id: text.id(), column: self.at.point.column, is_last, wanted });
        let kept = self.kept;
        let mut make = || match self.parse(end, is_last) {
            Some((what, taken)) => (Some(Arc::new(what)), taken),
            None => (None, 0),
        };
        let (what, taken) = match key {
            Some(key) => kept.get_or(key, end - from, make),
            None => make(),
        };
        self.made.push(Made { from, what: what? });
        let stop = from + taken;
        self.at = Place { byte: stop, point: after(self.at.point, &self.text[from..stop]) };
        Some(())
    }

    /// What is made of the text up to `end`, and how many bytes of it are taken; none when none are.
    fn parse(&mut self, end: usize, is_last: bool) -> Option<(T, usize)> {
        let from = self.at.byte;
        let tree = self.tree(end)?;
        let root = tree.root_node();
        let (parts, until) = if !is_last {
            let settled = settled(root, end - (end - from) / 8);
            let until = settled.last().map(Node::end_byte).filter(|until| *until > from)?;
            (settled, Some(until))
        } else if from > 0 && root.is_error() {
            (vec![root], None)
        } else {
            (root.children(&mut root.walk()).collect(), None)
        };
        Some(((self.make)(&Window { from, root, parts, until }), until.unwrap_or(end) - from))
    }

    /// The tree of what follows what is taken, up to `end`.
    fn tree(&mut self, end: usize) -> Option<Tree> {
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

/// Where a window ends that begins at `from` and has at most `size` bytes, and a quarter of that at least; none when the text ends before.
///
/// It ends before the line that begins in the first column and [weighs](weight) most: windows of two texts that differ far before
/// mostly end alike. Where there is none, any place is as good.
fn cut(text: &[u8], from: usize, size: usize) -> Option<usize> {
    let end = from.checked_add(size).filter(|end| *end < text.len())?;
    let begins = |at: &usize| text[at - 1] == b'\n' && !text[*at].is_ascii_whitespace();
    let lines = (from + size / 4 + 1..=end).filter(begins);
    Some(lines.max_by_key(|at| weight(&text[*at..end])).unwrap_or(end))
}

/// A number that follows from the first line (FNV-1a, 64 bits).
fn weight(text: &[u8]) -> u64 {
    let line = text.iter().take_while(|byte| **byte != b'\n');
    line.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// The children of a window's root that end before `limit` and stay what they are whatever follows the window.
///
/// Where a window ends in the middle of something, that is its last part, or all from there on is an error of its own. So errors
/// within a child are no reason against it as long as two more parts follow, and an error of one token is a `;` too many.
fn settled(root: Node<'_>, limit: usize) -> Vec<Node<'_>> {
    if root.is_error() {
        return Vec::new();
    }
    let is_sound = |child: &Node<'_>| !child.is_error() || child.child_count() <= 1;
    let mut children: Vec<Node<'_>> = root.children(&mut root.walk()).take_while(is_sound).collect();
    let is_part = |child: &Node<'_>| child.is_named() && !child.is_extra() && !child.is_error();
    let parts = children.iter().enumerate().rev().filter(|(_, child)| is_part(child));
    let settled = parts.map(|(at, _)| at).skip(1).find(|at| children[*at].start_byte() < limit);
    children.truncate(settled.unwrap_or(0));
    children
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::Language;
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn who_begins_to_read_in_the_middle_begins_where_no_block_is_open() {
        let text = b"{\n{\n}\na\n}\nb\n{\n}\n";
        assert_eq!(outermost(text, 0..text.len()), Some(10));
        assert_eq!(outermost(text, 2..7), Some(6), "it is the first line after a brace that ends something");
        assert_eq!(outermost(b"no line ends here", 0..17), None);
    }

    /// A sample of the language, some times.
    fn sample(language: Language, times: usize) -> Text {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/languages");
        let sample = |ending: &&str| fs::read(dir.join(format!("sample.{ending}"))).ok();
        let sample = language.endings().iter().find_map(sample).expect("every language has a sample");
        Text::new(sample.repeat(times)).expect("a short text")
    }

    /// How many windows a text is read in by this size; none where it then has other nodes or marks than as a whole.
    fn windows(language: Language, text: &Text, size: usize) -> Option<usize> {
        let parser = language.parser();
        let (whole, one) = parser.nodes(text, Windows::NONE);
        let windows = Windows { at_once: 0, sizes: [size, 4 * size, 16 * size, 64 * size] };
        let (nodes, number) = parser.nodes(text, windows);
        assert_eq!(one, 1);
        let sorted = |windows: Windows| {
            let mut marks = parser.queried(text, windows);
            marks.sort_by_key(|marked| (marked.span.start, marked.span.end, format!("{:?}", marked.mark)));
            marks
        };
        (nodes == whole && sorted(windows) == sorted(Windows::NONE)).then_some(number)
    }

    #[test]
    fn a_text_read_in_windows_has_the_nodes_and_marks_that_it_has_as_a_whole() {
        let mut wrong = Vec::new();
        for language in Language::all() {
            let text = sample(language, 3);
            // The parser of Bash takes assignments and the command on the next line for one, unless a window ends between them.
            let least = if language.name() == "bash" { 1000 } else { 200 };
            let counts = [200, 300, 500, 1000, 2000].map(|size| windows(language, &text, size.max(least)));
            // Files that are a single value or element are not read in windows.
            let single = ["json", "xml", "yaml"].contains(&language.name()) || language.0.is_read_whole();
            let all: Option<usize> = counts.into_iter().sum();
            if all.is_none_or(|all| all < 7 && !single) {
                wrong.push((language.name(), counts));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[cfg(feature = "c")]
    #[test]
    fn of_a_text_that_was_changed_in_places_only_the_windows_there_are_parsed() {
        let language = tree_sitter_c::LANGUAGE.into();
        let text: Vec<u8> =
            (0..20_000).flat_map(|at| format!("int f{at}(void) {{ return {at}; }}\n").into_bytes()).collect();
        let (kept, parsed) = (Kept::default(), AtomicUsize::new(0));
        let all = |text: &[u8]| {
            parsed.store(0, Ordering::Relaxed);
            let make = |window: &Window<'_>| {
                parsed.fetch_add(1, Ordering::Relaxed);
                window.parts.len()
            };
            let all = read(text, &language, Windows::USUAL, (&kept, Wanted::Nodes), make);
            (all.iter().map(|made| *made.what).sum::<usize>(), all.len(), parsed.load(Ordering::Relaxed))
        };
        let (parts, windows, first) = all(&text);
        // Who begins in the middle makes a few that nobody comes to.
        let is_about = |made: usize, least: usize| (least..least + 2 * READERS).contains(&made);
        assert!(parts == 20_000 && windows > 12 && is_about(first, windows), "{parts} {windows} {first}");
        assert_eq!(all(&text), (parts, windows, 0));
        for gone in [0..1, 0..9, 10_000..10_001, 10_003..10_400, 3_000..9_000, 19_000..20_000] {
            let line = |number: usize| {
                text.split_inclusive(|byte| *byte == b'\n').take(number).map(<[u8]>::len).sum()
            };
            let span: std::ops::Range<usize> = line(gone.start)..line(gone.end);
            let changed = [&text[..span.start], &text[span.end..]].concat();
            let (parts, _, again) = all(&changed);
            assert!(parts == 20_000 - gone.len() && is_about(again, 1), "{gone:?}: {parts} {again}");
        }
    }
}
