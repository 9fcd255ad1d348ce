//! Where the results of several causes lie: a file for each, beside each other.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use dwindle_store::rundir::Output;

use super::RunStore;
use crate::session::tagged;

/// The files of several causes. That of the cause that is searched for is the result of the run.
#[derive(Debug)]
pub(in crate::session) struct Several {
    /// The name of the input.
    pub(in crate::session) name: OsString,
    pub(in crate::session) mode: Option<u32>,
    /// Whether earlier runs with the same key left some of the files.
    pub(in crate::session) is_resumed: bool,
    /// Those before the result.
    pub(in crate::session) before: Vec<Output>,
}

impl RunStore {
    /// Writes what follows into the file of this cause; the same one again where the last search came to nothing new.
    pub(in crate::session) fn begin_cause(&mut self, number: usize) -> io::Result<()> {
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
