//! A first look at many units of a text that has a tree.

use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage, View};
use crate::Config;
use crate::search::{Search, Stop};
use crate::space::{AsSpace, Space, Unit};
use crate::strategy::{Dwindle, Strategy, WhileProductive};

/// With fewer units no first look is taken.
const MANY: usize = 64;

/// What can go at the first tests goes, as long as much of it does, before a tree is reduced.
///
/// # Cost
/// 8 tests if units cannot be removed alone. On an HTML page whose reader ignores the syntax, lines led to the needed
/// part in 17 tests instead of 81.
#[derive(Clone, Copy, Debug)]
pub struct Survey(pub Unit);

impl Pass for Survey {
    fn name(&self) -> &'static str {
        "survey"
    }

    fn about(&self) -> &'static str {
        "a first look at many lines, as long as much can be removed at once"
    }

    fn level(&self) -> Level {
        Level::Units(self.0)
    }

    fn applies(&self, view: &View<'_>) -> bool {
        view.cut(self.0).units() >= MANY && view.tree().is_some()
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        let space = stage.cut(self.0);
        let config = at_once(stage.search(), &space, space.full())?;
        Ok(Left::of_units(&space, &config, None))
    }
}

/// What is left of `config` once what can go at the first tests is gone.
pub(super) fn at_once(search: &mut Search<'_>, space: &impl AsSpace, config: Config) -> Result<Config, Stop> {
    let space = space.as_space();
    let weights = space.weights(&space.full());
    Ok(search.run(&space, WhileProductive::new(Dwindle::until_surprised(config), weights))?.best().clone())
}
