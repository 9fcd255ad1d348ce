//! One regression, measured: side by side, in the history, and in the release that `git bisect` ends with.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::found::{Between, Dwindle, Found};
use super::history::History;
use super::package::Package;
use super::release::{self, Judge, Judged};
use super::sdists::Sdists;
use super::table::Row;

/// A package's releases, unpacked in a folder.
pub(super) struct Regression<'a> {
    package: &'static Package,
    dir: PathBuf,
    sdists: &'a Sdists,
    judge: Judge,
    /// The first release that passes here.
    first: &'static str,
}

impl<'a> Regression<'a> {
    /// Unpacks all releases of a package, and what its test needs, into a folder that is made anew; `python` runs
    /// the test.
    ///
    /// # Errors
    /// When an archive is not to be had, or the releases do not pass and fail as they should.
    pub(super) fn lay(
        package: &'static Package,
        dir: &Path,
        sdists: &'a Sdists,
        python: &str,
    ) -> Result<Self> {
        sdists.fetch(package.files())?;
        if dir.exists() {
            fs::remove_dir_all(dir)?;
        }
        for (name, version) in package.files() {
            sdists.unpack(name, version, &dir.join(format!("{name}-{version}")))?;
        }
        let needs =
            package.needs.iter().map(|(name, version)| dir.join(format!("{name}-{version}")).join("src"));
        let judge = Judge::new(python, &package.test(), needs)?;
        let mut laid = Self { package, dir: dir.to_owned(), sdists, judge, first: package.good };
        for (version, wanted) in [(package.good, Judged::Good), (package.bad, Judged::Bad)] {
            let judged = laid.judge.judge(&laid.of(version))?;
            ensure!(judged == wanted, "{version} is {judged:?} under {python}, which should be {wanted:?}");
        }
        for version in package.releases {
            if laid.judge.judge(&laid.of(version))? == Judged::Good {
                laid.first = version;
                break;
            }
        }
        Ok(laid)
    }

    /// All rows; the last only where the release that `git bisect` ends with is not what the first row is about.
    pub(super) fn measure(&self, dwindle: &Dwindle) -> Result<Vec<Row>> {
        let Package { name, releases, good, bad, .. } = *self.package;
        let side_by_side = self.side_by_side(good, bad, "side by side", dwindle)?;

        let all = releases.iter().map(|version| (*version, self.of(version)));
        let history = History::make(&self.dir.join("history"), all)?;
        let commits = releases.len() - self.package.position(self.first)? - 1;
        let title = format!("{name} {} … {bad}, {commits} commits", self.first);
        let bisected = history.bisect(self.first, bad, &self.judge)?;
        let stopped = self.package.position(&bisected.release)?;
        let before = *releases[..stopped].last().context("git bisect ends with the first release")?;
        let changes = release::changes(&self.of(before), &self.of(&bisected.release))?;
        let by_git = Row::of_bisection(&title, &bisected, changes);

        let between = Between::Revisions(self.first.to_owned(), bad.to_owned());
        let found = dwindle.find(&between, &self.judge, history.dir())?;
        let mut rows = vec![side_by_side, by_git, self.row(&title, "`dwindle changes` there", bad, &found)?];
        if (before, releases[stopped]) != (good, bad) {
            rows.push(self.side_by_side(before, releases[stopped], "what git bisect ends with", dwindle)?);
        }
        Ok(rows)
    }

    fn side_by_side(&self, good: &str, bad: &str, how: &'static str, dwindle: &Dwindle) -> Result<Row> {
        let between = Between::Folders(self.of(good), self.of(bad));
        let found = dwindle.find(&between, &self.judge, &self.dir)?;
        self.row(&format!("{} {good}, {bad}", self.package.name), how, bad, &found)
    }

    /// What was found, tested once more: without the cause, a fresh copy of the bad release has to pass.
    fn row(&self, title: &str, how: &'static str, bad: &str, found: &Found) -> Result<Row> {
        let copy = self.dir.join("without-the-cause");
        self.sdists.unpack(self.package.name, bad, &copy)?;
        release::take_back(&found.cause_patch, &copy)?;
        let mends = self.judge.judge(&copy)? == Judged::Good;
        fs::remove_dir_all(&copy)?;
        Ok(Row::of(title, how, found, release::extent(&found.cause_patch)?, mends))
    }

    /// Where a release is unpacked.
    fn of(&self, version: &str) -> PathBuf {
        self.dir.join(format!("{}-{version}", self.package.name))
    }
}
