//! What a sandbox refused to tests, so that their outcomes may not be those that they have without it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

use dwindle::{Judgement, Outcome, Reason};

/// Notes the first place that a sandbox refused to a test, and judges what that does to an outcome.
///
/// A test that fails fails, whatever it was refused. One that does not, and was not allowed to change something, might have
/// failed without a sandbox: it is unresolved. That is no reason where the test on the whole input was refused something, too.
///
/// # Determinism
/// An outcome depends on its own run alone. Which refusal is the first may depend on how tests were scheduled.
#[derive(Clone, Debug, Default)]
pub struct Refusals(Arc<Noted>);

#[derive(Debug, Default)]
struct Noted {
    first: Mutex<Option<PathBuf>>,
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
        *self.0.first.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether slots are opened without a sandbox.
    pub(super) fn is_left(&self) -> bool {
        self.0.is_left.load(SeqCst)
    }

    /// The first place that was refused, unless that is usual.
    pub fn first(&self) -> Option<PathBuf> {
        self.0.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How a run is judged that was judged so by what it showed, and was refused this.
    pub(super) fn judge(&self, refused: Option<PathBuf>, judged: Judgement) -> Judgement {
        let Some(place) = refused.filter(|_| !self.0.are_usual.load(SeqCst)) else { return judged };
        let dir = place.parent().unwrap_or(&place).display().to_string();
        self.0.first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(place);
        if judged.outcome == Outcome::Fail {
            return judged;
        }
        let what = format!("{} {dir}", Self::REASON);
        Judgement::unresolved(Reason::Said { what }).lasting(judged.duration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_does_not_fail_and_was_refused_something_new_is_unresolved() {
        let refusals = Refusals::default();
        let judged = |refused: Option<&str>, outcome| {
            refusals.judge(refused.map(PathBuf::from), Judgement::new(outcome)).outcome
        };
        assert_eq!(judged(None, Outcome::Pass), Outcome::Pass);
        assert_eq!(refusals.first(), None);
        assert_eq!(judged(Some("/home/a/log"), Outcome::Fail), Outcome::Fail);
        assert_eq!(judged(Some("/home/b/log"), Outcome::Pass), Outcome::Unresolved);
        assert_eq!(refusals.first(), Some("/home/a/log".into()));
        refusals.are_usual();
        assert_eq!(judged(Some("/home/a/log"), Outcome::Pass), Outcome::Pass);
    }
}
