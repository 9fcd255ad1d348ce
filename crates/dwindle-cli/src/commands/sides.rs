//! The two sides of a command: with what makes the difference, and without.

use dwindle::isolate::{Depth, Isolated, Sides, isolate};
use dwindle::search::Search;
use dwindle::space::AsSpace;
use dwindle::{Config, Outcome, Stop};
use serde::Serialize;

use super::answer::{Answer, Answered, Destination};
use crate::error::CliError;
use crate::exit::Exit;
use crate::text::plural;
use crate::ui::{End, Name, Ui};

/// What makes the difference, and the command that passes.
#[derive(Debug, Serialize)]
pub(super) struct Difference<T> {
    #[serde(flatten)]
    matter: T,
    /// The words of the command without it.
    passing: Vec<Name>,
}

/// Isolates between none of the units of `space` and all of them; gives the passing and the failing side, or the
/// outcome where none of them is there.
pub(super) fn apart(
    search: &mut Search<'_>,
    space: &impl AsSpace,
    unit: &str,
    depth: Depth,
) -> Result<Result<(Config, Config), Outcome>, Stop> {
    let space = &space.as_space();
    let sides = Sides::from_nothing(Config::empty(), &space.full());
    Ok(match isolate(search, space, unit, sides, depth)? {
        Isolated::Apart(sides) => Ok((sides.passing(), sides.failing())),
        Isolated::NoPassingSide(outcome) => Err(outcome),
    })
}

/// There is nothing to isolate from.
pub(super) fn no_passing_side(outcome: Outcome) -> CliError {
    let how = if outcome == Outcome::Fail { "still fails" } else { "is unresolved" };
    CliError::new(
        Exit::NotFailing,
        format!("found nothing that passes: it {how} when everything that can be removed is gone"),
    )
    .hint("keep what the test needs (--keep, --protect)")
    .hint("to find only what the failure needs, omit --isolate")
}

/// Shows both commands, a line each: the first passes, the second fails.
pub(super) fn show<T: Serialize>(
    ui: &mut Ui,
    (end, to): (End, &mut Destination),
    difference: T,
    passing: Answer<T>,
    failing: Answer<T>,
) -> Result<Exit, CliError> {
    let end = to.hand_out(&format!("{}\n{}\n", passing.line, failing.line), end, ui)?;
    let matter = Difference { matter: difference, passing: passing.command };
    let answers = [Answer { matter, command: failing.command, line: failing.line }];
    ui.end(&end.to_string(), &Answered { end: &end, answers: &answers })?;
    Ok(end.exit())
}

/// `2 of 40 arguments make the difference; the first command passes, the second fails`.
pub(super) fn headline(units: usize, of: usize, noun: &str) -> String {
    let verb = if units == 1 { "makes" } else { "make" };
    let all = plural(of as u64, noun);
    format!("{units} of {all} {verb} the difference (the first command passes, the second fails)")
}
