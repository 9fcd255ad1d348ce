//! Taking a run up again: what its journal knows, and the best that it left.

use std::fs;
use std::io;
use std::path::Path;

use dwindle::Signature;
use dwindle::journal::{Damage, Known, Record, Tally};
use dwindle::rundir::RunDir;

use crate::error::CliError;
use crate::exit::Exit;
use crate::session::artifact::{Artifact, Made};
use crate::session::recorder::Shelf;

/// What earlier runs with the same key found out.
#[derive(Default)]
pub(super) struct Past {
    /// Outcomes that count; timeouts that nobody confirmed are not among them.
    pub(super) known: Known,
    /// The best that was kept, if it is still there.
    pub(super) best: Option<Made>,
    /// What was cut off the journal.
    pub(super) damage: Option<Damage>,
}

impl Past {
    /// Whether there is any.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// What stands in the journal, apart from what can be opened for writing yet.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) known: Known,
    pub(super) tally: Tally,
    pub(super) tests: u64,
}

impl Read {
    pub(super) fn add(&mut self, record: &Record) {
        self.tally.add(record);
        self.known.add(record);
        if let Record::Test(test) = record {
            self.tests = self.tests.max(test.n);
        }
    }
}

/// Where the signature that the first run showed is kept.
const SIGNATURE: &str = "signature.json";

/// Compares the failure that the first run shows now with the one recorded, or records it.
///
/// # Errors
/// When they differ: the test, or what it depends on, has changed.
pub(super) fn same_failure(dir: &RunDir, now: &Signature) -> Result<(), CliError> {
    let path = dir.path().join(SIGNATURE);
    let then = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Signature>(&bytes).ok());
    match then {
        Some(then) if then == *now => Ok(()),
        Some(then) => Err(changed(&format!("the input failed with {then}, and now with {now}"))),
        None => write(&path, now).map_err(|error| {
            CliError::new(Exit::Internal, format!("cannot write {}: {error}", path.display()))
        }),
    }
}

#[expect(clippy::disallowed_methods, reason = "a torn file is taken for none, and written again")]
fn write(path: &Path, signature: &Signature) -> io::Result<()> {
    fs::write(path, serde_json::to_vec(signature)?)
}

/// The error for a past that does not hold any more.
pub(crate) fn changed(what: &str) -> CliError {
    CliError::new(Exit::Unreliable, format!("the test has changed since the journal was written: {what}"))
        .hint("start over with --fresh; or undo the change, and the same command goes on")
}

/// The best that an earlier run left, if it is still what was written.
pub(super) fn best(shelf: &Shelf, artifact: &impl Artifact) -> Option<Made> {
    let size = shelf.tally.size()?.size;
    let bytes = fs::read(shelf.result.path()).or_else(|_| fs::read(shelf.dir.best_path())).ok()?;
    artifact.revive(bytes).filter(|(space, config)| space.size(config) == size)
}
