//! The checks before any run: the input fails again, also beside copies of itself, and nothing at all passes.

use std::sync::Arc;
use std::time::Duration;

use dwindle::search::{Search, Shared, Stop};
use dwindle::space::{Space, Text, Unit};
use dwindle::test::CommandPlace;
use dwindle::{Config, Goal, Judgement, Outcome};

use crate::error::CliError;
use crate::exit::Exit;

/// What the checks found that the user has to know although the run goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The input fails only alone, so one test runs at a time.
    pub(crate) alone: bool,
    /// The longest that one of these runs took.
    pub(crate) slowest: Duration,
}

/// Why the checks end a run.
pub(crate) enum Refused {
    Error(CliError),
    Stop(Stop),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<CliError> for Refused {
    fn from(error: CliError) -> Self {
        Self::Error(error)
    }
}

/// Tests the whole input again, `jobs` copies of it at once, and the empty input.
pub(crate) fn run(
    search: &mut Search<'_, '_, CommandPlace>,
    text: &Text,
    jobs: usize,
    goal: Goal,
) -> Result<Found, Refused> {
    let space: Arc<_> = Arc::new(text.cut(Unit::Bytes));
    let (shared, full): (Shared<'_, CommandPlace>, Config) = (space.clone(), space.full());
    let mut found = Found::default();
    let mut probe = |search: &mut Search<'_, '_, CommandPlace>, config: &Config, copies| {
        let judgements = search.probe(&shared, config, copies)?;
        found.slowest = judgements.iter().map(|judgement| judgement.duration).fold(found.slowest, Duration::max);
        Ok::<_, Stop>(judgements)
    };
    if let Some(other) = not_failing(&probe(search, &full, 1)?) {
        return Err(unreliable(other).into());
    }
    let mut alone = false;
    if jobs > 1 && not_failing(&probe(search, &full, jobs)?).is_some() {
        alone = true;
        search.narrow();
        if let Some(other) = not_failing(&probe(search, &full, 1)?) {
            return Err(unreliable(other).into());
        }
    }
    let empty = probe(search, &Config::empty(), 1)?.remove(0);
    if empty.outcome == Outcome::Fail && goal == Goal::SmallestFailing {
        return Err(too_loose().into());
    }
    found.alone = alone;
    Ok(found)
}

fn not_failing(judgements: &[Judgement]) -> Option<&Judgement> {
    judgements.iter().find(|judgement| judgement.outcome != Outcome::Fail)
}

fn unreliable(other: &Judgement) -> CliError {
    let why = other.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
    let message =
        format!("the test is unreliable: the input failed, and then came out as {}{why}", other.outcome.name());
    CliError::new(Exit::Unreliable, message)
        .hint("make the test repeatable (fix seeds, addresses, times), or run each candidate several times with --repeat 2/5")
}

fn too_loose() -> CliError {
    CliError::new(Exit::NotFailing, "the test is too loose: the empty input fails, too")
        .hint("nothing would be left; the test must demand something of the input, such as a certain message")
}
