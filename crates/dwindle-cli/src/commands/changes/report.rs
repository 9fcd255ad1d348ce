//! What came out: the changes that are left, where they are from, and what they were proved to do.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;

use dwindle::Config;
use dwindle::space::Space;
use dwindle_changes::{Kind, Unit, Versions};
use serde::Serialize;

use super::Reached;
use super::functions::functions;
use super::versions::{Opened, Past};
use crate::settings;
use crate::ui::{End, Name, escaped, number, plural, seconds};

/// What is shown and written of how far it came.
pub(super) struct Report<'a> {
    opened: &'a Opened,
    asked: &'a settings::Changes,
    reached: &'a Reached,
    /// The versions by the finest changes, and the cause among these.
    versions: &'a Versions,
    cause: &'a Config,
}

/// The patches.
pub(super) struct Sides {
    /// What is to be taken back, as it was made; with `--fix` what mends.
    pub(super) cause: Vec<u8>,
    /// What makes the good version fail.
    pub(super) failing: Option<Vec<u8>>,
}

/// The last record.
#[derive(Debug, Serialize)]
pub(super) struct Told<'a> {
    #[serde(flatten)]
    end: &'a End,
    changes: usize,
    /// Logical tests until the cause was found.
    tests_to_cause: u64,
    cause: Vec<Change>,
    introduction: Option<Vec<Change>>,
    commits: Vec<Commit<'a>>,
    bisection: Option<Bisection<'a>>,
    /// Whether both were tested again in clean directories, and came out the same.
    confirmed: bool,
}

#[derive(Debug, Serialize)]
struct Change {
    path: Name,
    kind: &'static str,
    old_lines: [u32; 2],
    new_lines: [u32; 2],
    commits: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Commit<'a> {
    id: &'a str,
    author: &'a str,
    email: &'a str,
    date: &'a str,
    subject: &'a str,
}

#[derive(Debug, Serialize)]
struct Bisection<'a> {
    commits: usize,
    first: Vec<Commit<'a>>,
    holds: bool,
}

impl<'a> Report<'a> {
    pub(super) fn new(opened: &'a Opened, asked: &'a settings::Changes, reached: &'a Reached) -> Self {
        let (versions, cause) = match &reached.lines {
            Some((finer, lines)) => (finer, lines),
            None => (&opened.versions, &reached.cause),
        };
        Self { opened, asked, reached, versions, cause }
    }

    /// Whether nothing could be ruled out yet.
    pub(super) fn is_all(&self) -> bool {
        self.reached.cause.len() == self.opened.versions.units()
    }

    pub(super) fn patches(&self) -> Sides {
        let (versions, full) = (self.versions, self.versions.full());
        let without = full.minus(self.cause);
        let (passing, failing) = self.reached.sides.clone().unwrap_or((without, full));
        let coarse = &self.opened.versions;
        let failing_side = self.reached.introduction.as_ref();
        Sides {
            // As it was made, from the older to the newer.
            cause: if self.asked.fix {
                versions.patch(&failing, &passing)
            } else {
                versions.patch(&passing, &failing)
            },
            failing: failing_side.map(|found| coarse.patch(&Config::empty(), found)),
        }
    }

    pub(super) fn headline(&self, time: Duration) -> String {
        let (left, all) = (self.reached.cause.len(), self.opened.versions.units());
        let paths: BTreeSet<_> = self.units(&self.reached.cause).map(|unit| unit.path().to_owned()).collect();
        let does = match (self.asked.fix, left) {
            (false, 1) => "breaks it",
            (false, _) => "break it",
            (true, 1) => "fixes it",
            (true, _) => "fix it",
        };
        let hunks = self.hunks().len();
        format!(
            "{}: {} of {}{}, in {}, {does}; {}, {}",
            escaped(&self.opened.name),
            number(left as u64),
            plural(all as u64, "change"),
            if hunks < left { format!(" ({})", plural(hunks as u64, "hunk")) } else { String::new() },
            plural(paths.len() as u64, "file"),
            if self.reached.tests > 0 || self.reached.introduction.is_some() {
                format!("found in {}", plural(self.reached.tests, "test"))
            } else {
                "not done".to_owned()
            },
            seconds(time),
        )
    }

    /// The changes that are left, the commits they came from, and the patch.
    pub(super) fn answer(&self, patch: &[u8]) -> String {
        let mut out = String::new();
        for hunk in self.hunks() {
            let units: Vec<Unit<'_>> = self.units(&hunk).collect();
            // Writing to a string does not fail.
            let _ok = writeln!(out, "{}", described(&units));
        }
        for commit in self.commits(&self.reached.cause) {
            let _ok = writeln!(out, "  from {}", line(commit));
        }
        out.push_str(&String::from_utf8_lossy(patch));
        out
    }

