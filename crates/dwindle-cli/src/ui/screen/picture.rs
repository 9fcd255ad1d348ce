//! The text as the large pane shows it: in rows, with what kind each token is, and with the part under test marked.
//!
//! It takes a parse of the text and a comparison with the candidate, so it is made while nobody waits for it.

use std::ops::Range;
use std::sync::Arc;

use dwindle::Text;
use dwindle::rewrite::Rewrite;
use dwindle::tree::Parse;
use dwindle_run::text::plain;
use dwindle_syntax::classes::{Class, classes};
use unicode_width::UnicodeWidthChar;

use super::form::Form;
use super::seen::Seen;

/// Larger texts are not compared by tokens: what differs is marked from its beginning to its end.
const COMPARED: usize = 1 << 17;
/// What a tab is shown as.
const TAB: &str = "    ";

/// What a picture is made of.
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct Sight {
    form: Form,
    best: Text,
    /// What the test is given.
    candidate: Option<Text>,
    /// The parser of what is shown, where one is known.
    parse: Option<Arc<dyn Parse>>,
    /// How wide the pane is.
    columns: usize,
    /// The input, where what went of it is shown.
    first: Option<Text>,
}

impl Sight {
    /// What is to be shown of a run in a pane of so many columns; with what went, if `has_gone`.
    pub(super) fn of(seen: &Seen, columns: usize, has_gone: bool) -> Self {
        let (form, best, candidate) = (seen.form.clone(), seen.now.clone(), seen.candidate().cloned());
        let first = seen.first.clone().filter(|_| has_gone);
        Self { form, best, candidate, parse: seen.parse.clone(), columns, first }
    }
}

/// What becomes of a part of the text in the candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is left out.
    Gone,
    /// Something else stands in its place.
    Replaced,
}

/// A text as it is shown.
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct Picture {
    of: Sight,
    text: Text,
    classes: Vec<(Range<usize>, Class)>,
    marks: Vec<(Range<usize>, Fate)>,
    /// The bytes of each row; the end of a line belongs to none.
    rows: Vec<Range<usize>>,
    /// What went of the input, as a unified diff.
    gone: Option<String>,
}

/// A piece of a row that looks the same.
pub(super) type Piece = (String, Option<Class>, Option<Fate>);

impl Picture {
    /// Whether it is that of `sight`.
    pub(super) fn is_of(&self, sight: &Sight) -> bool {
        let candidate = |of: &Sight| of.candidate.as_ref().map(|it| it.bytes().as_ptr());
        let has_gone = sight.first.is_none() || self.gone.is_some();
        has_gone
            && self.has_text(sight)
            && self.of.columns == sight.columns
            && candidate(&self.of) == candidate(sight)
    }

    fn has_text(&self, sight: &Sight) -> bool {
        let parser = |of: &Sight| of.parse.as_ref().map(|parse| Arc::as_ptr(parse).cast::<()>());
        let is_same = std::ptr::eq(self.of.best.bytes(), sight.best.bytes()) && self.of.form == sight.form;
        is_same && parser(&self.of) == parser(sight)
    }

    /// The picture of `sight`, for which what of this one is the same is taken.
    pub(in crate::ui) fn after(self, sight: Sight) -> Self {
        let (has_text, columns) = (self.has_text(&sight), self.of.columns);
        let Self { mut text, mut classes, mut rows, gone, .. } = self;
        let gone = gone.filter(|_| has_text);
        if !has_text {
            text = sight.form.shown(&sight.best);
            classes = sight.parse.as_ref().map(|parse| self::classes(&text, &**parse)).unwrap_or_default();
        }
        if !has_text || columns != sight.columns {
            rows = self::rows(text.bytes(), sight.columns);
        }
        let candidate = sight.candidate.as_ref().map(|candidate| sight.form.shown(candidate));
        let marks = candidate.map(|candidate| marks(&text, &candidate)).unwrap_or_default();
        let gone = gone.or_else(|| Some(sight.form.gone(sight.first.as_ref()?, &sight.best)));
        Self { of: sight, text, classes, marks, rows, gone }
    }

    /// What went of the input.
    pub(super) fn gone(&self) -> &str {
        self.gone.as_deref().unwrap_or_default()
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The row in which the part under test begins.
    pub(super) fn marked_row(&self) -> Option<usize> {
        let start = self.marks.first()?.0.start;
        Some(self.rows.partition_point(|row| row.end <= start).min(self.rows.len().saturating_sub(1)))
    }

    /// How many bytes are under test, and the number of the line where they begin.
    pub(super) fn marked(&self) -> Option<(usize, usize)> {
        let start = self.marks.first()?.0.start;
        let line = self.text.bytes()[..start].split(|byte| *byte == b'\n').count();
        Some((self.marks.iter().map(|(span, _)| span.len()).sum(), line))
    }

    /// The pieces of a row.
    pub(super) fn row(&self, at: usize) -> Vec<Piece> {
        let Some(row) = self.rows.get(at) else { return Vec::new() };
        let (mut pieces, mut at) = (Vec::new(), row.start);
        while at < row.end {
            let (class, until) = found(&self.classes, at);
            let (fate, other) = found(&self.marks, at);
            let end = until.min(other).min(row.end);
            let text = plain(&String::from_utf8_lossy(&self.text.bytes()[at..end]), &['\t']);
            pieces.push((text.replace('\t', TAB), class, fate));
            at = end;
        }
        pieces
    }
}

/// What stands at a place, and where that ends.
fn found<T: Copy>(all: &[(Range<usize>, T)], at: usize) -> (Option<T>, usize) {
    match all.get(all.partition_point(|(span, _)| span.end <= at)) {
        Some((span, what)) if span.start <= at => (Some(*what), span.end),
        Some((span, _)) => (None, span.start),
        None => (None, usize::MAX),
    }
}

/// What of the text the candidate has not.
fn marks(text: &Text, candidate: &Text) -> Vec<(Range<usize>, Fate)> {
    let fate = |is_empty| if is_empty { Fate::Gone } else { Fate::Replaced };
    let (old, new) = (text.bytes(), candidate.bytes());
    if old.len().max(new.len()) <= COMPARED {
        let edits = Rewrite::between("", text, candidate).map(|rewrite| rewrite.edits).unwrap_or_default();
        let marks = edits.into_iter().map(|edit| (edit.span, fate(edit.with.is_empty())));
        return marks.filter(|(span, _)| !span.is_empty()).collect();
    }
    let front = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[front..], &new[front..]);
    let back = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let span = front..front + old.len() - back;
    if span.is_empty() { Vec::new() } else { vec![(span, fate(new.len() == back))] }
}

