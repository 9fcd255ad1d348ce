//! How often an input fails that does so now and then.

use dwindle::event::Observer;
use dwindle::{Config, Judgement};
use dwindle_exec::Verdict;

use super::runs::Runs;
use super::{Together, tell};
use crate::error::RunError;
use crate::session::artifact::Artifact;
use crate::session::unsteady::{self, Measured};

impl<A: Artifact> Runs<'_, A> {
    /// Measures how often the input fails, of which these runs are `judged` already.
    ///
    /// As many runs take place at once as there are jobs, since the search runs its tests so, too; they count in the order of their
    /// places, and those of the last ones that are not needed do not. Where far more fail alone, it is measured how often they do alone.
    ///
    /// # Errors
    /// When it fails too seldom, or a version has to pass so that this makes no sense.
    pub(super) fn measure(
        &mut self,
        failing: &Config,
        verdict: &Verdict,
        judged: &mut Vec<Judgement>,
        reader: &mut dyn Observer,
    ) -> Result<(Measured, Together), RunError> {
        let settings = self.settings;
        if !unsteady::may_be_measured(settings, self.input) {
            while judged.len() < unsteady::RUNS {
                judged.push(self.judged(failing, verdict)?);
            }
            return Err(unsteady::unreliable(settings, judged));
        }
        let mut others = if settings.test.farm.is_none() { self.others()? } else { Vec::new() };
        let mut measured = Measured::of(judged);
        // Many at once take longer than one alone.
        let mut doublings = if settings.timeout.is_none() { settings.jobs.ilog2() } else { 0 };
        while measured.is_open(settings) {
            tell(reader, judged.len() + 1, judged.len() + 1)?;
            let runs = self.judged_at_once(&mut others, failing, verdict)?;
            if doublings > 0 && runs.iter().any(Judgement::timed_out) {
                doublings -= 1;
                self.double_limit();
                continue;
            }
            for run in runs {
                if measured.is_open(settings) {
                    measured.add(&run);
                    judged.push(run);
                }
            }
        }
        let mut together = if others.is_empty() { Together::Unknown } else { Together::Fails };
        let mut alone = Measured::default();
        let enough = measured.runs_to_doubt().filter(|_| !others.is_empty()).unwrap_or(0);
        for _ in 0..enough {
            if alone.is_always() {
                alone.add(&self.judged(failing, verdict)?);
            }
        }
        if enough > 0 && alone.is_always() {
            (measured, together) = (alone, Together::FailsOnlyAlone);
            while measured.is_open(settings) {
                measured.add(&self.judged(failing, verdict)?);
            }
        }
        if measured.rule().is_none() {
            return Err(unsteady::unreliable(settings, judged));
        }
        measured.tell(settings, reader)?;
        Ok((measured, together))
    }
}
