//! Texts with what became of their parts marked, and what is of no interest folded.

use std::hash::Hash;
use std::ops::Range;

use dwindle_run::text::plural;
use imara_diff::{Algorithm, Diff, InternedInput};
use maud::{Markup, html};

use crate::words::{Room, cut};

/// Of so many parts on, in both texts, edits are found by an algorithm that costs less and reads less well.
const LARGE: usize = 50_000;
/// Of more parts than these on both sides it is not asked which are the same: texts that are so different are not read side by
/// side.
const MOST: usize = 10_000;
/// A few lines are shown rather than folded.
const FEW: usize = 3;

/// What became of a part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is in both texts.
    Both,
    /// Only the left one has it.
    Left,
    /// Only the right one has it.
    Right,
}

/// A line, by its number from 1, in parts.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    number: usize,
    parts: Vec<(Fate, String)>,
    /// Whether it is shown; otherwise it is folded with its neighbours.
    is_shown: bool,
}

/// What the signs of a view mean, and what folded lines are called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style<'a> {
    pub(crate) name: &'a str,
    pub(crate) folded: &'a str,
}

/// Both texts, each with what only it has marked. Of the left one, lines that have nothing of the right one are folded.
pub(crate) fn sides(left: &str, right: &str) -> (Vec<Line>, Vec<Line>) {
    let (lefts, rights) = (pieces(left), pieces(right));
    let hunks = hunks(left, &lefts, right, &rights);
    let gone: Vec<Range<usize>> =
        hunks.iter().flat_map(|hunk| lefts[hunk.0.clone()].iter().cloned()).collect();
    let come: Vec<Range<usize>> =
        hunks.iter().flat_map(|hunk| rights[hunk.1.clone()].iter().cloned()).collect();
    let mut left = lines(left, &gone, Fate::Left);
    for line in &mut left {
        let is_kept = |(fate, text): &(Fate, String)| *fate == Fate::Both && !text.trim().is_empty();
        line.is_shown = line.parts.iter().any(is_kept);
    }
    unfold(&mut left, FEW);
    (left, lines(right, &come, Fate::Right))
}

/// One text of both: what both have once, and what only one has marked, each line that is the same in both folded but for
/// `around` lines beside what differs.
pub(crate) fn merged(left: &str, right: &str, around: usize) -> Vec<Line> {
    let (lefts, rights) = (tokens(left), tokens(right));
    let hunks = hunks(left, &lefts, right, &rights);
    let mut parts: Vec<(Fate, &str)> = Vec::new();
    let mut at = 0;
    for (gone, come) in hunks {
        let place = |of: &[Range<usize>], at: usize, text: &str| of.get(at).map_or(text.len(), |it| it.start);
        let (start, end) = (place(&rights, come.start, right), place(&rights, come.end, right));
        let (from, to) = (place(&lefts, gone.start, left), place(&lefts, gone.end, left));
        parts.extend([
            (Fate::Both, &right[at..start]),
            (Fate::Left, &left[from..to]),
            (Fate::Right, &right[start..end]),
        ]);
        at = end;
    }
    parts.push((Fate::Both, &right[at..]));
    let mut lines = of_parts(&parts);
    let differs: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].parts.iter().any(|(fate, text)| *fate != Fate::Both && !text.is_empty()))
        .collect();
    for (at, line) in lines.iter_mut().enumerate() {
        let next = differs.partition_point(|it| *it + around < at);
        line.is_shown = differs.get(next).is_some_and(|it| *it <= at + around);
    }
    unfold(&mut lines, FEW);
    lines
}

/// A view of `lines`, as far as there is room.
pub(crate) fn view(lines: &[Line], style: Style<'_>, room: &mut Room) -> Markup {
    let mut rest = lines;
    let mut blocks = Vec::new();
    while let Some(first) = rest.first() {
        let end = rest.iter().position(|line| line.is_shown != first.is_shown).unwrap_or(rest.len());
        let (block, behind) = rest.split_at(end);
        let fitting = block.iter().take_while(|line| room.take(line.length())).count();
        let cut = block.len() - fitting;
        let shown = html! { @for line in &block[..fitting] { (shown(line)) } };
        let are = if cut == 1 { "is" } else { "are" };
        let cut_said =
            format!("{} {are} not shown: there is no room on this page\n", plural(cut as u64, "more line"));
        let left_out = html! { @if cut > 0 { span.cut { (cut_said) } } };
        blocks.push(if first.is_shown {
            html! { (shown) (left_out) }
        } else {
            let last = block.last().map_or(first.number, |line| line.number);
            let span = if last == first.number { format!("line {last}") } else { format!("lines {} to {last}", first.number) };
            html! { details { summary { (block.len()) " " (if block.len() == 1 { "line" } else { "lines" }) " " (style.folded) ": " (span) } (shown) (left_out) } }
        });
        rest = behind;
    }
    html! {
        div.text role="region" tabindex="0" aria-label=(style.name) { @for block in blocks { (block) } }
    }
}

