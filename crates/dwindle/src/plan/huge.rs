//! Texts so large that parts of them are asked about before anything is parsed.
//!
//! A tree takes thirty to eighty times the memory of its text, and half a second for each megabyte. Most of a text of many megabytes goes in a
//! few tests without one.

use super::Plan;
use super::turns::take_turn;
use crate::passes::{About, Level, Pass, PassContext, PassResult, View};
use crate::search::{Account, Bounds, Search, Stop};
use crate::space::{Space, Unit};
use crate::strategy::{Dwindle, Patient, Strategy};
use crate::structure::outermost;
use crate::{Algorithm, Text};

/// Of so many bytes a tree takes up to 0.6 GB.
const HUGE: usize = 8 << 20;

/// So many parts in a row may not go: halves, quarters, eighths, and two more.
const PATIENCE: usize = 16;

/// A test takes at least this part of the text.
const AT_LEAST: f64 = 0.005;

impl Plan {
    /// Whether the text is so large that nothing of it is parsed as long as large parts of it go.
    pub fn is_huge(text: &Text) -> bool {
        text.bytes().len() >= HUGE
    }

    /// Removes large parts of a [huge](Self::is_huge) text, by lines and then by its outermost elements, or tokens where it has few, where the plan has
    /// passes on lines and tokens, until it is none.
    ///
    /// Costs 32 tests where no part can go; then the text is parsed as others are.
    pub(super) fn before_trees(&self, search: &mut Search<'_>, view: &mut View<'_>) -> Result<(), Stop> {
        if !self.to_fixed_point || self.is_strict || !self.has_tree_passes() {
            return Ok(());
        }
        for unit in [Unit::Lines, Unit::Tokens] {
            let is_asked = self.passes.iter().any(|pass| pass.name() == unit.name() && pass.can_yield());
            if is_asked && Self::is_huge(view.text()) {
                let account = Account::for_patience(AT_LEAST, PATIENCE as u64);
                let bounds =
                    Bounds { at_least: AT_LEAST, least_size: HUGE as u64, patience: PATIENCE as u64 };
                let stage = PassContext::new(search, view.clone());
                view.see(take_turn(stage, &LargeParts(unit), (account, bounds), true)?.seen);
            }
        }
        Ok(())
    }
}

/// Halves, quarters, and so on, each with all of its size: where both ends of a text are needed, a strategy that halves what it could not remove would ask
/// about one of them twenty times before it asks about the middle.
struct LargeParts(Unit);

impl Pass for LargeParts {
    fn about(&self) -> About {
        About::new(self.0.name(), Level::Units(self.0), "removes large parts of a huge text")
    }

    fn algorithm(&self) -> &'static str {
        Algorithm::Dwindle.name()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let elements = if self.0 == Unit::Tokens { outermost(stage.text()) } else { None };
        let space = elements.map_or_else(|| stage.cut(self.0), |offsets| stage.cut_at(offsets, self.0));
        let rounds = Patient::new(Dwindle::in_rounds(space.full()), PATIENCE);
        let config = stage.search().run(&space, rounds)?.best().clone();
        Ok(PassResult::of_units(stage, &space, &config, None))
    }
}
