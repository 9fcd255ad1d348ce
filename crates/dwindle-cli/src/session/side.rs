//! Results besides the best: the sides of an isolated difference.

use std::path::PathBuf;
use std::time::Duration;

use super::artifact::Artifact;
use super::{Session, disk, tagged};
use crate::error::CliError;
use crate::exit::Exit;

impl<A: Artifact> Session<A> {
    /// Writes `bytes` beside the best, with `tag` in its name; in its place where the best has that tag.
    ///
    /// Gives the path. As every result it is whole at every moment, and overwrites only what is ours.
    ///
    /// # Errors
    /// When it cannot be written, or something else stands there.
    pub(crate) fn write_side(&mut self, tag: &'static str, bytes: &[u8]) -> Result<PathBuf, CliError> {
        let Some(shelf) = &mut self.shelf else {
            return Err(CliError::new(Exit::Internal, "a run that writes nothing has no side to write")
                .hint("this is a bug: please report it"));
        };
        let mut other;
        let output = if tag == self.settings.tag {
            &mut shelf.result
        } else {
            let path = shelf.result.path().with_file_name(tagged(&self.input.name, tag));
            other = shelf.dir.result(&path, self.input.mode).map_err(|error| disk(&error))?;
            &mut other
        };
        let written = output.write(Duration::ZERO, |to| to.write_all(bytes)).and_then(|()| output.sync());
        written.map_err(|error| disk(&error))?;
        Ok(output.path().to_owned())
    }
}
