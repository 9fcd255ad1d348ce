//! The two sides of a command: with what makes the difference, and without.

use dwindle::isolate::{Depth, Isolated, Sides, isolate};
use dwindle::search::{Search, Shared};
use dwindle::test::CommandPlace;
use dwindle::{Config, Outcome, Stop};
use serde::Serialize;

use super::answer::{Answer, Answered};
use crate::error::CliError;
use crate::exit::Exit;
use crate::ui::{End, Name, Ui, plural};

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
    search: &mut Search<'_, '_, CommandPlace>,
    space: &Shared<'static, CommandPlace>,
    unit: &str,
    depth: Depth,
) -> Result<Result<(Config, Config), Outcome>, Stop> {
    let sides = Sides::from_nothing(Config::empty(), &space.full());
    Ok(match isolate(search, space, unit, sides, depth)? {
        Isolated::Apart(sides) => Ok((sides.passing(), sides.failing())),
        Isolated::NoPassingSide(outcome) => Err(outcome),
    })
}

/// There is nothing to isolate from.
pub(super) fn no_passing_side(outcome: Outcome) -> CliError {
    let how = if outcome == Outcome::Fail { "fails, too" } else { "does not pass" };
    CliError::new(
        Exit::NotFailing,
        format!("nothing to start from: with nothing of what can be left out it {how}"),
    )
    .hint(
        "keep what it cannot do without (--keep, --protect), or ask what it needs to fail, without --isolate",
    )
}

/// Shows both commands, a line each: the first passes, the second fails.
pub(super) fn show<T: Serialize>(
    ui: &mut Ui,
    end: &End,
    difference: T,
    passing: Answer<T>,
    failing: Answer<T>,
) -> Result<(), CliError> {
    ui.hand_out(&format!("{}\n{}\n", passing.line, failing.line))?;
    let matter = Difference { matter: difference, passing: passing.command };
    let answers = [Answer { matter, command: failing.command, line: failing.line }];
    ui.end(&end.to_string(), &Answered { end, answers: &answers })
}

/// `2 of 40 arguments make the difference; the first command passes, the second fails`.
pub(super) fn headline(units: usize, of: usize, noun: &str) -> String {
    let verb = if units == 1 { "makes" } else { "make" };
    let all = plural(of as u64, noun);
    format!("{units} of {all} {verb} the difference (the first command passes, the second fails)")
}
