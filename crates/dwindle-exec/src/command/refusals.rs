//! What a sandbox refused to tests, so that their outcomes may not be those that they have without it.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dwindle::{Judgement, Outcome, Reason};

use crate::process::Refused;

/// Notes what a sandbox refused to the first test that it refused something, and judges what that does to an outcome.
///
/// A test that fails fails, whatever it was refused. One that does not, and was not allowed to change something, might have
/// failed without a sandbox: it is unresolved. That is no reason where the test on the whole input was refused something, too.
///
/// # Determinism
/// An outcome depends on its own run alone. Which test is the first may depend on how tests were scheduled.
#[derive(Clone, Debug, Default)]
pub struct Refusals(Arc<Noted>);

#[derive(Debug, Default)]
struct Noted {
    first: Mutex<Vec<Refused>>,
    are_usual: AtomicBool,
    is_left: AtomicBool,
}

impl Refusals {
    /// How the reason begins for which such a test is unresolved.
    pub const REASON: &str = "the sandbox did not let it write in";

    /// Takes outcomes as they are from now on: the whole input fails although the test was refused something.
    pub fn are_usual(&self) {
        self.0.are_usual.store(true, SeqCst);
    }

    /// Whether a test was unresolved for that reason.
    pub fn are_why(reason: &Reason) -> bool {
        matches!(reason, Reason::Said { what } if what.starts_with(Self::REASON))
    }

    /// Opens slots without a sandbox from now on, and forgets what was refused.
    pub fn leave_sandbox(&self) {
        self.0.is_left.store(true, SeqCst);
        self.noted().clear();
    }

    /// Whether slots are opened without a sandbox.
    pub fn is_left(&self) -> bool {
        self.0.is_left.load(SeqCst)
    }

    /// Whether a test was refused something that is not usual.
    pub fn are_noted(&self) -> bool {
        !self.noted().is_empty()
    }

    /// What the first test was refused, unless that is usual; nothing where none was.
    pub fn first(&self) -> Vec<Refused> {
        self.noted().clone()
    }

    fn noted(&self) -> MutexGuard<'_, Vec<Refused>> {
        self.0.first.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How a run is judged that was judged so by what it showed, and was refused this.
    pub fn judge(&self, refused: Vec<Refused>, judged: Judgement) -> Judgement {
        let Some(Refused { place, .. }) = refused.first() else { return judged };
        if self.0.are_usual.load(SeqCst) {
            return judged;
        }
        let dir = place.parent().unwrap_or(place).display().to_string();
        let mut noted = self.noted();
        if noted.is_empty() {
            *noted = refused;
        }
        if judged.outcome == Outcome::Fail {
            return judged;
        }
        let what = format!("{} {dir}", Self::REASON);
        Judgement::unresolved(Reason::Said { what }).lasting(judged.duration)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn only_what_does_not_fail_and_was_refused_something_new_is_unresolved() {
        let refusals = Refusals::default();
        let judged = |refused: Option<&str>, outcome| {
            let refused = refused.map(|place| Refused {
                place: place.into(),
                writable: place.into(),
                is_replaced: true,
            });
            refusals.judge(refused.into_iter().collect(), Judgement::new(outcome)).outcome
        };
        assert_eq!(judged(None, Outcome::Pass), Outcome::Pass);
        assert_eq!(refusals.first(), []);
        assert_eq!(judged(Some("/home/a/log"), Outcome::Fail), Outcome::Fail);
        assert_eq!(judged(Some("/home/b/log"), Outcome::Pass), Outcome::Unresolved);
        assert_eq!(refusals.first()[0].place, Path::new("/home/a/log"));
        refusals.are_usual();
        assert_eq!(judged(Some("/home/a/log"), Outcome::Pass), Outcome::Pass);
    }
}
