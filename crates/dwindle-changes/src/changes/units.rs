//! What each unit is, for those who show it.

use std::ops::Range;
use std::path::Path;

use dwindle::Config;
use dwindle::files::Entry;

use super::Changes;
use crate::part::{Part, Step};

/// What a change does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// A file, link or empty folder comes.
    Added,
    /// A file, link or empty folder goes.
    Removed,
    /// A file gets another path.
    Renamed,
    /// A file gets other permission bits.
    Mode,
    /// Something that is no text gets other contents, or becomes something else: a link a file, for example.
    Replaced,
    /// Lines are removed, added, or replaced by others.
    Lines,
    /// A file makes way for a folder of its name, or the other way round, with all that this touches.
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
    /// The lines of the good version that go, counted from 0. Empty where it has none, but in its place.
    pub old_lines: Range<u32>,
    /// The lines of the bad version that come, counted from 0.
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
        let nth = self.part_of(unit);
        let part = &self.parts[nth];
        let step = &part.steps[(unit - part.units.start) as usize];
        let (old_lines, new_lines) = match step {
            Step::Lines(edit) => (edit.old.clone(), edit.new.clone()),
            step => {
                let (removed, added) = part.lines_of(step);
                (0..removed, 0..added)
            }
        };
        let tied = self.parts.get(nth + 1).is_some_and(|next| next.units.start == part.units.start);
        let kind = if tied { Kind::Together } else { kind(part, step) };
        Unit {
            old_path: part.old.as_ref().map(|(path, _)| path.as_path()),
            new_path: part.new.as_ref().map(|(path, _)| path.as_path()),
            kind,
            old_lines,
            new_lines,
        }
    }

    /// The changes of `config`, each with its number.
    pub fn units_of<'a>(&'a self, config: &'a Config) -> impl Iterator<Item = (u32, Unit<'a>)> + 'a {
        config.units().map(|unit| (unit, self.unit(unit)))
    }

    /// How many files, links and empty folders differ; a renamed one counts once.
    pub fn paths(&self) -> usize {
        self.parts.len()
    }
}

fn kind(part: &Part, step: &Step) -> Kind {
    match (step, &part.old, &part.new) {
        (Step::Lines(_), ..) => Kind::Lines,
        (Step::Rename, ..) => Kind::Renamed,
        (Step::Mode, ..)
        | (Step::Whole, Some((_, Entry::Folder { .. })), Some((_, Entry::Folder { .. }))) => Kind::Mode,
        (Step::Whole, None, _) => Kind::Added,
        (Step::Whole, _, None) => Kind::Removed,
        (Step::Whole | Step::Contents, ..) => Kind::Replaced,
    }
}
