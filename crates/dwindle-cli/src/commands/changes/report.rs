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
use super::versions::Opened;
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
    /// Whether the bad version passes without the changes of these commits.
    holds: bool,
    /// Whether all else is about what changed there: later commits build on it.
    within: bool,
}

impl<'a> Report<'a> {
    pub(super) fn new(opened: &'a Opened, asked: &'a settings::Changes, reached: &'a Reached) -> Self {
        let (versions, cause) = match &reached.lines {
            Some((finer, lines)) => (finer, lines),
            None => (reached.step.as_ref().unwrap_or(&opened.versions), &reached.cause),
        };
        Self { opened, asked, reached, versions, cause }
    }

    /// The versions that were searched between, by their changes: the two that were named, or a step between them.
    fn searched(&self) -> &'a Versions {
        self.reached.step.as_ref().unwrap_or(&self.opened.versions)
    }

    /// Whether nothing could be ruled out yet.
    pub(super) fn is_all(&self) -> bool {
        self.reached.cause.len() == self.searched().units()
    }

    pub(super) fn patches(&self) -> Sides {
        let (versions, full) = (self.versions, self.versions.full());
        let without = full.minus(self.cause);
        let (passing, failing) = self.reached.sides.clone().unwrap_or((without, full));
        let coarse = &self.searched();
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
        let (left, all) = (self.reached.cause.len(), self.searched().units());
        let paths: BTreeSet<_> = self.units(&self.reached.cause).map(|unit| unit.path().to_owned()).collect();
        let does = match (self.asked.fix, left) {
            (false, 1) => "breaks it",
            (false, _) => "break it",
            (true, 1) => "fixes it",
            (true, _) => "fix it",
        };
        let hunks = self.hunks().len();
        let within = match (&self.reached.step, &self.commits(&Config::empty())[..]) {
            (None, _) => String::new(),
            (Some(_), [one]) => format!("within {}, ", one.short()),
            (Some(_), several) => format!("within {}, ", plural(several.len() as u64, "commit")),
        };
        format!(
            "{}: {within}{} of {}{}, in {}, {does}; {}, {}",
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
        let mut out = Vec::new();
        if self.reached.misled {
            out.push(
                "products of earlier builds had led astray: everything was asked again in clean directories"
                    .to_owned(),
            );
        }
        if self.reached.step.is_some() {
            out.extend(self.bisection());
            out.extend(self.proved());
        } else {
            out.extend(self.proved());
            out.extend(self.bisection());
        }
        out.into_iter().map(|line| line + "\n").collect()
    }

    /// What the bad and the good version are called.
    fn sides(&self) -> [&'static str; 2] {
        match (&self.reached.step, self.asked.fix) {
            (None, _) => ["the bad version", "the good version"],
            (Some(_), false) => ["that version", "the one before it"],
            (Some(_), true) => ["the one before it", "that version"],
        }
    }

    /// What came out of the versions with and without the cause.
    fn proved(&self) -> Vec<String> {
        let mut out = Vec::new();
        let [bad, good] = self.sides();
        let cause = if self.reached.cause.len() == 1 { "this change" } else { "these changes" };
        if self.reached.holds == Some(true) {
            out.push(match (&self.reached.sides, self.asked.fix) {
                (Some(_), _) => format!("between a passing and a failing version only {cause} differ"),
                (None, false) => format!("{bad} passes without {cause} (tested again in a clean directory)"),
                (None, true) => format!("{bad} passes with {cause} (tested again in a clean directory)"),
            });
        }
        if let Some(found) = &self.reached.introduction {
            let more = found.len() as u64;
            out.push(match (*found == self.reached.cause, self.asked.fix) {
                (true, false) => format!("{good} fails with {cause} alone"),
                (true, true) => format!("{good} fails without {cause}"),
                (false, false) => format!("{good} fails with no less than {}", plural(more, "change")),
                (false, true) => format!("{good} fails again without {} of them", number(more)),
            });
        }
        out
    }

    /// What bisection came to, and what came of that.
    fn bisection(&self) -> Vec<String> {
        let mut out = Vec::new();
        let (Some(bisected), Some(past)) = (&self.reached.bisected, &self.opened.past) else { return out };
        let steps = past.history.mainline().len();
        let needs = usize::BITS - (steps - 1).leading_zeros();
        let word = if self.asked.fix { "good" } else { "bad" };
        match &bisected.first[..] {
            [one] => {
                let one = line(&past.history.commits[*one]);
                out.push(format!("first {word} of {}: {one}", plural(steps as u64, "commit")));
            }
            several => out.push(format!(
                "bisection of {} ends with {} that it cannot tell apart",
                plural(steps as u64, "commit"),
                several.len()
            )),
        }
        if self.reached.step.is_some() {
            out.push(
                "later commits build on what changed there, so the cause was looked for there".to_owned(),
            );
        } else if !self.reached.suspects_hold && bisected.first.len() == 1 {
            out.push("that commit alone does not account for it: all changes were searched".to_owned());
        }
        out.push(format!("git bisect ends there, after about {}", plural(u64::from(needs), "test")));
        out
    }

    /// All of it, for programs.
    pub(super) fn told(&self, end: &'a End) -> Told<'a> {
        let bisection =
            self.reached.bisected.as_ref().zip(self.opened.past.as_ref()).map(|(bisected, past)| {
                let first =
                    bisected.first.iter().map(|&nth| Commit::of(&past.history.commits[nth])).collect();
                Bisection {
                    commits: past.history.mainline().len(),
                    first,
                    holds: self.reached.suspects_hold,
                    within: self.reached.step.is_some(),
                }
            });
        Told {
            end,
            changes: self.searched().units(),
            tests_to_cause: self.reached.tests,
            cause: self.changes(&self.reached.cause),
            introduction: self.reached.introduction.as_ref().map(|found| self.changes(found)),
            commits: self.commits(&self.reached.cause).into_iter().map(Commit::of).collect(),
            bisection,
            confirmed: self.reached.holds == Some(true),
        }
    }

    /// The cause, as `diff -u` puts its changes together.
    fn hunks(&self) -> Vec<Config> {
        self.searched().changes().by_hunk(&self.reached.cause, &functions)
    }

    fn units(&self, of: &Config) -> impl Iterator<Item = Unit<'a>> {
        let changes = self.searched().changes();
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
                .into_iter()
                .map(|commit| commit.short().to_owned())
                .collect(),
        };
        of.units().zip(self.units(of)).map(one).collect()
    }

    fn commits(&self, of: &Config) -> Vec<&'a dwindle_changes::git::Commit> {
        let Some(past) = &self.opened.past else { return Vec::new() };
        let nths: BTreeSet<usize> = match (&self.reached.step, &self.reached.bisected) {
            (Some(_), Some(bisected)) => bisected.first.iter().copied().collect(),
            _ => of.units().flat_map(|unit| past.origins.of(unit).iter().copied()).collect(),
        };
        nths.into_iter().map(|nth| &past.history.commits[nth]).collect()
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
