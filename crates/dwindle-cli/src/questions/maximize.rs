//! How much of a subject passes.

use dwindle::event::{Event, Stage};
use dwindle::isolate::repair;
use dwindle::search::Search;
use dwindle::space::AsSpace;
use dwindle::{Config, Outcome, Stop};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;

use super::subject::{Asked, Most, Run, Subject};

/// Finds the most units of the subject that pass, and tells of them; ended early the most so far, if there is any.
///
/// # Errors
/// When nothing passes, or the run fails.
pub(crate) fn maximize<S: Subject>(mut asked: Asked<'_, S>) -> Result<Exit, RunError> {
    let units = asked.session.input().units(asked.settings);
    let mut so_far = None;
    let (found, finished) = asked.session.run(asked.ui, |search, _| {
        let found = largest(search, &units, S::LEVEL.name(), &Config::empty());
        if found.is_err() {
            so_far = search.best().map(|(_, config)| config.clone());
        }
        Ok((found?, Vec::new()))
    })?;
    let is_done = found.is_some();
    let found = found.map(|found| found.map_err(|outcome| asked.session.input().nothing_passes(outcome)));
    let most = found.transpose()?.or(so_far).map(|passing| Most { passing, is_done });
    S::tell_most(Run { asked, finished }, &units, most)
}

/// Looks for the largest part that passes, between what is protected and the whole; where nothing passes gives the
/// outcome of the beginning.
pub(crate) fn largest(
    search: &mut Search<'_>,
    space: &impl AsSpace,
    unit: &str,
    likely: &Config,
) -> Result<Result<Config, Outcome>, Stop> {
    let space = &space.as_space();
    let full = space.full();
    let stage = Stage { algorithm: "ddmax", unit, units: full.len(), size: space.size(&full) };
    search.announce(&Event::StageBegan(stage))?;
    // It is taken for granted that the whole fails; asked, it is known.
    search.outcome(space, &full)?;
    let found = repair(search, space, &full, likely)?;
    let passing = found.clone().unwrap_or_default();
    let (units, size) = (full.minus(&passing).len(), space.size(&passing));
    search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    Ok(found)
}
