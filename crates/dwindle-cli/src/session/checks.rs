//! The checks before any run: the input fails again, also beside copies of itself, and nothing at all passes.

use std::time::Duration;

use dwindle::search::{Search, Stop};
use dwindle::test::CommandPlace;
use dwindle::{Config, Goal, Judgement, Outcome, Reason};

use crate::error::CliError;
use crate::exit::Exit;
use crate::session::artifact::Artifact;

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

/// Tests the whole input again (`failed_before`: it has failed already), copies of it at once when there are several jobs, and the empty input.
pub(crate) fn run(
    search: &mut Search<'_, '_, CommandPlace>,
    artifact: &impl Artifact,
    jobs: usize,
    goal: Goal,
    failed_before: bool,
) -> Result<Found, Refused> {
    let shared = artifact.whole();
    let full = shared.full();
    let mut found = Found::default();
    let mut probe = |search: &mut Search<'_, '_, CommandPlace>, copies: usize| {
        let mut configs = vec![full.clone(); copies];
        configs.push(Config::empty());
        // One by one when they would run one by one anyway: what the test sees first is the input again.
        let batches = if jobs == 1 { configs.chunks(1) } else { configs.chunks(configs.len()) };
        let mut judgements = Vec::new();
        for batch in batches {
            judgements.extend(search.probe(&shared, batch)?);
        }
        found.slowest =
            judgements.iter().map(|judgement| judgement.duration).fold(found.slowest, Duration::max);
        let empty = judgements.pop().expect("one for each configuration");
        Ok::<_, Stop>((not_failing(&judgements).cloned(), empty))
    };
    let copies = if jobs == 1 { 1 } else { (jobs - 1).max(2) };
    let (mut other, mut empty) = probe(search, copies)?;
    let alone = other.is_some() && jobs > 1;
    if alone {
        search.narrow();
        (other, empty) = probe(search, 1)?;
    }
    if let Some(other) = other {
        return Err(if failed_before {
            unreliable(&other)
        } else if artifact.prevents() {
            not_preventing(&other)
        } else {
            not_failing_at_all(&other)
        }
        .into());
    }
    if empty.outcome == Outcome::Fail && goal == Goal::SmallestFailing && !artifact.may_be_nothing() {
        return Err(too_loose(artifact).into());
    }
    if let Some(message) = artifact.cannot_tell_of_nothing().filter(|_| empty.outcome == Outcome::Unresolved)
    {
        let why = empty.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        return Err(CliError::new(Exit::NotFailing, format!("{message}{why}"))
            .hint("what the test itself needs must be there in every version: name it by an absolute path")
            .into());
    }
    found.alone = alone;
    Ok(found)
}

fn not_failing(judgements: &[Judgement]) -> Option<&Judgement> {
    judgements.iter().find(|judgement| judgement.outcome != Outcome::Fail)
}

fn unreliable(other: &Judgement) -> CliError {
    let why = other.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
    let message = format!(
        "the test is unreliable: the input failed, and then came out as {}{why}",
        other.outcome.name()
    );
    CliError::new(Exit::Unreliable, message)
        .hint("make the test repeatable (fix seeds, addresses, times), or run each candidate several times with --repeat 2/5")
}

/// For tests without a first run of their own: workers.
fn not_failing_at_all(other: &Judgement) -> CliError {
    match &other.reason {
        Some(Reason::CouldNotRun { why }) => {
            CliError::new(Exit::CouldNotRun, format!("the worker cannot be used: {why}"))
                .hint("a worker is told a path a line, and answers each with `fail`, `pass` or `unresolved`")
        }
        reason => {
            let why = reason.as_ref().map_or_else(|| other.outcome.name().to_owned(), ToString::to_string);
            CliError::new(Exit::NotFailing, format!("the input does not fail: {why}"))
                .hint("files that the worker itself needs are named by absolute paths: it runs in a directory of its own")
        }
    }
}

/// For what is to prevent a failure: outcomes are those of the opposite test.
fn not_preventing(other: &Judgement) -> CliError {
    let why = match (&other.reason, other.outcome) {
        (_, Outcome::Pass) => "with all of them it is still there".to_owned(),
        (Some(reason), _) => format!("with all of them the command shows something else: {reason}"),
        (None, _) => "with all of them the test cannot tell".to_owned(),
    };
    CliError::new(Exit::NotFailing, format!("these words do not prevent the failure: {why}"))
        .hint("name more, or others; all of them together have to make the command pass")
}

fn too_loose(artifact: &impl Artifact) -> CliError {
    CliError::new(Exit::NotFailing, artifact.too_loose()).hint(artifact.tighten())
}
