//! Results besides the best: the sides of an isolated difference.

use std::path::PathBuf;
use std::time::Duration;

use dwindle::files::Files;

use super::artifact::Artifact;
use super::{Session, disk, tagged};
use crate::error::CliError;
use crate::exit::Exit;

impl<A: Artifact> Session<A> {
    /// Writes `files` as a folder beside the input, with `tag` in its name; in the best's where that has the tag.
    ///
    /// # Errors
    /// As [`write_side`](Self::write_side).
    pub(crate) fn write_tree(&mut self, tag: &'static str, files: &Files) -> Result<PathBuf, CliError> {
        let (beside, mode) = (self.input.beside(), self.input.mode);
        let Some(shelf) = &mut self.shelf else { return Err(nowhere()) };
        let archive = || -> std::io::Result<_> {
            let mut archive = tempfile::NamedTempFile::new()?;
            files.write_archive(&mut archive)?;
            Ok(archive)
        };
        let archive = archive().map_err(|error| disk::explain(&error, &std::env::temp_dir()))?;
        let mut other;
        let folder = match &mut shelf.folder {
            Some(folder) if tag == self.settings.tag => folder,
            _ => {
                let mut name = beside.file_name().unwrap_or_default().to_owned();
                name.push(format!(".{tag}"));
                other = shelf
                    .dir
                    .folder(&beside.with_file_name(name), mode)
                    .map_err(|error| disk::disk(&error))?;
                &mut other
            }
        };
        let written =
            folder.written(Duration::ZERO, archive.path()).and_then(|()| folder.sync(archive.path()));
        written.map_err(|error| disk::disk(&error))?;
        Ok(folder.path().to_owned())
    }

    /// Writes `bytes` beside the best, with `tag` in its name; in its place where the best has that tag.
    ///
    /// Gives the path. As every result it is whole at every moment, and overwrites only what is ours.
    ///
    /// # Errors
    /// When it cannot be written, or something else stands there.
    pub(crate) fn write_side(&mut self, tag: &'static str, bytes: &[u8]) -> Result<PathBuf, CliError> {
        let Some(shelf) = &mut self.shelf else {
            return Err(nowhere());
        };
        let mut other;
        let output = if tag == self.settings.tag {
            &mut shelf.result
        } else {
            let path = shelf.result.path().with_file_name(tagged(&self.input.name, tag));
            other = shelf.dir.result(&path, self.input.mode).map_err(|error| disk::disk(&error))?;
            &mut other
        };
        let written = output.write(Duration::ZERO, |to| to.write_all(bytes)).and_then(|()| output.sync());
        written.map_err(|error| disk::disk(&error))?;
        Ok(output.path().to_owned())
    }
}

fn nowhere() -> CliError {
    CliError::new(Exit::Internal, "a run that writes nothing has no side to write")
        .hint("this is a bug: please report it")
}
