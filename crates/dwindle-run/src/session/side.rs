//! Results besides the best: the sides of an isolated difference.

use std::path::{Path, PathBuf};

use dwindle::files::{self, Files};
use dwindle_store::rundir::Output;

use super::artifact::Artifact;
use super::homes::folder_of;
use super::{Session, disk, tagged};
use crate::error::RunError;

impl<A: Artifact> Session<A> {
    /// Writes `files` as a folder beside the input, with `tag` in its name; in the best's where that has the tag.
    pub fn write_tree(&mut self, tag: &'static str, files: &Files) -> Result<PathBuf, RunError> {
        let (base, mode, scratch) = (self.base(), self.input.mode, self.scratch.path());
        let Some(store) = &mut self.store else { return Err(nowhere()) };
        let archive = || -> std::io::Result<_> {
            let mut archive = tempfile::NamedTempFile::new_in(scratch)?;
            files::write_archive(files, &mut archive)?;
            Ok(archive)
        };
        let archive = archive().map_err(|error| disk::explain(&error, scratch))?;
        let mut other;
        let folder = match &mut store.result.folder {
            Some(folder) if tag == self.settings.tag => folder,
            _ => {
                other = store.dir.folder(&folder_of(&base, tag), mode)?;
                &mut other
            }
        };
        folder.sync(archive.path(), None)?;
        Ok(folder.path().to_owned())
    }

    /// A result beside the input, with `tag` in its name, or in the working directory where nothing can be written
    /// there: to be written when it is known.
    pub fn side(&self, tag: &str) -> Result<Output, RunError> {
        let store = self.store.as_ref().ok_or_else(nowhere)?;
        Ok(self.near(&store.dir, &self.input.beside(), tag, false)?)
    }

    /// A result at `path`: to be written when it is known.
    pub fn side_at(&self, path: &Path) -> Result<Output, RunError> {
        let store = self.store.as_ref().ok_or_else(nowhere)?;
        Ok(store.dir.result(path, self.input.mode)?)
    }

    /// Writes `bytes` beside the best, with `tag` in its name; in its place where the best has that tag.
    ///
    /// Gives the path. As every result it is whole at every moment, and overwrites only what is ours.
    pub fn write_side(&mut self, tag: &'static str, bytes: &[u8]) -> Result<PathBuf, RunError> {
        let Some(store) = &mut self.store else {
            return Err(nowhere());
        };
        let mut other;
        let output = if tag == self.settings.tag {
            &mut store.result
        } else {
            let path = store.result.path().with_file_name(tagged(&self.input.name, tag));
            other = store.dir.result(&path, self.input.mode)?;
            &mut other
        };
        disk::write(output, bytes)?;
        Ok(output.path().to_owned())
    }
}

pub(super) fn nowhere() -> RunError {
    RunError::internal("there is nothing to write for this run").hint("this is a bug: please report it")
}
