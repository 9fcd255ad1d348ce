//! What each unit is, for those who show it.

use std::ops::Range;
use std::path::Path;

use dwindle::Config;
use dwindle::files::Entry;
use serde::Serialize;

use super::Changes;
use crate::edits::Edit;
use crate::part::{Part, Step};

/// What a change does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// A file, link or empty directory is added.
    Added,
    /// A file, link or empty directory is removed.
    Removed,
    /// A file is renamed.
    Renamed,
    /// The permission bits of a file change.
    Mode,
    /// Contents that are not text are replaced, or a path becomes something else, for example a link a file.
    Replaced,
    /// Lines are removed, added or replaced.
    Lines,
    /// Only the line endings of lines change.
    LineEnds,
    /// Only the whitespace of lines changes: indentation, spaces or line endings.
    Blanks,
    /// A file is replaced by a directory of the same name, or the other way round, with everything that this affects.
    Together,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit<'a> {
    /// Where it is in the good version; of several paths the first.
    pub old_path: Option<&'a Path>,
    /// Where it is in the bad version; of several paths the first.
    pub new_path: Option<&'a Path>,
    /// What it does.
    pub kind: Kind,
    /// The lines of the good version that are removed, counted from 0; an empty range at the right place if there are
    /// none.
    pub old_lines: Range<u32>,
    /// The lines of the bad version that are added, counted from 0.
    pub new_lines: Range<u32>,
}

impl Unit<'_> {
    /// The path under which it is listed: the newer one where there is one.
    pub fn path(&self) -> &Path {
        self.new_path.or(self.old_path).unwrap_or(Path::new(""))
    }
}

impl Changes {
    /// What the change of this number is.
    ///
    /// # Panics
    /// When there is none.
    pub fn unit(&self, unit: u32) -> Unit<'_> {
        let (part, step) = self.step_of(unit);
        let (old_lines, new_lines) = match step {
            Step::Lines(edit) => (edit.old.clone(), edit.new.clone()),
            Step::Blanks(blanks) => around(&blanks.edits),
            step => {
                let (removed, added) = part.lines_of(step);
                (0..removed, 0..added)
            }
        };
        Unit {
            old_path: part.old.as_ref().map(|(path, _)| path.as_path()),
            new_path: part.new.as_ref().map(|(path, _)| path.as_path()),
            kind: kind(part, step),
            old_lines,
            new_lines,
        }
    }

    /// How many lines the change of this number removes and adds; of one in blanks, how many lines differ in them.
    pub fn lines_of(&self, unit: u32) -> (u32, u32) {
        let (part, step) = self.step_of(unit);
        part.lines_of(step)
    }

    /// The changes of lines that differ only in line endings or other whitespace.
    pub fn blanks(&self) -> Config {
        let of = |part: &Part| {
            let mut steps = part.units.clone().zip(&part.steps);
            steps.find(|(_, step)| matches!(step, Step::Blanks(_))).map(|(unit, _)| unit)
        };
        Config::of_units(self.parts.iter().filter_map(of))
    }

    /// How many files, links and empty folders differ; a renamed one counts once.
    pub fn paths(&self) -> usize {
        self.parts.len()
    }
}

/// The lines from the first of `edits` to the last.
fn around(edits: &[Edit]) -> (Range<u32>, Range<u32>) {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return (0..0, 0..0) };
    (first.old.start..last.old.end, first.new.start..last.new.end)
}

fn kind(part: &Part, step: &Step) -> Kind {
    match (step, &part.old, &part.new) {
        _ if part.is_tied => Kind::Together,
        (Step::Lines(_), ..) => Kind::Lines,
        (Step::Blanks(blanks), ..) if blanks.are_within => Kind::Blanks,
        (Step::Blanks(_), ..) => Kind::LineEnds,
        (Step::Rename, ..) => Kind::Renamed,
        (Step::Mode, ..)
        | (Step::Whole, Some((_, Entry::Folder { .. })), Some((_, Entry::Folder { .. }))) => Kind::Mode,
        (Step::Whole, None, _) => Kind::Added,
        (Step::Whole, _, None) => Kind::Removed,
        (Step::Whole | Step::Contents, ..) => Kind::Replaced,
    }
}
