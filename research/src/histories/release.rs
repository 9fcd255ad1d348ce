//! One release: what the test says of it, what changed in it, and what becomes of it without a cause.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use dwindle::space::Space;
use dwindle_changes::{Changes, trees};

use xtask::program::{command, succeed};

/// What the test says of a version, as `git bisect run` understands it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judged {
    Good,
    Bad,
    Unknown,
}

/// A package's test.
pub(super) struct Judge {
    python: OsString,
    script: PathBuf,
    /// Where Python looks for what the package needs.
    path: OsString,
}

impl Judge {
    /// `python` is a name to be looked up, or a path.
    pub(super) fn new(python: &str, script: &Path, needs: impl Iterator<Item = PathBuf>) -> Result<Self> {
        let python = if python.contains('/') { std::path::absolute(python)?.into() } else { python.into() };
        let script = script.canonicalize().with_context(|| script.display().to_string())?;
        Ok(Self { python, script, path: std::env::join_paths(needs)? })
    }

    /// The words that run the test: without the modules that happen to be installed on this machine.
    pub(super) fn words(&self) -> [&std::ffi::OsStr; 3] {
        [&self.python, "-S".as_ref(), self.script.as_os_str()]
    }

    /// What the test finds in its environment, whoever runs it.
    pub(super) fn equip<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("PYTHONPATH", &self.path).env("PYTHONDONTWRITEBYTECODE", "1")
    }

    pub(super) fn judge(&self, dir: &Path) -> Result<Judged> {
        let [python, words @ ..] = self.words();
        let mut test = command(python);
        let ran = self
            .equip(test.args(words).current_dir(dir))
            .output()
            .with_context(|| format!("running {}", python.display()))?;
        match ran.status.code() {
            Some(0) => Ok(Judged::Good),
            Some(125) => Ok(Judged::Unknown),
            Some(1..=124) => Ok(Judged::Bad),
            code => bail!("the test ended with {code:?}:\n{}", String::from_utf8_lossy(&ran.stderr)),
        }
    }
}

/// How many changes there are between two unpacked releases.
pub(super) fn changes(old: &Path, new: &Path) -> Result<usize> {
    Ok(Changes::between(&trees::read(old)?, &trees::read(new)?)?.units())
}

/// How large a patch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// As `diff -u` has them.
    pub(super) hunks: usize,
    /// Taken away and added.
    pub(super) lines: usize,
}

/// How large a patch in a file is.
pub(super) fn extent(patch: &Path) -> Result<Extent> {
    let counted = succeed(command("git").args(["apply", "--numstat"]).arg(patch))?;
    // Of files that are no text there is a dash instead.
    let numbers = counted.lines().flat_map(|line| line.split('\t').take(2));
    let lines = numbers.filter_map(|word| word.parse::<usize>().ok()).sum();
    let patch = fs::read(patch)?;
    // A line of a file's has a blank, a plus or a minus before it.
    let hunks = patch.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"@@ ")).count();
    Ok(Extent { hunks, lines })
}

/// Applies a patch in reverse to what lies in a folder.
pub(super) fn take_back(patch: &Path, dir: &Path) -> Result<()> {
    let above = dir.parent().context("a folder in another one")?;
    let mut git = command("git");
    git.args(["apply", "--reverse"]).arg(patch).current_dir(dir);
    // Not within a repository around it, whose paths a patch would be taken to have.
    succeed(git.env("GIT_CEILING_DIRECTORIES", above)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::program::write;

    #[test]
    fn what_is_taken_back_is_taken_back_here_and_not_in_a_repository_around() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path().canonicalize().unwrap();
        assert!(command("git").args(["init", "--quiet"]).current_dir(&dir).status().unwrap().success());
        let [old, new] = ["old", "new"].map(|name| dir.join(name));
        for (at, text) in [(&old, "1\n"), (&new, "2\n")] {
            fs::create_dir(at).unwrap();
            write(&at.join("a"), text.as_bytes()).unwrap();
        }
        assert_eq!(changes(&old, &new).unwrap(), 1);
        let patch = dir.join("patch");
        write(&patch, b"--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n").unwrap();
        assert_eq!(extent(&patch).unwrap(), Extent { hunks: 1, lines: 2 });
        take_back(&patch, &new).unwrap();
        assert_eq!(changes(&old, &new).unwrap(), 0);
        assert!(take_back(&patch, &new).is_err());
    }
}
