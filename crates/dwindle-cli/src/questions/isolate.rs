//! What makes the difference between nothing of a subject and all of it.

use dwindle::isolate::{Depth, Isolated, isolate as narrow};
use dwindle::space::Sides;
use dwindle::space::Space;
use dwindle::{Config, Outcome};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::settings::Settings;

use super::subject::{Asked, Run, Subject};

/// Narrows the difference, and tells of both sides.
///
/// # Errors
/// When nothing passes, or the run fails.
pub(crate) fn isolate<S: Subject>(mut asked: Asked<'_, S>) -> Result<Exit, RunError> {
    let units = asked.session.input().units(asked.settings);
    let depth = depth(asked.settings);
    let (isolated, finished) = asked.session.run(asked.ui, |search, _| {
        let sides = Sides::from_nothing(Config::empty(), &units.full());
        Ok((narrow(search, &units, S::LEVEL.name(), sides, depth)?, Vec::new()))
    })?;
    let mut run = Run { asked, finished };
    match isolated {
        None => {
            let end = run.end().both_sides();
            run.asked.ui.finish(&end, &())
        }
        Some(Isolated::NoPassingSide(outcome)) => Err(no_passing_side(outcome)),
        Some(Isolated::Apart(sides)) => S::tell_sides(run, &units, &sides),
    }
}

/// How far both sides are reduced.
pub(crate) const fn depth(settings: &Settings) -> Depth {
    if settings.plain { Depth::Difference } else { Depth::Surroundings }
}

/// There is nothing to isolate from.
fn no_passing_side(outcome: Outcome) -> RunError {
    let how = if outcome == Outcome::Fail { "still fails" } else { "is unresolved" };
    RunError::new(
        Exit::NotFailing,
        format!("found nothing that passes: it {how} when everything that can be removed is gone"),
    )
    .hint("keep what the test needs (--keep, --protect)")
    .hint("to find only what the failure needs, omit --isolate")
}
