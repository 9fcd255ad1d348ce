//! A part: what differs at one path, in steps of which any may be taken.
//!
//! The steps of a part are a new path, new permission bits, new contents as a whole, and edits of lines. They are
//! edits of the good version, so any subset of them applies and no conflict has to be resolved. What cannot be
//! taken apart, such as a file that makes way for a folder of its name, is one unit.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::slice;

use dwindle::Text;
use dwindle::files::{self, Entry};
use dwindle::span_hash::SpanHash;

use crate::blanks::{Blanks, Compared, compare};
use crate::edits::{Edit, Lines, is_binary};

/// What stands at a path.
pub(crate) type At = (PathBuf, Entry);

/// One step from the older to the newer side of a part. Each is a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Everything at once: it is added, removed, or something else altogether.
    Whole,
    /// The new path.
    Rename,
    /// The new permission bits.
    Mode,
    /// The new contents as a whole.
    Contents,
    /// Some lines for others.
    Lines(Edit),
    /// All lines of the file that differ only in blanks.
    Blanks(Blanks),
}

impl Step {
    /// What it does to lines.
    pub(crate) fn edits(&self) -> &[Edit] {
        match self {
            Self::Lines(edit) => slice::from_ref(edit),
            Self::Blanks(blanks) => &blanks.edits,
            Self::Whole | Self::Rename | Self::Mode | Self::Contents => &[],
        }
    }
}

/// What stands where a part is.
enum Standing<'a> {
    /// What stands there in one of the versions.
    Side(Option<&'a At>),
    /// A file with these contents; with some lines of both versions where there are none.
    File { path: &'a PathBuf, mode: u32, text: Option<&'a Text> },
}

/// What differs between the two versions at one path, or at the two paths of a renamed file.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) old: Option<At>,
    pub(crate) new: Option<At>,
    /// Whether it only goes together with other parts, which have the same single unit.
    pub(crate) is_tied: bool,
    /// The units of the steps, one each.
    pub(crate) units: Range<u32>,
    pub(crate) steps: Vec<Step>,
    pub(crate) old_lines: Lines,
    pub(crate) new_lines: Lines,
}

impl Part {
    /// What differs between `old` and `new`, in the steps that can be told apart without cutting lines.
    pub(crate) fn new(old: Option<At>, new: Option<At>) -> Self {
        let [old_lines, new_lines] = [&old, &new].map(|side| Lines::of(contents(side.as_ref())));
        let (is_tied, units, steps) = (false, 0..0, vec![Step::Whole]);
        let mut part = Self { old, new, is_tied, units, steps, old_lines, new_lines };
        if let (
            Some((from, Entry::File { text: a, mode: m })),
            Some((to, Entry::File { text: b, mode: n })),
        ) = (&part.old, &part.new)
        {
            let mut steps = Vec::new();
            if from != to {
                steps.push(Step::Rename);
            }
            if m != n {
                steps.push(Step::Mode);
            }
            if a.bytes() != b.bytes() {
                if fits(a, b) && !is_binary(a.bytes()) && !is_binary(b.bytes()) {
                    let Compared { edits, blanks } = compare(a.bytes(), b.bytes());
                    steps.extend(edits.into_iter().map(Step::Lines));
                    steps.extend((!blanks.edits.is_empty()).then_some(Step::Blanks(blanks)));
                } else {
                    steps.push(Step::Contents);
                }
            }
            part.steps = steps;
        }
        part
    }

    /// Makes one step of all, since it only goes together with other parts.
    pub(crate) fn tie(&mut self) {
        self.is_tied = true;
        self.steps = vec![Step::Whole];
    }

    /// The path under which it is shown and sorted: the newer one where there is one.
    pub(crate) fn path(&self) -> &Path {
        self.new.as_ref().or(self.old.as_ref()).map_or(Path::new(""), |(path, _)| path)
    }

    /// The bytes of the older and the newer file; none where there is no plain file.
    pub(crate) fn bytes(&self) -> (&[u8], &[u8]) {
        (contents(self.old.as_ref()), contents(self.new.as_ref()))
    }

    /// What the steps do to lines, from the top of the text to its end, each with the position of its step.
    pub(crate) fn edits(&self) -> Vec<(usize, &Edit)> {
        let steps = self.steps.iter().enumerate();
        let mut edits: Vec<_> =
            steps.flat_map(|(nth, step)| step.edits().iter().map(move |edit| (nth, edit))).collect();
        edits.sort_by_key(|(_, edit)| (edit.old.start, edit.new.start));
        edits
    }

    /// The finest steps that `step` is made of: single removed and single added lines, where it has lines; pairs of
    /// lines, where they differ only in blanks.
    pub(crate) fn in_lines(&self, step: &Step) -> Option<Vec<Step>> {
        let edit = match step {
            Step::Lines(edit) => edit.clone(),
            Step::Blanks(blanks) => {
                return Some(blanks.edits.iter().flat_map(Edit::pairs).map(Step::Lines).collect());
            }
            Step::Whole if !self.is_tied && self.is_one_sided_text() => {
                Edit { old: 0..self.old_lines.len(), new: 0..self.new_lines.len() }
            }
            _ => return None,
        };
        let Edit { old, new } = edit;
        let removed = old.clone().map(|at| Edit { old: at..at + 1, new: new.start..new.start });
        let added = new.clone().map(|at| Edit { old: old.end..old.end, new: at..at + 1 });
        let steps: Vec<Step> = removed.chain(added).map(Step::Lines).collect();
        (!steps.is_empty()).then_some(steps)
    }

