//! A file on its way through the history.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use dwindle::Text;

use crate::edits::{Edit, Lines, edits, is_binary};

/// Where a line came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// It is this line of the good version's file.
    Good(u32),
    /// The commit at this position wrote it, in the place of lines that these earlier commits had written.
    Made(u32, Earlier),
    /// The commit at the second position wrote this line of the good version's file again, after it was gone.
    Restored(u32, u32),
    /// It is older than the history, but the good version does not have it.
    Older,
}

/// Positions of commits, ascending; none of them is the rule.
pub(super) type Earlier = Option<Arc<[u32]>>;

impl Source {
    /// The position of the commit that wrote it.
    pub(super) const fn commit(&self) -> Option<u32> {
        match self {
            Self::Made(commit, _) | Self::Restored(_, commit) => Some(*commit),
            Self::Good(_) | Self::Older => None,
        }
    }

    /// The positions of the commits that had a hand in it: that wrote it, or what it was written in the place of.
    pub(super) fn commits(&self) -> impl Iterator<Item = u32> {
        let earlier = match self {
            Self::Made(_, earlier) => earlier.as_deref(),
            _ => None,
        };
        earlier.into_iter().flatten().copied().chain(self.commit())
    }

    /// Whether the commit at this position wrote it, and it is no line of the good version.
    pub(super) const fn is_made_by(&self, commit: u32) -> bool {
        matches!(self, Self::Made(by, _) if *by == commit)
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
            Source::Made(..) | Source::Older => None,
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
        let mut file = self.edited(before, after, &Source::Made(commit, None));
        if let Some(home) = &self.home {
            let here = file.good_lines();
            let same = if is_binary(home.text.bytes()) || is_binary(after) {
                Vec::new()
            } else {
                common(&edits(home.text.bytes(), after), count(home.text.bytes()))
            };
            for (old, new) in same {
                let line = &mut file.lines[new as usize];
                if line.is_made_by(commit) && !here.contains(&old) {
                    *line = Source::Restored(old, commit);
                }
            }
        }
        file
    }

    /// The file with other contents, whose new lines come from `source`.
    pub(super) fn edited(&self, before: &[u8], after: &[u8], source: &Source) -> Self {
        let mut lines = vec![source.clone(); count(after) as usize];
        if !is_binary(before) && !is_binary(after) {
            let edits = edits(before, after);
            for (old, new) in common(&edits, Lines::of(before).len()) {
                if let Some(known) = self.lines.get(old as usize) {
                    lines[new as usize] = known.clone();
                }
            }
            if let Source::Made(commit, _) = *source {
                self.hand_down(commit, &edits, &mut lines);
            }
        }
        Self { lines, ..self.clone() }
    }

    /// Notes of lines that a commit wrote in the place of others which commits had a hand in those: line for line where
    /// they are as many.
    fn hand_down(&self, commit: u32, edits: &[Edit], lines: &mut [Source]) {
        for edit in edits {
            let pieces: Vec<Edit> =
                if edit.old.len() == edit.new.len() { edit.pairs().collect() } else { vec![edit.clone()] };
            for Edit { old, new } in pieces {
                let replaced = self.lines.get(old.start as usize..old.end as usize).unwrap_or_default();
                let earlier: BTreeSet<u32> = replaced.iter().flat_map(Source::commits).collect();
                if !earlier.is_empty() {
                    let earlier: Arc<[u32]> = earlier.into_iter().collect();
                    lines[new.start as usize..new.end as usize].fill(Source::Made(commit, Some(earlier)));
                }
            }
        }
    }
}

/// Lines of a text; none of what is no text.
fn count(bytes: &[u8]) -> u32 {
    if is_binary(bytes) { 0 } else { Lines::of(bytes).len() }
}

/// The lines that two texts have in common, in pairs, by the edits from the one, which has so many lines, to the other.
fn common(edits: &[Edit], end: u32) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    let (mut old, mut new) = (0, 0);
    for edit in edits {
        pairs.extend((old..edit.old.start).zip(new..));
        (old, new) = (edit.old.end, edit.new.end);
    }
    pairs.extend((old..end).zip(new..));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(edits: &[&str]) -> Vec<Source> {
        let start = File::good("f".into(), Text::new(edits[0].as_bytes()).unwrap());
        let steps = (0..).zip(edits.windows(2));
        let last = steps.fold(start, |file, (commit, pair)| {
            file.edited_by(commit, pair[0].as_bytes(), pair[1].as_bytes())
        });
        last.lines
    }

    const fn made(commit: u32) -> Source {
        Source::Made(commit, None)
    }

    #[test]
    fn lines_keep_their_source_through_edits() {
        let edits = ["a\nb\nc\n", "a\nx\nc\n", "new\na\nx\n", "new\na\nb\nx\n"];
        assert_eq!(after(&edits[..3]), [made(1), Source::Good(0), made(0)]);
        assert_eq!(after(&edits), [made(1), Source::Good(0), Source::Restored(1, 2), made(0)]);
    }

    #[test]
    fn a_line_that_was_written_again_knows_who_wrote_it_before() {
        let over = |commit, earlier: &[u32]| Source::Made(commit, Some(earlier.into()));
        // Line for line where they are as many, and all of them where not.
        assert_eq!(after(&["", "w\nx\n", "w\ny\n", "w\nz\n"]), [made(0), over(2, &[0, 1])]);
        assert_eq!(after(&["", "w\n", "w\nx\n", "y\n"]), [over(2, &[0, 1])]);
        assert_eq!(after(&["a\n", "b\n", "c\n"]), [over(1, &[0])]);
    }
}
