//! Rewrites that pay only after what can be removed behind them.

use std::sync::Arc;

use crate::passes::blanks::Blanks;
use crate::passes::kinds::Kinds;
use crate::passes::level::Level;
use crate::passes::names::Names;
use crate::passes::pass::Pass;
use crate::passes::rewrites::Rewrites;
use crate::passes::stage::Stage;
use crate::rewrite::Rewrite;
use crate::search::Stop;
use crate::space::{RewriteSpace, Unit};
use crate::{Config, Outcome, Text};

/// A detour costs some tests for each token: there are none in texts with more of them.
const MOST_TOKENS: usize = 500;

/// What came of a detour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// The rewritten text does not fail, or is no text to go on from.
    Nowhere,
    /// What it came to is no smaller than the text before, which stands again.
    Back,
    /// To a smaller text that fails.
    Further,
}

/// Makes a rewrite that makes the text no shorter, and then removes what is quickly removed.
///
/// A parameter that became a variable of its own is longer at first; it may then go, or get a simpler type.
pub(super) fn detour(stage: &mut Stage<'_, '_>, rewrite: Rewrite) -> Result<Came, Stop> {
    let before = stage.text().clone();
    let space = Arc::new(RewriteSpace::new(before.clone(), [rewrite]));
    let made = space.render(&Config::empty());
    let is_near = (before.bytes().len()..=2 * before.bytes().len()).contains(&made.bytes().len());
    if !is_near || stage.units(Level::Units(Unit::Tokens)) > MOST_TOKENS {
        return Ok(Came::Nowhere);
    }
    if made.id() == before.id() || stage.search().outcome(&space, &Config::empty())? != Outcome::Fail {
        return Ok(Came::Nowhere);
    }
    stage.set_text(made);
    if shrink(stage, &before)? {
        return Ok(Came::Further);
    }
    stage.set_text(before);
    Ok(Came::Back)
}

/// Runs the quick passes until they change nothing, or the text is the one of `before` again; whether it is smaller then.
fn shrink(stage: &mut Stage<'_, '_>, before: &Text) -> Result<bool, Stop> {
    let quick: [&dyn Pass; 4] = [&Blanks, &Names, &Rewrites, &Kinds];
    loop {
        let start = stage.text().id();
        for pass in quick {
            if (pass.level() != Level::Tree || stage.tree().is_some()) && pass.applies(stage) {
                let left = pass.run(stage)?;
                stage.set_text(left.text);
            }
            if stage.text().id() == before.id() {
                return Ok(false);
            }
        }
        if stage.text().id() == start {
            return Ok(stage.text().bytes().len() < before.bytes().len());
        }
    }
}
