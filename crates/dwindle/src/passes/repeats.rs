//! The pass `repeats`: shortens phrases that stand in several places, in all of these places at once.

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use super::rewrites::change_all;
use crate::reduce::names;
use crate::search::Stop;
use crate::space::Unit;
use crate::structure::{self, Structure};

/// Texts with more tokens are left as they are.
const MOST: usize = 5_000;

/// Shortens phrases that stand in several places, in all of them at once, where no language is known.
///
/// ```text
/// repeat until nothing changes: tokens of such phrases, each in all places, as one list
/// the same with their characters
/// names as in programs: one letter each, and names that go with what they stand for
/// ```
///
/// A test often asks that two things are equal. Neither can change alone then.
///
/// # Source
/// The names are those of the pass `names`, on the [structure](Structure) of the text.
///
/// # Guarantee
/// The result fails and is no larger.
///
/// # Cost
/// That of the list algorithm on the tokens and then the characters of each such phrase, and of [`names`](names()).
#[derive(Clone, Copy, Debug)]
pub struct Repeats;

impl Pass for Repeats {
    fn about(&self) -> About {
        About::new(
            "repeats",
            Level::Units(Unit::Tokens),
            "shortens what stands in several places, in all of them at once",
        )
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && !view.has_tree() && view.units(self.level()) <= MOST
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        for offers in [structure::repeated_tokens, structure::repeated_chars] {
            change_all(stage, offers)?;
        }
        stage.reduce_tree(Some(&Structure::new()), names)?;
        Ok(PassResult::default())
    }
}
