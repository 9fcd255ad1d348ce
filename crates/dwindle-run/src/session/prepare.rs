//! What a run does before its search: the checks, and whether what earlier runs left still holds.

use std::time::Duration;

use dwindle::event::{Event, Purpose, Subject};
use dwindle::search::{Search, Stop};
use dwindle::{Goal, Halt, Judgement, Outcome};

use super::artifact::Artifact;
use super::judge::usual_limit;
use super::run::Checked;
use super::{Session, disk, first, resume};
use crate::error::RunError;
use crate::exit::Exit;

/// So many of the last that did not fail are tested again by a run that goes on.
const DOUBTED: usize = 3;

impl<A: Artifact> Session<A> {
    /// Checks and remembers before the work begins.
    pub(super) fn prepare(
        &self,
        search: &mut Search<'_>,
        past: &mut resume::Past<A>,
    ) -> Result<(Checked, Option<A>), Stop> {
        let space = self.input.artifact.whole();
        let full = space.full();
        let subject = Subject { id: space.id(&full), size: space.size(&full), units: full.len() };
        let found = match self.checked {
            Some(found) => found,
            None => self.check(search, subject)?,
        };
        if found.alone {
            search.narrow();
        }
        for (id, judgement) in past.known.judgements() {
            search.remember(id, judgement.clone());
        }
        search.remember(subject.id, Outcome::Fail);
        if let Some((best, config)) =
            past.best.as_ref().filter(|(best, config)| best.id(config) != subject.id)
        {
            let wanted = match self.settings.goal {
                Goal::SmallestFailing => Outcome::Fail,
                Goal::LargestPassing => Outcome::Pass,
            };
            let now = search.comes_out(best, config, wanted)?;
            if now != wanted {
                let said =
                    format!("the outcome of the best candidate of the earlier run is now {}", now.name());
                return Err(resume::changed(&said).into());
            }
        }
        if !past.is_empty() {
            search.spot_check(3);
        }
        if self.settings.goal == Goal::SmallestFailing {
            search.watch_best();
            // The failure may have been gone when the earlier run was ended.
            search.doubt(past.known.since_last_failure().take(DOUBTED));
        }
        let start = std::mem::take(&mut past.earlier).start_from(search, &past.known)?;
        if self.settings.goal == Goal::SmallestFailing {
            search.adopt(&space, &full, Outcome::Fail)?;
            if let Some(start) = &start {
                let space = start.whole();
                let full = space.full();
                search.remember(space.id(&full), Outcome::Fail);
                search.adopt(&space, &full, Outcome::Fail)?;
            }
            if let Some((best, config)) = past.best.as_ref().filter(|_| self.objective.is_some()) {
                search.adopt(best, config, Outcome::Fail)?;
            }
        }
        Ok((found, start))
    }

    /// Tells of the first runs, and makes the checks.
    fn check(&self, search: &mut Search<'_>, subject: Subject) -> Result<Checked, Stop> {
        for Judgement { outcome, reason, duration } in &self.first {
            let ms = duration.as_secs_f64() * 1000.0;
            let (outcome, reason) = (*outcome, reason.as_ref());
            search.announce(&Event::Started(subject))?;
            search.announce(&Event::Tested { subject, outcome, reason, ms, purpose: Purpose::Confirm })?;
        }
        let failed = self.first.iter().take_while(|run| run.outcome == Outcome::Fail).count();
        let found = self.run_checks(search, &self.first[..failed])?;
        self.expect_passing(found.of_nothing)?;
        if self.settings.timeout.is_none() {
            let slowest = self.first.iter().map(|run| run.duration).fold(found.slowest, Duration::max);
            self.limit.set(Some(usual_limit(slowest)));
        }
        Ok(found)
    }

    /// The error for a run whose checks were ended.
    pub(super) fn stopped(&self, stop: &Stop) -> RunError {
        match stop {
            Stop::Contradiction { then, now } => resume::changed(&format!(
                "the outcome of a candidate was {}, and is now {}",
                then.name(),
                now.name()
            )),
            Stop::Broken(error) => disk::explain(error, self.scratch.path()),
            Stop::Interrupted => first::halted(Halt::Interrupted),
            Stop::Budget if self.control.halted().is_some() => first::halted(Halt::TimeUp),
            other => {
                RunError::new(Exit::BudgetSpent, format!("stopped before the checks were done: {other}"))
            }
        }
    }
}