    /// What was proved of them.
    pub(super) fn words(&self) -> String {
        let mut out = String::new();
        let mut say = |line: String| {
            out.push_str(&line);
            out.push('\n');
        };
        let these = |count: usize| if count == 1 { "this change" } else { "these changes" };
        let cause = these(self.reached.cause.len());
        if self.reached.misled {
            say("products of earlier builds had led astray: everything was asked again in clean directories"
                .to_owned());
        }
        if self.reached.holds == Some(true) {
            say(match (&self.reached.sides, self.asked.fix) {
                (Some(_), _) => format!("between a passing and a failing version only {cause} differ"),
                (None, false) => {
                    format!("the bad version passes without {cause} (tested again in a clean directory)")
                }
                (None, true) => {
                    format!("the bad version passes with {cause} (tested again in a clean directory)")
                }
            });
        }
        if let Some(found) = &self.reached.introduction {
            let more = found.len();
            say(match (*found == self.reached.cause, self.asked.fix) {
                (true, false) => format!("the good version fails with {cause} alone"),
                (true, true) => format!("the good version fails without {cause}"),
                (false, false) => {
                    format!("the good version fails with no less than {}", plural(more as u64, "change"))
                }
                (false, true) => {
                    format!("the good version fails again without {} of them", number(more as u64))
                }
            });
        }
        if let (Some(bisected), Some(past)) = (&self.reached.bisected, &self.opened.past) {
            let steps = past.history.mainline().len();
            let needs = usize::BITS - (steps - 1).leading_zeros();
            let first: Vec<String> =
                bisected.first.iter().map(|&nth| line(&past.history.commits[nth])).collect();
            let word = if self.asked.fix { "good" } else { "bad" };
            match &first[..] {
                [one] => say(format!("first {word} of {}: {one}", plural(steps as u64, "commit"))),
                several => say(format!(
                    "bisection of {} ends with {} that it cannot tell apart",
                    plural(steps as u64, "commit"),
                    several.len()
                )),
            }
            if !self.reached.suspects_hold && first.len() == 1 {
                say("that commit alone does not account for it: all changes were searched".to_owned());
            }
            say(format!("git bisect ends there, after about {}", plural(u64::from(needs), "test")));
        }
        out
    }

    /// All of it, for programs.
    pub(super) fn told(&self, end: &'a End) -> Told<'a> {
        let bisection =
            self.reached.bisected.as_ref().zip(self.opened.past.as_ref()).map(|(bisected, past)| {
                let first =
                    bisected.first.iter().map(|&nth| Commit::of(&past.history.commits[nth])).collect();
                Bisection { commits: past.history.mainline().len(), first, holds: self.reached.suspects_hold }
            });
        Told {
            end,
            changes: self.opened.versions.units(),
            tests_to_cause: self.reached.tests,
            cause: self.changes(&self.reached.cause),
            introduction: self.reached.introduction.as_ref().map(|found| self.changes(found)),
            commits: self.commits(&self.reached.cause).map(Commit::of).collect(),
            bisection,
            confirmed: self.reached.holds == Some(true),
        }
    }

    /// The cause, as `diff -u` puts its changes together.
    fn hunks(&self) -> Vec<Config> {
        self.opened.versions.changes().by_hunk(&self.reached.cause, &functions)
    }

    fn units(&self, of: &Config) -> impl Iterator<Item = Unit<'a>> {
        let changes = self.opened.versions.changes();
        of.units().map(|unit| changes.unit(unit)).collect::<Vec<_>>().into_iter()
    }

    fn changes(&self, of: &Config) -> Vec<Change> {
        let one = |(number, unit): (u32, Unit<'_>)| Change {
            path: Name::of(unit.path()),
            kind: kind(unit.kind),
            old_lines: [unit.old_lines.start, unit.old_lines.end],
            new_lines: [unit.new_lines.start, unit.new_lines.end],
            commits: self
                .commits(&Config::of_units([number]))
                .map(|commit| commit.short().to_owned())
                .collect(),
        };
        of.units().zip(self.units(of)).map(one).collect()
    }

    fn commits(&self, of: &Config) -> impl Iterator<Item = &'a dwindle_changes::git::Commit> {
        let nths = |past: &'a Past| {
            let all: BTreeSet<usize> =
                of.units().flat_map(|unit| past.origins.of(unit).iter().copied()).collect();
            all.into_iter().map(|nth| &past.history.commits[nth])
        };
        self.opened.past.as_ref().map(nths).into_iter().flatten()
    }
}

impl<'a> Commit<'a> {
    fn of(commit: &'a dwindle_changes::git::Commit) -> Self {
        Self {
            id: commit.id.as_deref().unwrap_or("uncommitted"),
            author: &commit.author,
            email: &commit.email,
            date: &commit.date,
            subject: &commit.subject,
        }
    }
}

/// A commit in one line.
fn line(commit: &dwindle_changes::git::Commit) -> String {
    if commit.id.is_none() {
        return commit.subject.clone();
    }
    let day = commit.date.split('T').next().unwrap_or_default();
    format!("{} {day} {}: {}", commit.short(), commit.author, commit.subject)
}

/// The changes of a hunk in one line.
fn described(hunk: &[Unit<'_>]) -> String {
    let [unit, ..] = hunk else { return String::new() };
    let path = escaped(unit.path());
    match unit.kind {
        Kind::Lines => {
            let last = &hunk[hunk.len() - 1];
            let old = &(unit.old_lines.start..last.old_lines.end);
            let new = &(unit.new_lines.start..last.new_lines.end);
            let what = match (old.is_empty(), new.is_empty()) {
                (true, _) => format!("{} added", lines(new)),
                (_, true) => format!("{} removed", lines(old)),
                _ => format!("{} replaced by {}", lines(old), lines(new)),
            };
            match hunk.len() {
                1 => format!("{path}: {what}"),
                places => format!("{path}: {what}, in {places} places"),
            }
        }
        Kind::Renamed => {
            format!("{path}: renamed from {}", unit.old_path.map_or_else(String::new, escaped))
        }
        Kind::Added => format!("{path}: comes"),
        Kind::Removed => format!("{path}: goes"),
        Kind::Mode => format!("{path}: other permission bits"),
        Kind::Replaced => format!("{path}: other contents"),
        _ => format!("{path}: becomes something else"),
    }
}

fn lines(range: &Range<u32>) -> String {
    if range.len() == 1 {
        return format!("line {}", range.start + 1);
    }
    format!("lines {} to {}", range.start + 1, range.end)
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Added => "added",
        Kind::Removed => "removed",
        Kind::Renamed => "renamed",
        Kind::Mode => "mode",
        Kind::Replaced => "replaced",
        Kind::Lines => "lines",
        _ => "together",
    }
}
