//! A test that is watched: each file that it accepts leaves a line with the time, the tests until then and the size, and
//! the smallest of them is kept. So a tool that was stopped before it wrote its result still has one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::Serialize;
use xtask::program::{command, quoted, write};

use crate::case::{Case, Size};

/// The files of a watched test, in one directory.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    dir: PathBuf,
}

/// A file that the test accepted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Accepted {
    pub(super) seconds: f64,
    /// How many tests had been started.
    pub(super) tests: u64,
    pub(super) tokens: u64,
    pub(super) bytes: u64,
}

impl Watched {
    /// Watches the test of a case from now on, with files in `dir`.
    pub(super) fn new(dir: PathBuf, case: &Case) -> Result<Self> {
        let watched = Self { dir };
        fs::create_dir(&watched.dir)?;
        let name = case.file.file_name().context("a case is a file")?;
        std::os::unix::fs::symlink(&case.test, watched.real_test())?;
        std::os::unix::fs::symlink(name, watched.dir.join("name"))?;
        for file in [watched.log(), watched.count()] {
            File::create(file)?;
        }
        let own = quoted(&std::env::current_exe()?)?;
        let script = format!("#!/bin/sh\nexec {own} watched {} \"$@\"\n", quoted(&watched.dir)?);
        write(&watched.test(), script.as_bytes())?;
        fs::set_permissions(watched.test(), fs::Permissions::from_mode(0o755))?;
        write(&watched.begin(), since_epoch().as_nanos().to_string().as_bytes())?;
        Ok(watched)
    }

    /// The test that tools are given.
    pub(super) fn test(&self) -> PathBuf {
        self.dir.join("test.sh")
    }

    /// How many tests were started.
    pub(super) fn tests(&self) -> Result<u64> {
        xtask::program::count(&self.count())
    }

    /// What was accepted, as it came.
    pub(super) fn accepted(&self) -> Result<Vec<Accepted>> {
        read(&fs::read_to_string(self.log())?)
    }

    /// The smallest file that was accepted, in bytes.
    pub(super) fn smallest(&self) -> PathBuf {
        self.dir.join("smallest")
    }

    fn real_test(&self) -> PathBuf {
        self.dir.join("real-test")
    }

    fn log(&self) -> PathBuf {
        self.dir.join("log")
    }

    fn count(&self) -> PathBuf {
        self.dir.join("count")
    }

    fn begin(&self) -> PathBuf {
        self.dir.join("begin")
    }

    /// Runs the real test on what these arguments name, and keeps what it accepted; gives its exit code.
    fn judge(&self, args: &[OsString]) -> Result<u8> {
        let status =
            command(fs::read_link(self.real_test())?).args(args).env("COUNT_FILE", self.count()).status()?;
        if status.success() {
            let named = args.first().map(PathBuf::from);
            let candidate = named.map_or_else(|| fs::read_link(self.dir.join("name")), Ok)?;
            self.keep(&fs::read(candidate)?)?;
        }
        let code = status.code().or(status.signal().map(|signal| 128 + signal));
        Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX))
    }

    /// Tests that end at the same time take turns.
    fn keep(&self, candidate: &[u8]) -> Result<()> {
        let mut log = OpenOptions::new().append(true).open(self.log())?;
        log.lock()?;
        let begin = Duration::from_nanos(fs::read_to_string(self.begin())?.parse()?);
        let seconds = since_epoch().saturating_sub(begin).as_secs_f64();
        let size = Size::of(candidate);
        if fs::metadata(self.smallest()).map_or(true, |kept| size.bytes < kept.len()) {
            let draft = self.dir.join("draft");
            write(&draft, candidate)?;
            fs::rename(draft, self.smallest())?;
        }
        writeln!(log, "{seconds:.3} {} {} {}", self.tests()?, size.tokens, size.bytes)?;
        Ok(())
    }
}

/// What a watched test runs: the real one, with what it accepts noted in `dir`.
pub(crate) fn judge(dir: PathBuf, args: &[OsString]) -> Result<u8> {
    Watched { dir }.judge(args)
}

fn read(log: &str) -> Result<Vec<Accepted>> {
    let mut accepted = Vec::new();
    for line in log.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let [seconds, tests, tokens, bytes] = fields[..] else { continue };
        accepted.push(Accepted {
            seconds: seconds.parse()?,
            tests: tests.parse()?,
            tokens: tokens.parse()?,
            bytes: bytes.parse()?,
        });
    }
    Ok(accepted)
}

#[expect(clippy::disallowed_methods, reason = "the time is measured across processes")]
fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let accepted = read("0.012 1 30 100\n1.500 12 3 9\n2.0 1").unwrap();
        assert_eq!(accepted.len(), 2);
        assert_eq!(accepted[1], Accepted { seconds: 1.5, tests: 12, tokens: 3, bytes: 9 });
    }

    #[test]
    fn the_smallest_accepted_file_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let (file, test) = (dir.path().join("in.txt"), dir.path().join("test.sh"));
        write(&test, b"#!/bin/sh\nprintf x >>\"$COUNT_FILE\"\ngrep -q a \"$1\"\n").unwrap();
        fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).unwrap();
        let case = Case { name: "tiny".into(), format: "text".into(), file: file.clone(), test };
        let watched = Watched::new(dir.path().join("watched"), &case).unwrap();
        for (text, code) in [("a b", 0), ("a", 0), ("b", 1), ("ab a", 0)] {
            write(&file, text.as_bytes()).unwrap();
            assert_eq!(watched.judge(&[file.clone().into()]).unwrap(), code);
        }
        assert_eq!(fs::read(watched.smallest()).unwrap(), b"a");
        let tests: Vec<u64> = watched.accepted().unwrap().iter().map(|accepted| accepted.tests).collect();
        assert_eq!(tests, [1, 2, 4]);
    }
}
