//! The pass `digits`: puts a digit in the place of words, brackets and lists of a text without a known language.

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use super::rewrites::change_all;
use crate::search::Stop;
use crate::space::Unit;
use crate::structure;

/// Texts with more tokens are left as they are.
const MOST: usize = 500;

/// Puts `0` or `1` in the place of numbers, words, brackets and lists, the outermost first, where no language is known.
///
/// ```text
/// for 0, then 1:
///     repeat until nothing changes: of the places that can have it those that lie in no other, as one list; then those in them
/// ```
///
/// # Guarantee
/// The result fails and has fewer bytes, or is the input. No single place can have either digit.
///
/// # Cost
/// About two tests for each node that is left, where nothing changes.
#[derive(Clone, Copy, Debug)]
pub struct Digits;

impl Pass for Digits {
    fn about(&self) -> About {
        About::new(
            "digits",
            Level::Units(Unit::Tokens),
            "puts 0 or 1 in the place of words, brackets and lists of a text without a known language",
        )
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && !view.has_tree() && view.units(self.level()) <= MOST
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        for digit in ["0", "1"] {
            change_all(stage, |text| structure::digits(text, digit))?;
        }
        Ok(PassResult::default())
    }
}
