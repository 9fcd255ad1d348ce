//! The two sides of an isolated difference, on disk from the first pair that is known on.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use dwindle::{Stop, Text};
use dwindle_store::rundir::Output;

use super::store::Trouble;
use super::{Session, disk};
use crate::error::RunError;
use crate::settings;
use crate::text::escaped;

/// Two files, of which the one passes and the other fails.
///
/// Each is whole at every moment. The passing side is written first, so between the two writes the new passing side
/// stands beside the failing side of the pair before: that still is one that passes beside one that fails.
#[derive(Debug)]
pub struct Pair {
    passing: Output,
    failing: Output,
    start: Instant,
    /// What an earlier run left, until this run has come as far.
    standing: Option<Standing>,
    /// Whether the files hold what this run was given to write.
    pub is_written: bool,
}

/// The pair that an earlier run left.
#[derive(Debug)]
struct Standing {
    passing: Vec<u8>,
    failing: Vec<u8>,
    /// Whether this run has come to that failing side; the passing one may be that of the next pair.
    is_near: bool,
}

impl Standing {
    /// Whether a run that comes to these sides has come as far.
    fn is_reached(&mut self, passing: &Text, failing: &Text) -> bool {
        self.is_near |= failing.bytes() == self.failing;
        self.is_near && passing.bytes() == self.passing
    }
}

impl Session<Text> {
    /// The files for both sides.
    #[expect(clippy::disallowed_methods, reason = "paces what is made to last; decides nothing")]
    pub fn pair(&mut self) -> Result<Pair, RunError> {
        let store = self.store.as_ref().ok_or_else(super::side::nowhere)?;
        let base = self.base();
        let is_named = self.settings.output != settings::Output::Pair(None);
        let open = |tag| self.near(&store.dir, &base, tag, is_named);
        let (passing, failing) = (open("passing")?, open("failing")?);
        let standing = match (fs::read(passing.path()), fs::read(failing.path())) {
            (Ok(passing), Ok(failing)) if self.remembered() > 0 => {
                Some(Standing { passing, failing, is_near: false })
            }
            _ => None,
        };
        let kept: Vec<_> = [&passing, &failing].into_iter().filter_map(Output::replaced).collect();
        if let (Some(store), false) = (&mut self.store, kept.is_empty()) {
            let kept = kept.into_iter().map(escaped).collect::<Vec<_>>().join(" and ");
            store.backlog.warn(Trouble::Replaced, || {
                format!("this replaces what an earlier run isolated, which is kept in {kept}")
            });
        }
        Ok(Pair { passing, failing, start: Instant::now(), standing, is_written: false })
    }
}

impl Pair {
    /// Writes both sides, unless this run only comes the way again that an earlier one went farther.
    pub fn write(&mut self, passing: &Text, failing: &Text) -> Result<(), Stop> {
        if let Some(standing) = &mut self.standing {
            if !standing.is_reached(passing, failing) {
                return Ok(());
            }
            self.standing = None;
        }
        let now = self.start.elapsed();
        for (output, side) in [(&mut self.passing, passing), (&mut self.failing, failing)] {
            output.write(now, |to| to.write_all(side.bytes())).map_err(std::io::Error::from)?;
        }
        self.is_written = true;
        Ok(())
    }

    /// Writes the sides that a run ended with, and makes both files last.
    pub fn end(&mut self, passing: &Text, failing: &Text) -> Result<(), RunError> {
        for (output, side) in [(&mut self.passing, passing), (&mut self.failing, failing)] {
            disk::write(output, side.bytes())?;
        }
        self.is_written = true;
        Ok(())
    }

    /// Where the two lie.
    pub fn paths(&self) -> (PathBuf, PathBuf) {
        (self.passing.path().to_owned(), self.failing.path().to_owned())
    }
}
