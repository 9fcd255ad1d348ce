//! Results of several causes: a file for each, beside each other.
//!
//! With `reduce --all`, `Event::CauseBegan` makes the next file the result of the run, so each cause is on disk
//! while it is searched for. A resumed run goes through all searches again, answered from the journal, and replaces
//! a file only by a smaller result.

use std::path::{Path, PathBuf};
use std::{fs, io};

use dwindle_store::rundir::{Output, RunDir};

use super::artifact::Artifact;
use super::store::{RunStore, Several};
use super::{Session, disk, tagged};
use crate::error::RunError;
use crate::settings;

impl<A: Artifact> Session<A> {
    /// The file of the first cause, and what there is to know of the others; none where one cause is looked for.
    pub(super) fn several(
        &self,
        dir: &RunDir,
        is_resumed: bool,
    ) -> Result<Option<(Output, Several)>, RunError> {
        if self.settings.all.is_none() {
            return Ok(None);
        }
        let (name, mode) = (self.input.name.clone(), self.input.mode);
        let result = match &self.settings.output {
            settings::Output::File(folder) => {
                fs::create_dir_all(folder).map_err(|error| {
                    RunError::usage(format!("-o {}: {error}", folder.display()))
                        .hint("name a directory that can be written")
                })?;
                dir.result(&folder.join(tagged(&name, self.settings.tag)), mode)?
            }
            _ => self.near(dir, &self.input.beside(), self.settings.tag, false)?,
        };
        Ok(Some((result, Several { name, mode, is_resumed, before: Vec::new() })))
    }

    /// Writes `text` into the file of a cause, and gives its path.
    pub fn write_cause(&mut self, number: usize, text: &[u8]) -> Result<PathBuf, RunError> {
        let store = self.store.as_mut().ok_or_else(super::side::nowhere)?;
        let output = match &mut store.several {
            Some(several) if number <= several.before.len() => &mut several.before[number - 1],
            _ => &mut store.result,
        };
        // It may stand there already.
        if !fs::read(output.path()).is_ok_and(|there| there == text) {
            disk::write(output, text)?;
        }
        Ok(output.path().to_owned())
    }

    /// Removes the file of the last search, which came to one of the first `causes` again.
    pub fn drop_more_than(&self, causes: usize) {
        let Some(store) = &self.store else { return };
        if store.several.as_ref().is_some_and(|several| several.before.len() >= causes) {
            // What it says stands in another file, so it may stay where it cannot be removed.
            drop(fs::remove_file(store.result.path()));
        }
    }
}

impl RunStore {
    /// Writes what follows into the file of this cause; the same one again where the last search came to nothing new.
    pub(super) fn begin_cause(&mut self, number: usize) -> io::Result<()> {
        let Some(several) = &mut self.several else { return Ok(()) };
        if number > several.before.len() + 1 {
            self.backlog.leave(&mut self.result)?;
            self.result.sync(None).or_else(|error| self.backlog.excuse(error))?;
            let path = self.result.path().with_file_name(tagged(&several.name, &format!("min-{number}")));
            let next = self.dir.result(&path, several.mode).map_err(io::Error::from)?;
            several.before.push(std::mem::replace(&mut self.result, next));
        }
        // On the way back to what an earlier run found nothing larger is written over it.
        self.floor = if several.is_resumed { floor(self.result.path()) } else { None };
        Ok(())
    }
}

/// The size from which on nothing is written over what lies at `path`.
fn floor(path: &Path) -> Option<u64> {
    path.metadata().ok().map(|about| about.len() + 1)
}
