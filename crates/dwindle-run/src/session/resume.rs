//! Taking a run up again: what its journal knows, and the best that it left.
//!
//! A resumed run asks the same questions, which the journal answers. It judges the input and the best again, and
//! the first three remembered passes when they are asked for; a mismatch ends with exit code 4 and names `--fresh`.
//! On its way back it writes nothing larger over the result on disk.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use dwindle::Id;
use dwindle_exec::Signature;
use dwindle_exec::Verdict;
use dwindle_store::journal::{Damage, Known, Record, Tally};
use dwindle_store::rundir::RunDir;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::RunError;
use crate::exit::Exit;
use crate::session::artifact::{Artifact, Made};
use crate::session::earlier::Earlier;
use crate::session::store::RunStore;
use crate::session::store::falling::Falling;
use crate::session::unsteady::Measured;
use crate::settings::Settings;

/// What earlier runs with the same key found out.
pub(super) struct Past<A> {
    /// Outcomes that count; timeouts that nobody confirmed are not among them.
    pub(super) known: Known,
    /// The best that was kept, if it is still there.
    pub(super) best: Option<Made>,
    /// The bests, the first one first; those of several starts one after the other.
    pub(super) bests: Vec<Id>,
    /// How long the tests of bests took.
    pub(super) falling: Falling,
    /// Whether the last of them came to its end, and its best, shown to be minimal, was run again.
    pub(super) is_proved: bool,
    /// What was cut off the journal.
    pub(super) damage: Option<Damage>,
    /// What runs with other keys left.
    pub(super) earlier: Earlier<A>,
}

impl<A> Default for Past<A> {
    fn default() -> Self {
        let (known, falling, earlier) = (Known::default(), Falling::default(), Earlier::default());
        Self { known, best: None, bests: Vec::new(), falling, is_proved: false, damage: None, earlier }
    }
}

impl<A> Past<A> {
    /// Whether there is any.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// What stands in the journal, apart from what can be opened for writing yet.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) known: Known,
    pub(super) bests: Vec<Id>,
    pub(super) falling: Falling,
    pub(super) is_proved: bool,
    pub(super) tally: Tally,
    pub(super) tests: u64,
}

impl Read {
    pub(super) fn add(&mut self, record: &Record) {
        let is_repeated = self.known.is_repeated();
        self.tally.add(record);
        self.known.add(record);
        if matches!(record, Record::Best(best) if best.begins_anew(is_repeated)) {
            // The search began anew, maybe with what is larger.
            (self.bests, self.falling) = Default::default();
        }
        self.falling.add(record);
        match record {
            Record::Test(test) => self.tests = self.tests.max(test.n),
            Record::Best(best) => {
                // One that was told before says nothing new.
                self.is_proved = self.is_proved && self.bests.contains(&best.id);
                self.bests.push(best.id);
            }
            // Where the runs after the search were interrupted there were none.
            Record::End(end) => {
                self.is_proved = end.minimality.is_some() && (self.is_proved || end.again > 0);
            }
            _ => {}
        }
    }
}

/// The file of a run directory with the failure that the first two runs showed.
pub const SIGNATURE: &str = "signature.json";
/// Where it is kept how often the input failed.
const MEASURED: &str = "measured.json";
/// Where the conditions are kept of which the first run fixed a part.
pub(super) const CONDITIONS: &str = "conditions.json";

/// The verdict that the runs at the beginning gave, or the recorded one where that only leaves out more of what
/// differs between two runs: what the journal knows was judged by it.
pub(super) fn settled(settings: &Settings, dir: Option<&RunDir>, now: Verdict) -> Verdict {
    let then = dir.filter(|_| !settings.memory.fresh).and_then(|dir| recorded::<Signature>(dir, SIGNATURE));
    match (now, then) {
        (Verdict::Signature(now), Some(then)) if then.covers(&now) => Verdict::Signature(then),
        (now, _) => now,
    }
}

/// How often the input failed, as an earlier run measured it.
pub(super) fn measured(settings: &Settings, dir: Option<&RunDir>) -> Option<Measured> {
    dir.filter(|_| !settings.memory.fresh).and_then(|dir| recorded(dir, MEASURED))
}

/// Records how often the input failed.
///
/// # Errors
/// When it cannot be written; a full disk is no error.
pub(super) fn keep_measured(dir: &RunDir, now: Measured) -> Result<(), RunError> {
    record(dir, MEASURED, &now)
}

/// Compares what the first runs show now with what is recorded as `name`, unless this `replaces` it, or records it.
///
/// # Errors
/// When they differ: the test, or what it depends on, has changed.
pub(super) fn same<T: Display + PartialEq + Serialize + DeserializeOwned>(
    dir: &RunDir,
    name: &str,
    now: &T,
    replaces: impl FnOnce(&T) -> bool,
) -> Result<(), RunError> {
    match recorded::<T>(dir, name) {
        Some(then) if then == *now => Ok(()),
        Some(then) if !replaces(&then) => {
            Err(changed(&format!("the input failed with {then}, and now with {now}")))
        }
        _ => record(dir, name, now),
    }
}

fn record(dir: &RunDir, name: &str, now: &impl Serialize) -> Result<(), RunError> {
    let path = dir.path().join(name);
    let is_full =
        |error: &io::Error| matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    // The run goes on, and the next one derives it anew.
    write(&path, now)
        .or_else(|error| if is_full(&error) { Ok(()) } else { Err(error) })
        .map_err(|error| RunError::internal(format!("cannot write {}: {error}", path.display())))
}

pub(super) fn recorded<T: DeserializeOwned>(dir: &RunDir, name: &str) -> Option<T> {
    let bytes = fs::read(dir.path().join(name)).ok()?;
    serde_json::from_slice(&bytes).ok()
}

#[expect(clippy::disallowed_methods, reason = "a torn file is taken for none, and written again")]
fn write(path: &Path, content: &impl Serialize) -> io::Result<()> {
    fs::write(path, serde_json::to_vec(content)?)
}

/// The error for a past that does not hold any more.
pub fn changed(what: &str) -> RunError {
    RunError::new(Exit::Unreliable, format!("the test has changed since the journal was written: {what}"))
        .hint("start over with --fresh, or undo the change and run the same command to continue")
        .hint("if nothing has changed, the test is unreliable: run each candidate until it is clear whether it fails as often with --repeat auto")
}

/// The best that an earlier run left, if it is still what was written.
///
/// Where another run's result stands in its place, or nothing, it is written there again.
pub(super) fn best(
    store: &mut RunStore,
    artifact: &impl Artifact,
) -> Result<Option<Made>, dwindle_store::Error> {
    let Some(size) = store.tally.size().map(|best| best.size) else { return Ok(None) };
    let (best_path, result) = (store.dir.best_path(), store.result.path().to_owned());
    // The result may be laid out; then the best itself lies in the run directory. What another run replaced is kept.
    let kept = [best_path.clone(), result.clone()].into_iter().chain(store.dir.replaced());
    let found = kept.into_iter().find_map(|path| {
        let bytes = fs::read(&path).ok()?;
        let best = artifact.restore(bytes.clone())?;
        (best.0.size(&best.1) == size).then_some((path, bytes, best))
    });
    let Some((path, bytes, best)) = found else { return Ok(None) };
    let is_elsewhere = path != result && path != best_path;
    let is_other = store.result.replaced().is_some() || !result.exists();
    if result != best_path && (is_elsewhere || path != result && is_other) {
        store.result.write(Duration::ZERO, |to| to.write_all(&bytes))?;
    }
    Ok(Some(best))
}
