//! Lines that differ only in whitespace: line endings, indentation, spaces at the end of a line.
//!
//! A single such line is a change like any other. But if the line endings or the indentation of a whole file change,
//! every line differs, and the one edit that matters is hidden among them. So lines are matched ignoring whitespace.
//! All matched lines that differ form one change of the file, and the rest are its edits.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::edits::{self, CONTEXT, Edit, Lines};

/// What differs between two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    /// The edits, in order.
    pub(crate) edits: Vec<Edit>,
    pub(crate) blanks: Blanks,
}

/// Lines of a text that differ only in blanks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Blanks {
    /// Stretches of as many lines on one side as on the other, in order.
    pub(crate) edits: Vec<Edit>,
    /// Whether any of them differs in more than its line end.
    pub(crate) are_within: bool,
}

/// So many reindented lines beside an edit belong to it: a block gets a condition, and is indented.
const NEAR: u32 = 2 * CONTEXT;

/// What differs between `old` and `new`.
///
/// Any of the edits and the blanks as a whole can be applied without the others.
pub(crate) fn compare(old: &[u8], new: &[u8]) -> Compared {
    let exact = Compared { edits: edits::edits(old, new), blanks: Blanks::default() };
    if exact.edits.iter().all(|edit| edit.old.is_empty() || edit.new.is_empty()) {
        return exact;
    }
    let texts = [(old, &Lines::of(old)), (new, &Lines::of(new))];
    let ends = texts.map(|(_, lines)| lines.len());
    let mut compared = Compared::default();
    let mut loose = edits::of_lines(letters(texts[0]), letters(texts[1])).into_iter();
    let mut reached = [0, 0];
    // The lines in common, then the edit after them, by turns.
    loop {
        let next = loose.next();
        let until = next.as_ref().map_or(ends, |edit| [edit.old.start, edit.new.start]);
        let runs = runs(texts, [reached[0]..until[0], reached[1]..until[1]]);
        compared.add(runs, next.clone());
        let Some(edit) = next else { break };
        reached = [edit.old.end, edit.new.end];
    }
    if compared.blanks.edits.is_empty() {
        return exact;
    }
    let [of_old, of_new] = texts.map(|(text, lines)| move |at: &Range<u32>| &text[lines.span(at)]);
    compared.blanks.are_within = compared
        .blanks
        .edits
        .iter()
        .flat_map(Edit::pairs)
        .any(|pair| !same_but_for_line_ends(of_old(&pair.old), of_new(&pair.new)));
    compared
}

/// Whether two lines differ only in their line ends.
fn same_but_for_line_ends(old: &[u8], new: &[u8]) -> bool {
    let is_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
    let text = |line: &[u8]| line.len() - line.iter().rev().take_while(is_end).count();
    old[..text(old)] == new[..text(new)]
}

/// A text with its lines.
type InLines<'a> = (&'a [u8], &'a Lines);

fn letters((text, lines): InLines<'_>) -> impl Iterator<Item = Letters<'_>> {
    (0..lines.len()).map(move |at| Letters(&text[lines.span(&(at..at + 1))]))
}

/// A line that is the same as another where they differ only in blanks.
#[derive(Clone, Copy, Debug, Default)]
struct Letters<'a>(&'a [u8]);

impl Letters<'_> {
    fn each(&self) -> impl Iterator<Item = u8> {
        self.0.iter().copied().filter(|byte| !is_blank(*byte))
    }
}

impl PartialEq for Letters<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.each().eq(other.each())
    }
}

impl Eq for Letters<'_> {}

impl Hash for Letters<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.each().for_each(|byte| state.write_u8(byte));
    }
}

impl AsRef<[u8]> for Letters<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

/// How two lines with the same letters differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Not at all.
    Same,
    /// At their ends.
    AtEnd,
    /// Before that.
    Within,
    /// One of them is the last of its text and has no line feed, where the other is followed by more: it goes
    /// together with what follows, or that would be put on the same line.
    Tied,
}

/// Lines with the same letters that differ in the same way.
#[derive(Clone, Debug)]
struct Run {
    how: How,
    edit: Edit,
}

