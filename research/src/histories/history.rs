//! A repository whose commits are releases, and plain bisection in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use xtask::program::{command, count, now, succeed, write};

use super::release::Judge;

/// A repository in a folder.
pub(super) struct History {
    dir: PathBuf,
}

/// Where `git bisect run` stopped.
pub(super) struct Bisected {
    pub(super) release: String,
    pub(super) tests: u64,
    pub(super) time: Duration,
}

impl History {
    /// Makes one commit a release, in order, each with its version as message and tag.
    pub(super) fn make(dir: &Path, releases: impl Iterator<Item = (&'static str, PathBuf)>) -> Result<Self> {
        fs::create_dir_all(dir)?;
        let history = Self { dir: dir.to_owned() };
        history.git(["init", "--quiet", "--initial-branch=main"])?;
        for (nth, (version, unpacked)) in releases.enumerate() {
            // The release itself is the working tree, so that nothing is left of the one before.
            succeed(history.command(["add", "--all", "--force"]).env("GIT_WORK_TREE", &unpacked))?;
            let date = format!("{} +0000", 946_684_800 + nth * 86_400);
            let mut commit = history.command(["commit", "--quiet", "--allow-empty", "--message", version]);
            succeed(commit.env("GIT_AUTHOR_DATE", &date).env("GIT_COMMITTER_DATE", &date))?;
            history.git(["tag", version])?;
        }
        history.git(["reset", "--quiet", "--hard"])?;
        Ok(history)
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Runs `git bisect run`, and counts how often it runs the test.
    pub(super) fn bisect(&self, good: &str, bad: &str, judge: &Judge) -> Result<Bisected> {
        let counted = self.dir.join(".git/tests-of-bisection");
        write(&counted, b"")?;
        let begin = now();
        self.git(["bisect", "start", bad, good])?;
        let mut run = self.command(["bisect", "run", "sh", "-c", r#"printf x >>"$0"; exec "$@""#]);
        succeed(judge.equip(run.arg(&counted).args(judge.words())))?;
        let time = begin.elapsed();
        let release = self.git(["log", "-1", "--format=%s", "refs/bisect/bad"])?.trim().to_owned();
        self.git(["bisect", "reset", "--quiet"]).or_else(|_| self.git(["bisect", "reset"]))?;
        Ok(Bisected { release, tests: count(&counted)?, time })
    }

    fn git<const N: usize>(&self, words: [&str; N]) -> Result<String> {
        succeed(&mut self.command(words))
    }

    /// git in this repository, the same for whoever runs it.
    fn command<const N: usize>(&self, words: [&str; N]) -> Command {
        let mut git = command("git");
        git.args(words).current_dir(&self.dir).env("GIT_DIR", self.dir.join(".git"));
        git.env("GIT_WORK_TREE", &self.dir)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        for role in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{role}_NAME"), "nobody")
                .env(format!("GIT_{role}_EMAIL"), "nobody@example.org");
        }
        git
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERSIONS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

    #[test]
    fn git_bisect_ends_with_the_first_release_that_fails_and_its_tests_are_counted() {
        if !command("python3").arg("--version").output().is_ok_and(|ran| ran.status.success()) {
            eprintln!("skipped git bisect: there is no python3");
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        let at = |path: &str| dir.path().join(path);
        let releases = VERSIONS.map(|version| {
            let release = at(version);
            fs::create_dir(&release).unwrap();
            // What only one release has is not left behind in the next.
            write(&release.join(format!("only-{version}")), b"").unwrap();
            write(&release.join(".gitignore"), b"*").unwrap();
            write(&release.join("version"), version.as_bytes()).unwrap();
            (version, release)
        });
        let history = History::make(&at("history"), releases.into_iter()).unwrap();
        let files = history.git(["ls-tree", "--name-only", "5"]).unwrap();
        assert_eq!(files, ".gitignore\nonly-5\nversion\n");
        write(&at("test.py"), b"import sys\nsys.exit(int(open('version').read()) >= 5)\n").unwrap();
        let judge = Judge::new("python3", &at("test.py"), std::iter::empty()).unwrap();
        let bisected = history.bisect("1", "6", &judge).unwrap();
        assert_eq!(bisected.release, "5");
        assert!((2..=3).contains(&bisected.tests), "{}", bisected.tests);
        assert_eq!(history.git(["tag"]).unwrap().lines().collect::<Vec<_>>(), VERSIONS);
    }
}
