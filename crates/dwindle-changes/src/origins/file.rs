//! A file on its way through the history.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use dwindle::Text;

use crate::edits::{Lines, edits, is_binary};

/// Where a line came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// It is this line of the good version's file.
    Good(u32),
    /// The commit at this position wrote it.
    Made(u32),
    /// The commit at the second position wrote this line of the good version's file again, after it was gone.
    Restored(u32, u32),
    /// It is older than the history, but the good version does not have it.
    Older,
}

impl Source {
    /// The position of the commit that wrote it.
    pub(super) const fn commit(&self) -> Option<usize> {
        match self {
            Self::Made(commit) | Self::Restored(_, commit) => Some(*commit as usize),
            Self::Good(_) | Self::Older => None,
        }
    }
}

/// What a commit did to a file, beside its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// It has the file at another path, or at all.
    Path,
    /// It changed the mode.
    Mode,
    /// It changed contents that are no text.
    Contents,
}

/// A file of the good version.
#[derive(Debug)]
pub(super) struct Home {
    pub(super) path: PathBuf,
    pub(super) text: Text,
}

/// A file in one commit: where each of its lines came from.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    /// The file of the good version whose lines are counted; none of a file that it does not have.
    pub(super) home: Option<Arc<Home>>,
    /// The source of each line; none for what is no text.
    pub(super) lines: Vec<Source>,
    /// What was done to it, oldest first.
    pub(super) events: Vec<(usize, Event)>,
}

impl File {
    /// The file of the good version.
    pub(super) fn good(path: PathBuf, text: Text) -> Self {
        let lines = (0..count(text.bytes())).map(Source::Good).collect();
        Self { home: Some(Arc::new(Home { path, text })), lines, events: Vec::new() }
    }

    /// The lines of the good version's file that it has.
    pub(super) fn good_lines(&self) -> BTreeSet<u32> {
        let good = self.lines.iter().filter_map(|source| match source {
            Source::Good(line) | Source::Restored(line, _) => Some(*line),
            Source::Made(_) | Source::Older => None,
        });
        good.collect()
    }

    /// Whether both have lines of the same file of the good version.
    pub(super) fn has_home_of(&self, other: &Self) -> bool {
        match (&self.home, &other.home) {
            (Some(one), Some(other)) => one.path == other.path,
            _ => false,
        }
    }

    /// The file with other contents, whose new lines the commit at this position wrote. Where they are lines of the
    /// good version that were gone, they are that again.
    pub(super) fn edited_by(&self, commit: u32, before: &[u8], after: &[u8]) -> Self {
        let mut file = self.edited(before, after, Source::Made(commit));
        if let Some(home) = &self.home {
            let here = file.good_lines();
            for (old, new) in common(home.text.bytes(), after) {
                let line = &mut file.lines[new as usize];
                if *line == Source::Made(commit) && !here.contains(&old) {
                    *line = Source::Restored(old, commit);
                }
            }
        }
        file
    }

    /// The file with other contents, whose new lines come from `source`.
    pub(super) fn edited(&self, before: &[u8], after: &[u8], source: Source) -> Self {
        let mut lines = vec![source; count(after) as usize];
        for (old, new) in common(before, after) {
            if let Some(known) = self.lines.get(old as usize) {
                lines[new as usize] = *known;
            }
        }
        Self { lines, ..self.clone() }
    }
}

/// Lines of a text; none of what is no text.
fn count(bytes: &[u8]) -> u32 {
    if is_binary(bytes) { 0 } else { Lines::of(bytes).len() }
}

/// The lines that two texts have in common, in pairs.
fn common(before: &[u8], after: &[u8]) -> Vec<(u32, u32)> {
    if is_binary(before) || is_binary(after) {
        return Vec::new();
    }
    let end = Lines::of(before).len();
    let mut pairs = Vec::new();
    let (mut old, mut new) = (0, 0);
    for edit in edits(before, after) {
        pairs.extend((old..edit.old.start).zip(new..));
        (old, new) = (edit.old.end, edit.new.end);
    }
    pairs.extend((old..end).zip(new..));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_source_through_edits() {
        let file = File::good("f".into(), Text::new(&b"a\nb\nc\n"[..]).unwrap());
        let file = file.edited_by(0, b"a\nb\nc\n", b"a\nx\nc\n");
        let file = file.edited_by(1, b"a\nx\nc\n", b"new\na\nx\n");
        assert_eq!(file.lines, [Source::Made(1), Source::Good(0), Source::Made(0)]);
        let file = file.edited_by(2, b"new\na\nx\n", b"new\na\nb\nx\n");
        assert_eq!(file.lines, [Source::Made(1), Source::Good(0), Source::Restored(1, 2), Source::Made(0)]);
    }
}
