//! What can go wrong with a repository.

use std::io;
use std::path::PathBuf;

use dwindle::TooLarge;

/// Why a repository gives no answer. Each message fits "failed to ..." and says what to look at.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GitError {
    /// The program cannot be started.
    #[error("start git: {0}; is it installed?")]
    NoGit(io::Error),
    /// The directory is in no repository.
    #[error("find a git repository at {dir:?} or above it")]
    NotARepository {
        /// Where it was looked for.
        dir: PathBuf,
    },
    /// A revision that git does not know, or that is no commit.
    #[error("find the revision `{revision}`: the repository has no such commit{}", saying(.said))]
    UnknownRevision {
        /// As it was given.
        revision: String,
        /// What git said, if anything.
        said: String,
    },
    /// Git ended with an error.
    #[error("ask git: `git {command}` failed{}", saying(.said))]
    Failed {
        /// What it was asked.
        command: String,
        /// What it said on standard error.
        said: String,
    },
    /// An object that the repository should have is missing, as in a shallow clone.
    #[error("read the object {name}: the repository does not have it (a shallow or damaged clone?)")]
    Missing {
        /// Its name.
        name: String,
    },
    /// Git wrote something unexpected.
    #[error("parse the output of `git {command}`: {what}")]
    Odd {
        /// What it was asked.
        command: String,
        /// What is unexpected.
        what: String,
    },
    /// A file of 4 GiB or more.
    #[error("read the object {blob}: {source}")]
    TooLarge {
        /// Its name.
        blob: String,
        /// How large.
        source: TooLarge,
    },
    /// Reading from git, or a file of our own beside it.
    #[error("work with git: {0}")]
    Io(#[from] io::Error),
}

impl GitError {
    /// What git wrote when it was asked `words` is not what it should.
    pub(super) fn odd(words: &[&str], what: &[u8]) -> Self {
        Self::Odd { command: words.join(" "), what: String::from_utf8_lossy(what).into_owned() }
    }
}

fn saying(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(" ({said})") }
}
