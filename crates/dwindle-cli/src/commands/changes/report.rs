//! What came out: the changes that are left, where they are from, and what they were proved to do.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use dwindle::Config;
use dwindle::space::Space;
use dwindle_changes::git::Commit;
use dwindle_changes::{Kind, Level, Minimality, Unit, Versions};
use dwindle_run::text::{escaped, number, plural, seconds};
use serde::Serialize;

use super::described::{described, line};
use super::functions::functions;
use super::investigate::{Investigation, Reached};
use super::versions::Opened;
use crate::asked;
use crate::ui::Name;

/// The tag of the patch with which the good version fails.
pub(super) const FAILING: &str = "failing";

/// So many hunks of a patch are named at most.
const SHOWN: usize = 12;

/// What is shown and written of how far it came.
pub(super) struct Report<'a> {
    opened: &'a Opened,
    asked: &'a asked::Changes,
    reached: &'a Reached,
    /// The versions by the finest changes, and the cause among these.
    versions: &'a Versions,
    cause: &'a Config,
}

/// What the last record has of it.
#[derive(Debug, Serialize)]
pub(super) struct Told<'a> {
    changes: usize,
    #[serde(flatten)]
    found: Found<'a>,
    introduction: Option<Vec<Change>>,
    /// The level at which none of the changes of the introduction can be left out.
    introduction_minimal_by: Option<&'static str>,
    bisection: Option<Bisection<'a>>,
    /// Whether all that was asked for was found, tested again in empty directories, and came out the same.
    confirmed: bool,
}

/// What has to be taken back: a record of its own as soon as it is known.
#[derive(Debug, Serialize)]
pub(super) struct Found<'a> {
    /// Logical tests until it was found.
    tests_to_cause: u64,
    cause: Vec<Change>,
    /// The level at which none of it can be left out.
    cause_minimal_by: Option<&'static str>,
    commits: Vec<&'a Commit>,
}

#[derive(Debug, Serialize)]
struct Change {
    path: Name,
    kind: Kind,
    old_lines: [u32; 2],
    new_lines: [u32; 2],
    commits: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Bisection<'a> {
    commits: usize,
    first: Vec<&'a Commit>,
    /// Whether the bad version passes without the changes of these commits.
    holds: bool,
    /// Whether all else is about what changed there: later commits build on it.
    within: bool,
}

impl<'a> Report<'a> {
    pub(super) fn new(of: &'a Investigation<'a>) -> Self {
        let Investigation { opened, asked, reached } = of;
        let (versions, cause) = reached.finest(&opened.versions);
        Self { opened, asked, reached, versions, cause }
    }

