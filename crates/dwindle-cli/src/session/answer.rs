//! Answers that are no part of the input: a command that was found, written to a file.

use std::path::Path;

use dwindle_store::rundir::Output;

use super::side::nowhere;
use super::{Session, disk};
use crate::error::CliError;
use crate::session::artifact::Artifact;

impl<A: Artifact> Session<A> {
    /// Makes sure that an answer can be written at `path`. As every result it replaces only what is ours.
    ///
    /// # Errors
    /// When something else stands there, or nothing can be written.
    pub(crate) fn answer_at(&self, path: &Path) -> Result<Output, CliError> {
        let Some(shelf) = &self.shelf else { return Err(nowhere()) };
        shelf.dir.result(path, None).map_err(|error| disk::disk(&error))
    }
}
