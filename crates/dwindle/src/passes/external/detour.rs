//! Detours: a rewrite that makes the text longer is made, then the quick passes run; the outcome is kept only if
//! the text ends smaller.

use std::sync::Arc;

use crate::passes::blanks::Blanks;
use crate::passes::context::PassContext;
use crate::passes::kinds::Kinds;
use crate::passes::level::Level;
use crate::passes::names::Names;
use crate::passes::pass::Pass;
use crate::passes::rewrites::Rewrites;
use crate::rewrite::Rewrite;
use crate::search::Stop;
use crate::space::{RewriteSpace, Space, Unit};
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
/// A parameter that became a variable of its own is longer at first; it may then go, or get a simpler type. A rewrite that
/// only moves tokens is none: on the results of real programs nothing ever came of it, for some tests for each token.
pub(super) fn detour(stage: &mut PassContext<'_, '_>, rewrite: Rewrite) -> Result<Came, Stop> {
    let before = stage.text().clone();
    let space = Arc::new(RewriteSpace::new(before.clone(), [rewrite]));
    let made = space.render(&Config::empty());
    let is_near = (before.bytes().len()..=2 * before.bytes().len()).contains(&made.bytes().len());
    if !is_near || stage.units(Level::Units(Unit::Tokens)) > MOST_TOKENS {
        return Ok(Came::Nowhere);
    }
    let words = sorted_words(&before);
    if sorted_words(&made) == words || stage.search().outcome(&space, &Config::empty())? != Outcome::Fail {
        return Ok(Came::Nowhere);
    }
    stage.set_text(made);
    if shrink(stage, before.bytes().len(), &words)? {
        return Ok(Came::Further);
    }
    stage.set_text(before);
    Ok(Came::Back)
}

/// The tokens of a text without its blanks, in an order of their own.
fn sorted_words(text: &Text) -> Vec<Box<[u8]>> {
    let space = text.cut(Unit::Tokens);
    let tokens = (0..).take(space.units()).map(|unit| space.unit_bytes(unit));
    let mut words: Vec<Box<[u8]>> =
        tokens.filter(|token| !token.iter().all(u8::is_ascii_whitespace)).map(Box::from).collect();
    words.sort_unstable();
    words
}

/// Runs the quick passes until they change nothing, or the text has the same `words` as `size` bytes had before; whether
/// it is smaller then.
fn shrink(stage: &mut PassContext<'_, '_>, size: usize, words: &[Box<[u8]>]) -> Result<bool, Stop> {
    // A rewrite may leave two blanks where there was one.
    let quick: [&dyn Pass; 6] = [&Blanks, &Rewrites, &Blanks, &Names, &Blanks, &Kinds];
    loop {
        let start = stage.text().id();
        for pass in quick {
            if (pass.level() != Level::Tree || stage.is_parsed()) && pass.applies(stage) {
                pass.run(stage)?;
            }
            if sorted_words(stage.text()) == words {
                return Ok(false);
            }
        }
        if stage.text().id() == start {
            return Ok(stage.text().bytes().len() < size);
        }
    }
}
