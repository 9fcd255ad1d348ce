//! The end of a search: its result is run again, and where some of these runs pass although the test seemed reliable, the search
//! goes on with as many runs of each candidate as it takes.
//!
//! It goes on from the result where that fails about as often as anything did so far; otherwise the search took by mistake what hardly
//! fails, and begins anew with the input.

use std::time::Duration;

use dwindle::event::{Event, Observer};
use dwindle::{Engine, Outcome};

use super::Session;
use super::artifact::{Artifact, Made};
use super::earlier::{Earlier, may_start};
use super::resume::{self, Past};
use super::store::RunStore;
use super::unsteady::{Measured, RUNS_OF_RESULT, runs_of_result};
use crate::error::RunError;
use crate::settings::Objective;

/// A search that is to go on.
pub(super) struct Again<A> {
    /// How often that fails from which it does.
    measured: Measured,
    /// That, unless it is the input, or how often the result failed that is not taken.
    start: Result<A, Measured>,
}

impl<A: Artifact> Session<A> {
    /// How often `result` fails, to which a search with so many questions came, where that is worth a word: the test is known to be
    /// unreliable, or comes out to be.
    pub(super) fn reliability(&self, result: &Made, questions: u64, is_alone: bool) -> Option<Measured> {
        let runs = runs_of_result(self.measured, (&self.settings, &self.input), questions);
        let found = self.measure(result, runs, is_alone)?;
        (self.measured.is_some() || !found.is_always()).then_some(found)
    }

    /// What the search goes on with whose result failed as often as `found` says.
    pub(super) fn again(&self, result: &Made, found: Measured, is_alone: bool) -> Option<Again<A>> {
        if self.measured.is_some() || !may_start(&self.settings) {
            return None;
        }
        let may_go_on = self.settings.objective == Objective::Bytes && self.settings.deps.is_none();
        let of_result = self.measure_well(result, found, is_alone).filter(|measured| measured.is_often());
        if let Some(measured) = of_result.filter(|_| may_go_on) {
            let (mut bytes, (space, config)) = (Vec::new(), result);
            space.write(config, &mut bytes).ok()?;
            if let Some(start) = self.input.artifact.started_from(bytes) {
                return Some(Again { measured: measured.of_result(), start: Ok(start) });
            }
        }
        let whole = self.input.artifact.whole();
        let full = whole.full();
        let measured = self.measure_well(&(whole, full), Measured::default(), is_alone)?;
        Some(Again { measured, start: Err(found) })
    }

    /// Begins what `again` says: each candidate is run as often as it takes from now on, and what one run each said counts no more.
    pub(super) fn begin_again(
        &mut self,
        again: Again<A>,
        store: Option<&mut RunStore>,
        reader: &mut dyn Observer,
    ) -> Result<Past<A>, RunError> {
        let Again { measured, start } = again;
        if let Err(failed) = &start {
            let text = format!("the search begins anew: its result failed in only {failed}");
            let told = reader.event(&Event::Warning { text: &text });
            told.map_err(|error| RunError::internal(error.to_string()))?;
        }
        let start = start.ok();
        if let Some(store) = store {
            // What is larger is the result then.
            store.floor = start.as_ref().map(A::size);
            if let Some(start) = &start {
                let (whole, mut origin) = (start.whole(), store.dir.origin()?);
                let written = origin.write(Duration::ZERO, |out| whole.write(&whole.full(), out));
                let excused = written.or_else(|error| store.backlog.excuse(error));
                excused.map_err(|error| RunError::internal(error.to_string()))?;
            }
            resume::keep_measured(&store.dir, measured)?;
        }
        self.repeat(measured, reader)?;
        Ok(Past { earlier: Earlier::from(start), ..Past::default() })
    }

    /// Goes on with `found` until it says well enough how often `candidate` fails; `None` where that is too seldom.
    fn measure_well(&self, candidate: &Made, found: Measured, is_alone: bool) -> Option<Measured> {
        let mut measured = found;
        while measured.is_open(&self.settings) {
            measured = measured.and(self.measure(candidate, RUNS_OF_RESULT, is_alone)?);
        }
        measured.rule().map(|_| measured)
    }

    /// How often `candidate` fails in so many runs, without those that came out neither way; `None` where these were all, or the runs
    /// were ended.
    fn measure(&self, (space, config): &Made, runs: u32, is_alone: bool) -> Option<Measured> {
        let jobs = if is_alone { 1 } else { self.settings.jobs };
        let engine = Engine::new().jobs(jobs).control(self.control.clone());
        let copies = vec![config.clone(); runs as usize];
        let judged = engine.run(self.test.once(), |search| search.probe(space, &copies)).ok()?;
        let clear: Vec<_> = judged.into_iter().filter(|run| run.outcome != Outcome::Unresolved).collect();
        (!clear.is_empty()).then(|| Measured::of(&clear))
    }
}
