//! Candidates as values: what a space makes of a configuration, for an executor to lay and judge.
//!
//! Making one copies no contents: a candidate borrows the pieces that it keeps from its space. What a test sees is in
//! the value, so an executor needs no space, and a candidate can be laid anywhere: in a file, in memory, on another
//! machine.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::files::{Changes, Files};
use crate::{Config, Text};

/// What a space makes of one configuration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Candidate<'a> {
    /// What is kept of units that the executor knows, such as the elements of a list.
    Units(Cow<'a, Config>),
    /// A text: the concatenation of these pieces.
    Text(Pieces<'a>),
    /// A directory tree.
    Files(Box<FilesCandidate<'a>>),
    /// The arguments of a command.
    Args(Vec<OsString>),
    /// The complete environment of a command, names with values.
    Env(Vec<(OsString, OsString)>),
}

/// Stretches of bytes, one after the other.
pub type Pieces<'a> = Vec<Cow<'a, [u8]>>;

/// A directory tree as a candidate: a tree that many candidates share, and what is otherwise in this one.
#[derive(Clone, Debug)]
pub struct FilesCandidate<'a> {
    /// The tree that candidates are edits of.
    pub base: &'a Arc<Files>,
    /// What differs from it.
    pub changes: Cow<'a, Changes>,
    /// The contents of one file, which is in the tree with `changes`: they are this candidate's only, and so never
    /// compared with those of the one before.
    pub contents: Option<(&'a Path, Pieces<'a>)>,
    /// What becomes of what earlier tests left beside the tree.
    pub leftovers: Leftovers,
}

/// What becomes of files that belong to no candidate, such as a test's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftovers {
    /// They go before the next candidate is laid.
    Go,
    /// They stay: products of a build that the next build can use.
    Stay,
}

impl Candidate<'_> {
    /// What kind it is, for messages.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Units(_) => "units of a list",
            Self::Text(_) => "a text",
            Self::Files(_) => "a directory tree",
            Self::Args(_) => "arguments",
            Self::Env(_) => "an environment",
        }
    }

    /// The bytes of a text, copied only where they are in several pieces; none of anything else.
    pub fn text(&self) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Text(pieces) => Some(joined(pieces)),
            _ => None,
        }
    }

    /// The directory tree as a value; none of anything else.
    ///
    /// Costs one step for each of its entries.
    pub fn files(&self) -> Option<Files> {
        match self {
            Self::Files(files) => Some(files.to_files()),
            _ => None,
        }
    }

    /// Writes a text as it is, of units their numbers, one a line, and of arguments each with a zero byte behind it,
    /// as `xargs -0` reads them.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::Unsupported`] for what has no such form.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Units(config) => config.units().try_for_each(|unit| writeln!(out, "{unit}")),
            Self::Text(pieces) => pieces.iter().try_for_each(|piece| out.write_all(piece)),
            Self::Args(words) => words.iter().try_for_each(|word| {
                out.write_all(word.as_encoded_bytes())?;
                out.write_all(&[0])
            }),
            Self::Files(_) | Self::Env(_) => Err(self.unsupported("a file")),
        }
    }

    /// The error of an executor that cannot take such a candidate; `wanted` says what it takes.
    pub fn unsupported(&self, wanted: &str) -> io::Error {
        let why = format!("the candidate is {}, and {wanted} was expected", self.kind());
        io::Error::new(io::ErrorKind::Unsupported, why)
    }
}

impl<'a> FilesCandidate<'a> {
    /// The tree `base` with these changes.
    pub const fn new(base: &'a Arc<Files>, changes: Cow<'a, Changes>, leftovers: Leftovers) -> Self {
        Self { base, changes, contents: None, leftovers }
    }

    /// The tree as a value.
    pub fn to_files(&self) -> Files {
        let mut files = self.base.with(&self.changes);
        if let Some((path, pieces)) = &self.contents {
            // Pieces of a text that was not too large either.
            files.set_contents(path, Text::new(joined(pieces).into_owned()).unwrap_or_default());
        }
        files
    }
}

/// The pieces as one.
fn joined<'a>(pieces: &'a [Cow<'_, [u8]>]) -> Cow<'a, [u8]> {
    match pieces {
        [] => Cow::Borrowed(&[]),
        [one] => Cow::Borrowed(one),
        several => Cow::Owned(several.concat()),
    }
}
