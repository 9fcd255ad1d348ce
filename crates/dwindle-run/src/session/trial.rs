//! The strictest sandbox in which nothing is in the way of a test: the levels are tried one after the other.

use dwindle_exec::process::{Level, Reached};

use super::hindrance::Hindrance;
use crate::error::RunError;
use crate::settings::Asked;

/// What can run a test, whose failure without a sandbox is known, in each sandbox.
pub trait Trial {
    /// Goes on at this level; says what is reached there.
    ///
    /// # Errors
    /// The sandbox cannot be made.
    fn enter(&mut self, level: Level) -> Result<Reached, RunError>;

    /// Runs the test at the level entered last; says what is in its way there.
    ///
    /// # Errors
    /// The test cannot be run, or the run was stopped.
    fn hindrance(&mut self) -> Result<Option<Hindrance>, RunError>;

    /// Whether a second level is not worth its time where the test is hindered at the strictest.
    fn takes_its_time(&self) -> bool {
        false
    }

    /// The level of the strictest sandbox in which nothing is in the way, where this is then, and what has to be said of it. Where there is
    /// none, that is [`Level::Off`], which is not entered.
    ///
    /// # Errors
    /// Those of the other two.
    fn strictest(&mut self, asked: Asked) -> Result<(Level, Vec<String>), RunError> {
        let (mut why, mut unseen) = (None, None);
        for level in Level::ALL.into_iter().filter(|level| *level != Level::Off) {
            let reached = self.enter(level)?;
            let gaps = gaps(&reached);
            // Where nobody asked for a sandbox, none may lose anything in silence.
            if asked == Asked::Nothing && !reached.sees {
                unseen = gaps.map(|gaps| format!("tests run with --sandbox {}: {gaps}", Level::Off.name()));
                break;
            }
            let Some(hinders) = self.hindrance()? else {
                return Ok((level, less(level, why.as_ref()).into_iter().chain(gaps).collect()));
            };
            // What one level does not let a test change, the other one does not, either.
            let is_refused = hinders.is_refused();
            why.get_or_insert(hinders);
            if is_refused || self.takes_its_time() {
                break;
            }
        }
        Ok((Level::Off, less(Level::Off, why.as_ref()).into_iter().chain(unseen).collect()))
    }
}

/// What has to be said of a sandbox that does not do all that it should; `None` where there is nothing.
pub(super) fn gaps(reached: &Reached) -> Option<String> {
    (!reached.lacking.is_empty()).then(|| format!("the sandbox has gaps: {}", reached.lacking.join("; ")))
}

/// What to say of tests that run at `level` since something was in the way at the strictest.
fn less(level: Level, why: Option<&Hindrance>) -> Option<String> {
    why.map(|why| format!("tests run with --sandbox {}: with {}, {why}", level.name(), Level::Full.name()))
}
