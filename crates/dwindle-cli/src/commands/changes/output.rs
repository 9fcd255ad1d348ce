//! Where the patches go, and when they are written.

use std::fs;
use std::path::PathBuf;

use dwindle_run::error::RunError;
use dwindle_run::session::Session;
use dwindle_run::session::disk;
use dwindle_run::settings::Output;
use dwindle_run::text::escaped;
use dwindle_store::rundir;

use super::versions::Subject;
use crate::asked;

/// The patch of the cause: written when it is known, or when the run is stopped before that.
#[derive(Debug)]
pub(super) struct CausePatch {
    /// None where it goes to standard output.
    output: Option<rundir::Output>,
    /// Where it was written.
    pub(super) written: Option<PathBuf>,
}

impl CausePatch {
    /// Opens the file that it will stand in, so that one which cannot be written is an error before the search.
    pub(super) fn open(session: &Session<Subject>, asked: &asked::Changes) -> Result<Self, RunError> {
        let output = match &asked.output {
            Output::Stdout => None,
            Output::File(path) => Some(session.side_at(path)?),
            _ => Some(session.side(if asked.fix { "fix" } else { "cause" })?),
        };
        Ok(Self { output, written: None })
    }

    /// Whether it goes to standard output.
    pub(super) const fn is_handed_out(&self) -> bool {
        self.output.is_none()
    }

    /// Writes it.
    pub(super) fn write(&mut self, patch: &[u8]) -> Result<(), RunError> {
        if let Some(output) = &mut self.output {
            disk::write(output, patch)?;
            self.written = Some(output.path().to_owned());
        }
        Ok(())
    }

    /// Writes a patch of more changes than need be, unless a smaller one lies there; says so then.
    pub(super) fn write_unfinished(&mut self, patch: &[u8]) -> Result<Option<String>, RunError> {
        let Some(output) = &self.output else { return Ok(None) };
        let standing = fs::metadata(output.path()).map(|about| about.len());
        if standing.is_ok_and(|size| size < patch.len() as u64) {
            let path = escaped(output.path());
            return Ok(Some(format!("not written: {path} holds a smaller patch of an earlier run")));
        }
        self.write(patch)?;
        Ok(None)
    }
}