    /// Whether it is a text that is added or removed.
    fn is_one_sided_text(&self) -> bool {
        let text = |at: &At| matches!(&at.1, Entry::File { text, .. } if !is_binary(text.bytes()));
        match (&self.old, &self.new) {
            (Some(at), None) | (None, Some(at)) => text(at),
            _ => false,
        }
    }

    /// What stands where, when the steps are taken for which `taken` holds.
    pub(crate) fn with(&self, taken: impl Fn(usize) -> bool) -> Option<At> {
        if (0..self.steps.len()).all(&taken) {
            return self.new.clone();
        }
        match self.standing(&taken) {
            Standing::Side(at) => at.cloned(),
            Standing::File { path, mode, text } => {
                let made = || {
                    let (old, new) = self.bytes();
                    let stretches = self.stretches(&taken).into_iter();
                    let bytes: Vec<_> = stretches.flat_map(|[stays, put]| [&old[stays], &new[put]]).collect();
                    Text::new(bytes.concat()).expect("both texts together fit")
                };
                Some((path.clone(), Entry::File { text: text.cloned().unwrap_or_else(made), mode }))
            }
        }
    }

    /// What it adds to the identity of a tree when these steps are taken.
    ///
    /// Costs the lines that the steps change, once the hash of the older file is known.
    pub(crate) fn share_with(&self, taken: impl Fn(usize) -> bool) -> u128 {
        match self.standing(&taken) {
            Standing::Side(at) => share(at),
            Standing::File { path, mode, text } => {
                let made = || {
                    let (old, (_, new)) = (plain(self.old.as_ref()), self.bytes());
                    let of_old = |span| old.map_or(SpanHash::EMPTY, |old| old.span_hash(span));
                    let stretches = self.stretches(&taken).into_iter();
                    let hashes = stretches.flat_map(|[stays, put]| [of_old(stays), SpanHash::of(&new[put])]);
                    hashes.fold(SpanHash::EMPTY, SpanHash::then).id()
                };
                files::share(path, Entry::file_id(text.map_or_else(made, Text::id), mode))
            }
        }
    }

    fn standing(&self, taken: impl Fn(usize) -> bool) -> Standing<'_> {
        let mut steps = (0..self.steps.len()).filter(|&at| taken(at)).map(|at| &self.steps[at]).peekable();
        let (old, new) = match (&self.old, &self.new) {
            (old, _) if steps.peek().is_none() => return Standing::Side(old.as_ref()),
            (Some(old), Some(new)) => (old, new),
            (_, new) if (0..self.steps.len()).all(&taken) => return Standing::Side(new.as_ref()),
            // Some lines of a file that comes or goes: there it is, with the other lines.
            (Some(one), None) | (None, Some(one)) => (one, one),
            (None, None) => return Standing::Side(None),
        };
        let ((from, Entry::File { text: a, mode: m }), (to, Entry::File { text: b, mode: n })) = (old, new)
        else {
            return Standing::Side(Some(new));
        };
        let (mut path, mut mode, mut text) = (from, *m, Some(a));
        for step in steps {
            match step {
                Step::Rename => path = to,
                Step::Mode => mode = *n,
                Step::Whole => return Standing::Side(Some(new)),
                Step::Contents => text = Some(b),
                Step::Lines(_) | Step::Blanks(_) => text = None,
            }
        }
        Standing::File { path, mode, text }
    }

    /// The file when the given steps are taken, as stretches of the older text that stay, each with the stretch of the
    /// newer text that stands behind it.
    fn stretches(&self, taken: impl Fn(usize) -> bool) -> Vec<[Range<usize>; 2]> {
        let (mut stretches, mut at) = (Vec::new(), 0);
        for (_, edit) in self.edits().into_iter().filter(|(nth, _)| taken(*nth)) {
            let stays = self.old_lines.span(&(at..edit.old.start));
            stretches.push([stays, self.new_lines.span(&edit.new)]);
            at = edit.old.end;
        }
        stretches.push([self.old_lines.span(&(at..self.old_lines.len())), 0..0]);
        stretches
    }

    /// How many lines a step removes and adds; of a file that comes or goes, all its lines.
    pub(crate) fn lines_of(&self, step: &Step) -> (u32, u32) {
        match step {
            Step::Lines(edit) => (edit.old.end - edit.old.start, edit.new.end - edit.new.start),
            Step::Blanks(blanks) => {
                let lines = blanks.edits.iter().map(|edit| edit.old.end - edit.old.start).sum();
                (lines, lines)
            }
            Step::Whole | Step::Contents => {
                let (old, new) = self.bytes();
                let count = |bytes: &[u8], lines: &Lines| if is_binary(bytes) { 0 } else { lines.len() };
                (count(old, &self.old_lines), count(new, &self.new_lines))
            }
            Step::Rename | Step::Mode => (0, 0),
        }
    }
}

/// What this adds to the identity of a tree.
pub(crate) fn share(at: Option<&At>) -> u128 {
    at.map_or(0, |(path, entry)| files::share(path, entry.id()))
}

fn contents(at: Option<&At>) -> &[u8] {
    plain(at).map_or(&[], Text::bytes)
}

/// What is in a plain file.
fn plain(at: Option<&At>) -> Option<&Text> {
    match at {
        Some((_, Entry::File { text, .. })) => Some(text),
        _ => None,
    }
}

/// Whether every mixture of both is an artifact still.
fn fits(a: &Text, b: &Text) -> bool {
    u32::try_from(a.bytes().len() + b.bytes().len()).is_ok()
}