/// The rows of a text in a pane of so many columns.
fn rows(text: &[u8], columns: usize) -> Vec<Range<usize>> {
    let (mut rows, mut start, mut at, mut width) = (Vec::new(), 0, 0, 0);
    let mut put = |letter: char, bytes: usize| {
        let wide = match letter {
            '\n' => 0,
            '\t' => TAB.len(),
            letter if letter.is_control() => letter.escape_default().len(),
            letter => letter.width().unwrap_or(0),
        };
        if letter == '\n' || width + wide > columns.max(1) && width > 0 {
            rows.push(start..at);
            (start, width) = (at + usize::from(letter == '\n'), 0);
        }
        (at, width) = (at + bytes, width + wide);
    };
    for chunk in text.utf8_chunks() {
        chunk.valid().chars().for_each(|letter| put(letter, letter.len_utf8()));
        if !chunk.invalid().is_empty() {
            put(char::REPLACEMENT_CHARACTER, chunk.invalid().len());
        }
    }
    if start < text.len() {
        rows.push(start..text.len());
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle_syntax::language::Language;

    fn text(text: &str) -> Text {
        Text::new(text.as_bytes()).unwrap()
    }

    fn picture(now: &str, candidate: Option<&str>, columns: usize) -> Picture {
        let parse = Language::by_name("c").unwrap().parser();
        let (text, candidate) = (text(now), candidate.map(text));
        let parse: Arc<dyn Parse> = Arc::new(parse);
        Picture::default().after(Sight {
            form: Form::Text,
            best: text,
            candidate,
            parse: Some(parse),
            columns,
            first: None,
        })
    }

    #[test]
    fn rows_are_as_wide_as_the_pane_whatever_is_in_them() {
        let shown = |text: &str, columns| {
            let picture = picture(text, None, columns);
            let row = |at| picture.row(at).into_iter().map(|(text, ..)| text).collect::<String>();
            (0..picture.rows()).map(row).collect::<Vec<_>>()
        };
        assert_eq!(shown("int a;\n\nb", 4), ["int ", "a;", "", "b"]);
        assert_eq!(shown("\ta\n", 4), ["    ", "a"]);
        assert_eq!(shown("表x\u{1b}y", 3), ["表x", "\\u{1b}", "y"]);
        assert_eq!(shown("abc", 0), ["a", "b", "c"]);
        assert_eq!(shown("", 4), [""; 0]);
    }

    #[test]
    fn what_the_candidate_has_not_is_marked() {
        let picture =
            picture("int a;\nint b(long);\nint c = f(1);\n", Some("int a;\nint b();\nint c = 0;\n"), 40);
        let marked: Vec<(&str, Fate)> = picture
            .marks
            .iter()
            .map(|(span, fate)| (&"int a;\nint b(long);\nint c = f(1);\n"[span.clone()], *fate))
            .collect();
        assert_eq!(marked, [("long", Fate::Gone), ("f(1)", Fate::Replaced)]);
        assert_eq!((picture.marked_row(), picture.marked()), (Some(1), Some((8, 2))));
        let pieces = picture.row(1);
        assert_eq!(pieces[0], ("int".to_owned(), Some(Class::Keyword), None));
        assert_eq!(pieces[4], ("long".to_owned(), Some(Class::Keyword), Some(Fate::Gone)));
    }

    #[test]
    fn of_large_texts_what_differs_is_marked_as_one() {
        let large = "int a;\n".repeat(COMPARED / 7 + 1);
        let less = large.replacen("int a;\nint a;\n", "int a;\nlong b;\nint a;", 1);
        let picture = picture(&large, Some(&less), 40);
        assert_eq!(picture.marks.len(), 1);
        let same = self::picture(&large, Some(&large), 40);
        assert_eq!((same.marked(), same.marked_row()), (None, None));
    }

    #[test]
    fn what_is_the_same_is_not_made_again() {
        let first = picture("int a;", None, 40);
        let sight = Sight { columns: 3, ..first.of.clone() };
        assert!(first.is_of(&first.of) && !first.is_of(&sight));
        let second = first.after(sight.clone());
        assert!(second.is_of(&sight) && second.rows() == 2);
    }
}
