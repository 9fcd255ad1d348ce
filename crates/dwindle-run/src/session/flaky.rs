//! Flaky tests: what is said of a test whose runs on the same input do not all come out alike.

use dwindle::{Judgement, Outcome};

use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::{Repetition, Settings};

/// How many runs are made before a test is called unreliable, so that something can be said of how often it fails.
pub(super) const RUNS: usize = 5;

/// So many runs are listed.
const LISTED: usize = 10;

/// The error of a test that came out so on the same input, one run after the other.
pub(super) fn unreliable(settings: &Settings, runs: &[Judgement]) -> RunError {
    let failed = runs.iter().filter(|run| run.outcome == Outcome::Fail).count();
    let message = format!("the test is unreliable: {failed} of {} runs on the same input failed", runs.len());
    let each: Vec<&str> = runs.iter().take(LISTED).map(|run| run.outcome.name()).collect();
    let more = if runs.len() > LISTED { ", ..." } else { "" };
    let mut error =
        RunError::new(Exit::Unreliable, message).detail(format!("the runs: {}{more}", each.join(", ")));
    if let Some(reason) = runs.iter().find_map(|run| run.reason.as_ref()) {
        error = error.detail(format!("one run that did not fail: {reason}"));
    }
    let fix = "make the test repeatable: fix its seeds, addresses, ports and times";
    match settings.repeat {
        Some(Repetition::Quorum { .. }) => {
            let others = settings.clone().untyped(&["--repeat"], &[]);
            error.hint("allow more runs with --repeat K/N").hint(fix).hint(format!(
                "or run each candidate until it is clear whether it fails as often: {}",
                others.retyped(["--repeat", "auto"])
            ))
        }
        Some(Repetition::Automatic) => error.hint(fix),
        None => error.hint(fix).hint(format!(
            "or run each candidate until it is clear whether it fails as often: {}",
            settings.retyped(["--repeat", "auto"])
        )),
    }
}
