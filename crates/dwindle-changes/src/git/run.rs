//! The only place here that starts a process: git, to read.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use super::error::GitError;

/// Git at a directory.
#[derive(Clone, Debug)]
pub(super) struct Git {
    dir: PathBuf,
    variables: Vec<(&'static str, PathBuf)>,
}

impl Git {
    pub(super) const fn new(dir: PathBuf) -> Self {
        Self { dir, variables: Vec::new() }
    }

    /// The same with more environment variables.
    pub(super) fn with(&self, variables: impl IntoIterator<Item = (&'static str, PathBuf)>) -> Self {
        let mut more = self.clone();
        more.variables.extend(variables);
        more
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// What git writes when it is asked this.
    pub(super) fn output(&self, words: &[&str]) -> Result<Vec<u8>, GitError> {
        finished(words, self.command(words).stdin(Stdio::null()).output().map_err(GitError::NoGit)?)
    }

    /// What git writes when it is asked this and given `input`, which it reads from a file and so never waits for us.
    pub(super) fn output_for(&self, words: &[&str], input: &[u8]) -> Result<Vec<u8>, GitError> {
        use std::io::{Seek, Write};
        let mut file = tempfile::tempfile()?;
        file.write_all(input)?;
        file.rewind()?;
        finished(words, self.command(words).stdin(file).output().map_err(GitError::NoGit)?)
    }

    /// The one line that git writes.
    pub(super) fn line(&self, words: &[&str]) -> Result<String, GitError> {
        let bytes = self.output(words)?;
        let line = String::from_utf8_lossy(&bytes);
        Ok(line.trim_end_matches('\n').to_owned())
    }

    /// The path that git writes.
    pub(super) fn path(&self, words: &[&str]) -> Result<PathBuf, GitError> {
        let bytes = self.output(words)?;
        Ok(path_of(bytes.strip_suffix(b"\n").unwrap_or(&bytes)))
    }

    /// Starts git with both ends in our hands.
    pub(super) fn talk(&self, words: &[&str]) -> Result<Child, GitError> {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().map_err(GitError::NoGit)
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "git is no test: it runs before and beside them, in this one room"
    )]
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.dir).args(["--no-pager", "--literal-pathspecs"]).args(words);
        // No lock on the index to refresh it, no question that nobody sees, messages that we know.
        for (name, value) in [("GIT_OPTIONAL_LOCKS", "0"), ("GIT_TERMINAL_PROMPT", "0"), ("LC_ALL", "C")] {
            command.env(name, value);
        }
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        command
    }
}

fn finished(words: &[&str], output: Output) -> Result<Vec<u8>, GitError> {
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(GitError::Failed { command: words.join(" "), said })
}

/// The error of a stream that ended although more was to come.
pub(super) fn ended_early() -> GitError {
    GitError::Io(io::Error::new(io::ErrorKind::UnexpectedEof, "git ended early"))
}

/// A path as git wrote it.
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}