    /// The versions whose changes the cause is some of: the two that were named, or a step between them.
    fn searched(&self) -> &'a Versions {
        self.reached.searched(&self.opened.versions)
    }

    /// How many changes the cause was looked for among.
    fn among(&self) -> usize {
        self.reached.step.as_ref().unwrap_or(&self.opened.versions).units()
    }

    /// Whether nothing could be ruled out yet.
    pub(super) fn is_all(&self) -> bool {
        self.reached.carried.is_none() && self.reached.cause.len() == self.searched().units()
    }

    /// What is to be taken back, as it was made; with `--fix` what mends.
    pub(super) fn cause_patch(&self) -> Vec<u8> {
        let (versions, full) = (self.versions, self.versions.full());
        let without = full.minus(self.cause);
        let (passing, failing) = self.reached.sides.clone().unwrap_or((without, full));
        // As it was made, from the older to the newer.
        if self.asked.fix { versions.patch(&failing, &passing) } else { versions.patch(&passing, &failing) }
    }

    /// What makes the good version fail, where that is known.
    pub(super) fn failing_patch(&self) -> Option<Vec<u8>> {
        let (found, _) = self.reached.introduction.as_ref()?;
        Some(self.opened.versions.patch(&Config::empty(), found))
    }

    pub(super) fn headline(&self, time: Duration) -> String {
        let (left, all) = (self.reached.cause.len(), self.among());
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
            match self.reached.tests {
                Some(tests) => format!("found in {}", plural(tests, "test")),
                None => "not finished".to_owned(),
            },
            seconds(time),
        )
    }

    /// The changes that are left, the commits they came from, and the patch.
    pub(super) fn answer(&self, patch: &[u8]) -> String {
        self.description() + &String::from_utf8_lossy(patch)
    }

    /// The changes that are left, a line each, and the commits they came from.
    pub(super) fn description(&self) -> String {
        let mut out = String::new();
        for hunk in self.hunks() {
            let units: Vec<Unit<'_>> = self.units(&hunk).collect();
            let lines = hunk.units().map(|unit| self.searched().changes().lines_of(unit).0).sum();
            // Writing to a string does not fail.
            let _ok = writeln!(out, "{}", described(&units, lines));
        }
        for commit in self.commits(&self.reached.cause) {
            let _ok = writeln!(out, "  from {}", line(commit));
        }
        out
    }

    /// Whether a second question is asked once the cause is known.
    pub(super) const fn goes_on(&self) -> bool {
        !self.asked.cause_only && self.reached.sides.is_none()
    }

    /// What is said then.
    pub(super) fn going_on(&self) -> String {
        let again = if self.asked.fix { " again" } else { "" };
        format!(
            "the cause is known after {}; next: which changes make the good version fail{again} \
             (Ctrl-C keeps the cause; --cause-only skips this step)",
            plural(self.reached.tests.unwrap_or_default(), "test")
        )
    }

    /// What was proved of them.
    pub(super) fn words(&self) -> Vec<String> {
        let mut out = Vec::new();
        if self.reached.misled {
            out.push(
                "files left by earlier builds changed the results, so the tests were run again in empty directories"
                    .to_owned(),
            );
        }
        if self.is_elsewhere() {
            out.extend(self.bisection());
            out.extend(self.proved());
        } else {
            out.extend(self.proved());
            out.extend(self.bisection());
        }
        out
    }

    /// What the version is called that passes without the cause.
    const fn bad(&self) -> &'static str {
        match (self.is_elsewhere(), self.asked.fix) {
            (false, _) => "the bad version",
            (true, false) => "that version",
            (true, true) => "the version before it",
        }
    }

    /// Whether the cause is one of another version than the bad one.
    const fn is_elsewhere(&self) -> bool {
        self.reached.step.is_some() && self.reached.carried.is_none()
    }

    /// What came out of the versions with and without the cause.
    fn proved(&self) -> Vec<String> {
        let mut out = Vec::new();
        let bad = self.bad();
        let left = self.reached.cause.len();
        let cause = if left == 1 { "this change" } else { "these changes" };
        if self.reached.is_known() {
            out.push(match (&self.reached.sides, self.asked.fix) {
                (Some(_), _) => format!("a passing and a failing version differ only in {cause}"),
                (None, false) => format!("{bad} passes without {cause} (tested again in an empty directory)"),
                (None, true) => format!("{bad} passes with {cause} (tested again in an empty directory)"),
            });
            out.extend(self.reached.minimality.and_then(|proved| minimal(proved, left)));
        }
        if let Some((found, proved)) = &self.reached.introduction {
            let more = found.len();
            let how = if self.asked.fix { "without" } else { "with" };
            if self.reached.step.is_none() && *found == self.reached.cause {
                let alone = if self.asked.fix { "" } else { " alone" };
                out.push(format!("the good version fails {how} {cause}{alone}"));
            } else {
                let these = plural(more as u64, "change");
                out.push(format!("the good version fails {how} {these} (the {FAILING} patch):"));
                out.extend(self.needed(found));
                out.extend(proved.and_then(|proved| minimal(proved, more)));
            }
        } else if self.reached.is_known() && self.goes_on() {
            out.push("not finished: finding which changes make the good version fail".to_owned());
        }
        out
    }

    /// The changes with which the good version fails, a line for each hunk.
    fn needed(&self, found: &Config) -> Vec<String> {
        let changes = self.opened.versions.changes();
        let hunks = changes.by_hunk(found, &functions);
        let shown = hunks.iter().take(SHOWN).map(|hunk| {
            let units: Vec<Unit<'_>> = hunk.units().map(|unit| changes.unit(unit)).collect();
            let lines = hunk.units().map(|unit| changes.lines_of(unit).0).sum();
            let commits: Vec<&str> = self.commits_of(hunk).into_iter().map(Commit::short).collect();
            let from =
                if commits.is_empty() { String::new() } else { format!(" (from {})", commits.join(", ")) };
            format!("  {}{from}", described(&units, lines))
        });
        let mut out: Vec<String> = shown.collect();
        if hunks.len() > SHOWN {
            out.push(format!("  and {} more", plural((hunks.len() - SHOWN) as u64, "hunk")));
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
                out.push(format!("first {word} commit of {}: {one}", number(steps as u64)));
            }
            several => out.push(format!(
                "bisection of {} stops with {} left: the versions between them could not be tested",
                plural(steps as u64, "commit"),
                several.len()
            )),
        }
        let one = if bisected.first.len() == 1 { "that commit" } else { "these commits" };
        if self.is_elsewhere() {
            let last = bisected.first.last().map_or("", |&nth| past.history.commits[nth].short());
            let applies = if self.asked.fix {
                format!("the version before {last}")
            } else {
                format!("{last} (git apply --reverse)")
            };
            out.push(format!(
                "neither {one} nor the cause found in it can be taken back from the bad version alone: \
                 the patch of the cause applies to {applies}"
            ));
        } else if self.reached.step.is_some() {
            out.push(format!(
                "{one} as a whole cannot be taken back from the bad version, so the cause was searched within"
            ));
        } else if !self.reached.suspects_hold && bisected.first.len() == 1 {
            out.push(
                "that commit alone does not decide the outcome, so all changes were searched".to_owned(),
            );
        }
        out.push(format!("git bisect would stop there after about {}", plural(u64::from(needs), "test")));
        out
    }

    /// All of it, for programs.
    pub(super) fn told(&self) -> Told<'a> {
        let bisection =
            self.reached.bisected.as_ref().zip(self.opened.past.as_ref()).map(|(bisected, past)| Bisection {
                commits: past.history.mainline().len(),
                first: bisected.first.iter().map(|&nth| &past.history.commits[nth]).collect(),
                holds: self.reached.suspects_hold,
                within: self.reached.step.is_some(),
            });
        Told {
            changes: self.among(),
            found: self.found(),
            introduction: self
                .reached
                .introduction
                .as_ref()
                .map(|(found, _)| changes(&self.opened.versions, found, |unit| self.commits_of(unit))),
            introduction_minimal_by: self.reached.introduction.as_ref().and_then(|(_, proved)| by(*proved)),
            bisection,
            confirmed: self.reached.is_known() && (!self.goes_on() || self.reached.introduction.is_some()),
        }
    }

    /// The cause, for programs.
    pub(super) fn found(&self) -> Found<'a> {
        Found {
            tests_to_cause: self.reached.tests.unwrap_or_default(),
            cause: changes(self.searched(), &self.reached.cause, |unit| self.commits(unit)),
            cause_minimal_by: by(self.reached.minimality),
            commits: self.commits(&self.reached.cause),
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

    /// The commits that changes of the cause came from.
    fn commits(&self, of: &Config) -> Vec<&'a Commit> {
        match (&self.reached.step, &self.reached.bisected, &self.opened.past) {
            (Some(_), Some(bisected), Some(past)) => {
                bisected.first.iter().map(|&nth| &past.history.commits[nth]).collect()
            }
            _ => self.commits_of(of),
        }
    }

    /// The commits that changes between the good and the bad version came from.
    fn commits_of(&self, of: &Config) -> Vec<&'a Commit> {
        let Some(past) = &self.opened.past else { return Vec::new() };
        let nths: BTreeSet<usize> =
            of.units().flat_map(|unit| past.origins.of(unit).iter().copied()).collect();
        nths.into_iter().map(|nth| &past.history.commits[nth]).collect()
    }
}