impl Line {
    fn length(&self) -> usize {
        self.parts.iter().map(|(_, text)| cut(text).len() + 12).sum()
    }
}

fn shown(line: &Line) -> Markup {
    html! {
        div.line {
            span.number aria-hidden="true" { (line.number) }
            code {
                @for (fate, text) in &line.parts {
                    @match fate {
                        Fate::Both => { (cut(text)) }
                        Fate::Left => del { (cut(text)) }
                        Fate::Right => ins { (cut(text)) }
                    }
                    @if cut(text).len() < text.len() { span.cut { " … " (text.len() - cut(text).len()) " more bytes" } }
                }
            }
        }
    }
}

/// Shows lines that would be folded where there are only a few of them.
fn unfold(lines: &mut [Line], few: usize) {
    for block in lines.chunk_by_mut(|one, next| one.is_shown == next.is_shown) {
        if block.len() <= few {
            for line in block {
                line.is_shown = true;
            }
        }
    }
}

/// The lines of `text`, of which the ranges `marked`, in order, have this fate.
fn lines(text: &str, marked: &[Range<usize>], fate: Fate) -> Vec<Line> {
    let mut parts: Vec<(Fate, &str)> = Vec::new();
    let mut at = 0;
    for range in marked {
        // Blanks between two marked parts are marked with them.
        let between = &text[at..range.start];
        let is_same = parts.last().is_some_and(|(last, _)| *last == fate) && between.trim().is_empty();
        parts.push((if is_same { fate } else { Fate::Both }, between));
        parts.push((fate, &text[range.clone()]));
        at = range.end;
    }
    parts.push((Fate::Both, &text[at..]));
    of_parts(&parts)
}

/// The lines that these parts make together.
fn of_parts(parts: &[(Fate, &str)]) -> Vec<Line> {
    let new = |number| Line { number, parts: Vec::new(), is_shown: true };
    let mut lines = vec![new(1)];
    for (fate, text) in parts {
        for (at, piece) in text.split('\n').enumerate() {
            if at > 0 {
                lines.push(new(lines.len() + 1));
            }
            let line = lines.last_mut().expect("there is one from the beginning");
            match line.parts.last_mut() {
                Some((last, text)) if last == fate => text.push_str(piece),
                _ if piece.is_empty() => {}
                _ => line.parts.push((*fate, piece.to_owned())),
            }
        }
    }
    if lines.len() > 1 && lines.last().is_some_and(|line| line.parts.is_empty()) {
        lines.pop();
    }
    lines
}

/// Which pieces of `left` stand where other pieces of `right` do: by lines first, and within lines that differ by pieces.
fn hunks(
    left: &str,
    lefts: &[Range<usize>],
    right: &str,
    rights: &[Range<usize>],
) -> Vec<(Range<usize>, Range<usize>)> {
    let (old, new) = (by_line(left, lefts), by_line(right, rights));
    let text = |of: &str, pieces: &[Range<usize>], line: &Range<usize>| {
        of[pieces[line.start].start..pieces[line.end - 1].end].to_owned()
    };
    let old_lines = old.iter().map(|line| text(left, lefts, line));
    let new_lines = new.iter().map(|line| text(right, rights, line));
    let span = |lines: &[Range<usize>], of: &Range<usize>, end: usize| {
        let start = lines.get(of.start).map_or(end, |line| line.start);
        start..lines.get(of.end).map_or(end, |line| line.start)
    };
    let mut found = Vec::new();
    for (gone, come) in differing(old_lines, new_lines) {
        let (gone, come) = (span(&old, &gone, lefts.len()), span(&new, &come, rights.len()));
        if gone.len().min(come.len()) > MOST {
            found.push((gone, come));
            continue;
        }
        let old_pieces = lefts[gone.clone()].iter().map(|piece| &left[piece.clone()]);
        let new_pieces = rights[come.clone()].iter().map(|piece| &right[piece.clone()]);
        let shifted = |of: Range<usize>, by: usize| of.start + by..of.end + by;
        let within = differing(old_pieces, new_pieces).into_iter();
        found.extend(within.map(|(old, new)| (shifted(old, gone.start), shifted(new, come.start))));
    }
    found
}