/// The runs of two stretches of as many lines with the same letters.
fn runs([(old, old_lines), (new, new_lines)]: [InLines<'_>; 2], [of, to]: [Range<u32>; 2]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (a, b) in of.zip(to) {
        let (one, other) = (&old[old_lines.span(&(a..a + 1))], &new[new_lines.span(&(b..b + 1))]);
        let is_last = (a + 1 == old_lines.len(), b + 1 == new_lines.len());
        let how = if one == other {
            How::Same
        } else if one.ends_with(b"\n") != other.ends_with(b"\n") && is_last != (true, true) {
            How::Tied
        } else if one.trim_ascii_end() == other.trim_ascii_end() {
            How::AtEnd
        } else {
            How::Within
        };
        let here = Edit { old: a..a + 1, new: b..b + 1 };
        match runs.last_mut() {
            Some(Run { how: before, edit }) if *before == how => edit.reach(&here),
            _ => runs.push(Run { how, edit: here }),
        }
    }
    runs
}

impl Compared {
    /// Adds the runs between the last edit and the `next`, and that.
    fn add(&mut self, mut runs: Vec<Run>, mut next: Option<Edit>) {
        let is_near = |run: &Run| run.how == How::Within && run.edit.old.len() <= NEAR as usize;
        if let Some(last) = self.edits.last_mut()
            && runs.first().is_some_and(is_near)
        {
            last.reach(&runs.remove(0).edit);
        }
        if let Some(next) = &mut next {
            let mut back = |Edit { old, new }| (next.old.start, next.new.start) = (old.start, new.start);
            while let Some(run) = runs.pop_if(|run| run.how == How::Tied) {
                back(run.edit);
            }
            if let Some(run) = runs.pop_if(|run| is_near(run)) {
                back(run.edit);
            }
        }
        for Run { how, edit } in runs {
            if how != How::Same {
                push(&mut self.blanks.edits, edit);
            }
        }
        if let Some(next) = next {
            push(&mut self.edits, next);
        }
    }
}

/// Adds an edit, as one with the last where no line is between them.
fn push(edits: &mut Vec<Edit>, next: Edit) {
    match edits.last_mut() {
        Some(last) if last.touches(&next) => last.reach(&next),
        _ => edits.push(next),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, edits: &[(Range<u32>, Range<u32>)], blanks: &[(Range<u32>, Range<u32>)]) {
        let found = compare(old.as_bytes(), new.as_bytes());
        let ranges =
            |edits: Vec<Edit>| edits.into_iter().map(|edit| (edit.old, edit.new)).collect::<Vec<_>>();
        assert_eq!(ranges(found.edits), edits, "{old:?} {new:?}");
        assert_eq!(ranges(found.blanks.edits), blanks, "{old:?} {new:?}");
    }

    #[test]
    fn lines_that_differ_only_in_blanks_are_kept_apart_from_edits() {
        check("a\nb\nc\n", "a\r\nx\r\nc\r\n", &[(1..2, 1..2)], &[(0..1, 0..1), (2..3, 2..3)]);
        check("a\nb\n", "a\nb \n", &[], &[(1..2, 1..2)]);
        check("a\nb\n", "a\nb", &[], &[(1..2, 1..2)]);
        check("\ta\n\tb\nc\n", "    a\n    b\nc\n", &[], &[(0..2, 0..2)]);
        check("a\nb\n", "a\nx\n", &[(1..2, 1..2)], &[]);
    }

    #[test]
    fn a_line_without_an_end_goes_with_what_follows_it() {
        check("a\nb", "a\nb\nc\n", &[(1..2, 1..3)], &[]);
        check("x\na\nb", "x\r\na\r\nb\r\nc\r\n", &[(2..3, 2..4)], &[(0..2, 0..2)]);
        check("x\na\nb\n", "x\r\na", &[(1..3, 1..2)], &[(0..1, 0..1)]);
    }

    #[test]
    fn a_block_that_an_edit_indents_belongs_to_it() {
        check("a\nb\nc\n", "if x:\n  a\n  b\nc\n", &[(0..2, 0..3)], &[]);
        let block = (0..20).map(|line| format!("line {line}\n")).collect::<Vec<_>>().concat();
        let indented = block.replace("line", "\tline");
        check(
            &block,
            &format!("if x {{\n{indented}}}\n"),
            &[(0..0, 0..1), (20..20, 21..22)],
            &[(0..20, 1..21)],
        );
    }
}