/// Each of these changes, for programs.
fn changes<'a>(
    versions: &Versions,
    of: &Config,
    commits: impl Fn(&Config) -> Vec<&'a Commit>,
) -> Vec<Change> {
    let one = |number: u32| {
        let unit = versions.changes().unit(number);
        let commits = commits(&Config::of_units([number]));
        Change {
            path: Name::of(unit.path()),
            kind: unit.kind,
            old_lines: [unit.old_lines.start, unit.old_lines.end],
            new_lines: [unit.new_lines.start, unit.new_lines.end],
            commits: commits.into_iter().map(|commit| commit.short().to_owned()).collect(),
        }
    };
    of.units().map(one).collect()
}

/// What is said of `changes` none of which can be left out, at the level at which that was tested.
fn minimal(proved: Minimality, changes: usize) -> Option<String> {
    let Minimality { level, groups } = proved;
    let each = match groups {
        1 => format!("it is one {level}"),
        _ => format!("none of the {groups} {}", plural_of(level)),
    };
    match (level, groups) {
        (Level::Edit | Level::Line, 1) => None,
        (Level::Edit, _) => Some("1-minimal: none of these changes can be left out".to_owned()),
        (Level::Line, _) => Some(format!("1-minimal by line: {each} can be left out")),
        _ if groups == changes => {
            Some(format!("1-minimal by {level}: none of these changes can be left out"))
        }
        (_, 1) => Some(format!(
            "1-minimal by {level}: {each}; its {changes} changes were not tested one by one (--by {level},edit does)"
        )),
        _ => Some(format!(
            "1-minimal by {level}: {each} can be left out; their {changes} changes were not tested one by one (--by {level},edit does)"
        )),
    }
}

fn plural_of(level: Level) -> &'static str {
    match level {
        Level::Commit => "commits",
        Level::Directory => "directories",
        Level::File => "files",
        Level::Function => "functions",
        Level::Hunk => "hunks",
        Level::Edit => "changes",
        Level::Line => "lines",
    }
}

fn by(proved: Option<Minimality>) -> Option<&'static str> {
    proved.map(|proved| proved.level.name())
}
