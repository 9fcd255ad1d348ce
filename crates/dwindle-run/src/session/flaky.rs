//! Flaky tests: what is said of a test whose runs on the same input do not all come out alike.

use dwindle::{Judgement, Outcome};

use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::Settings;

/// How many runs are made before a test is called unreliable, so that something can be said of how often it fails.
pub(super) const RUNS: usize = 5;

/// The error of a test that came out so on the same input, one run after the other.
pub(super) fn unreliable(settings: &Settings, runs: &[Judgement]) -> RunError {
    let failed = runs.iter().filter(|run| run.outcome == Outcome::Fail).count();
    let message = format!("the test is unreliable: {failed} of {} runs on the same input failed", runs.len());
    let each: Vec<&str> = runs.iter().map(|run| run.outcome.name()).collect();
    let mut error = RunError::new(Exit::Unreliable, message).detail(format!("the runs: {}", each.join(", ")));
    if let Some(reason) = runs.iter().find_map(|run| run.reason.as_ref()) {
        error = error.detail(format!("one run that did not fail: {reason}"));
    }
    let fix = "make the test repeatable: fix its seeds, addresses, ports and times";
    if settings.repeat.is_some() {
        return error.hint("allow more runs with --repeat K/N").hint(fix);
    }
    let times = times(failed, runs.len());
    let again = settings.retyped(["--repeat", &format!("1/{times}")]);
    error.hint(fix).hint(format!("or run it up to {times} times for each candidate: {again}"))
}

/// How many runs of a test that fails in `failed` of `runs` have at least one failure among them, 49 times in 50.
fn times(failed: usize, runs: usize) -> u8 {
    let [failed, runs] = [failed, runs].map(|count| f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    let passes = 1.0 - failed.max(1.0) / runs.max(2.0);
    [3, 5, 10].into_iter().find(|&times| passes.powi(times.into()) < 0.02).unwrap_or(20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarer_the_failure_the_more_runs_are_proposed() {
        assert_eq!([4, 3, 2, 1].map(|failed| times(failed, 5)), [3, 5, 10, 20]);
    }
}