/// Which of the pieces are on one line.
fn by_line(text: &str, pieces: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let before = at.checked_sub(1).map_or(0, |before| pieces[before].start);
        match lines.last_mut().filter(|_| !text[before..piece.start].contains('\n')) {
            Some(line) => line.end = at + 1,
            None => lines.push(at..at + 1),
        }
    }
    lines
}

/// Which of the one stand where which of the other do.
fn differing<T: Default + Eq + Hash>(
    old: impl Iterator<Item = T>,
    new: impl Iterator<Item = T>,
) -> Vec<(Range<usize>, Range<usize>)> {
    let mut input = InternedInput::default();
    input.update_before(old);
    input.update_after(new);
    let (least, all) = (input.before.len().min(input.after.len()), input.before.len() + input.after.len());
    let is_large = least > MOST && all > LARGE;
    let diff = Diff::compute(if is_large { Algorithm::Myers } else { Algorithm::Histogram }, &input);
    let range = |of: Range<u32>| of.start as usize..of.end as usize;
    diff.hunks().map(|hunk| (range(hunk.before), range(hunk.after))).collect()
}

/// The words and signs of a text, and its blanks.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let kind = |letter: char| match letter {
        '\n' => 0,
        letter if letter.is_whitespace() => 1,
        letter if letter.is_alphanumeric() || letter == '_' => 2,
        _ => 3,
    };
    let mut tokens: Vec<(u8, Range<usize>)> = Vec::new();
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        match tokens.last_mut() {
            Some((last, range)) if *last == kind(letter) && matches!(*last, 1 | 2) => range.end = end,
            _ => tokens.push((kind(letter), at..end)),
        }
    }
    tokens.into_iter().map(|(_, range)| range).collect()
}

/// The words and signs of a text, without its blanks: a result may be laid out in another way than the input.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut tokens = tokens(text);
    tokens.retain(|range| !text[range.clone()].trim().is_empty());
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[Line]) -> Vec<String> {
        let part = |(fate, text): &(Fate, String)| match fate {
            Fate::Both => text.clone(),
            Fate::Left => format!("[-{text}-]"),
            Fate::Right => format!("{{+{text}+}}"),
        };
        let line = |line: &Line| {
            let parts: String = line.parts.iter().map(part).collect();
            format!("{}{} {parts}", line.number, if line.is_shown { "" } else { " folded" })
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn what_went_of_the_input_is_marked_and_whole_lines_of_it_are_folded() {
        let left = "int a;\nint b;\nint c;\nint d;\nint e;\nint keep = 1 + 2;\n";
        let (left, right) = sides(left, "long keep=2;\n");
        let expected = [
            "1 folded [-int a;-]",
            "2 folded [-int b;-]",
            "3 folded [-int c;-]",
            "4 folded [-int d;-]",
            "5 folded [-int e;-]",
        ];
        assert_eq!(told(&left)[..5], expected);
        assert_eq!(told(&left)[5], "6 [-int-] keep = [-1 +-] 2;");
        assert_eq!(told(&right), ["1 {+long+} keep=2;"]);
    }

    #[test]
    fn two_sides_are_one_text_with_what_differs_marked() {
        let lines = (0..20).map(|n| format!("same {n}\n")).collect::<Vec<_>>().concat();
        let merged = merged(&format!("{lines}a = 1\n"), &format!("{lines}a = 22\n"), 1);
        assert_eq!(told(&merged)[18..], ["19 folded same 18", "20 same 19", "21 a = [-1-]{+22+}"]);
    }

    #[test]
    fn no_more_is_shown_than_there_is_room_for_and_the_page_says_so() {
        let text = (0..1000).map(|n| format!("line {n}\n")).collect::<Vec<_>>().concat();
        let (left, _) = sides(&text, &text);
        let mut room = Room(10_000);
        let shown = view(&left, Style { name: "the input", folded: "went" }, &mut room).into_string();
        assert!(shown.len() < 20_000, "{} bytes", shown.len());
        assert!(shown.contains("more lines are not shown"));
    }
}
