//! What others wrote goes as a whole, once the user's own is small.

mod own;
mod wholes;

use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage};
use crate::regions::{Regions, Whose};
use crate::search::Stop;

/// Smaller texts are left to other passes.
const LARGE: usize = 1 << 14;

/// What is foreign must be so much of a text, of all its parts.
const MOST: usize = 2;

/// A round is worth another if it took one part in so many.
const WORTH: usize = 10;

#[derive(Clone, Copy, Debug)]
pub struct Origins;

impl Pass for Origins {
    fn name(&self) -> &'static str {
        "regions"
    }

    fn about(&self) -> &'static str {
        "reduces the user's own first, then what others wrote by whole headers"
    }

    fn level(&self) -> Level {
        Level::Regions
    }

    fn when(&self) -> super::When {
        super::When::FirstRound
    }

    fn applies(&self, stage: &Stage<'_, '_>) -> bool {
        stage.text().bytes().len() >= LARGE && !stage.is_strict() && !Regions::of(stage.text()).is_empty()
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        loop {
            let before = stage.text().bytes().len();
            for whose in [Whose::Project, Whose::Foreign] {
                own::own(stage, whose)?;
            }
            wholes::wholes(stage)?;
            let after = stage.text().bytes().len();
            if after > before - before.div_ceil(WORTH) || !self.applies(stage) {
                break;
            }
        }
        Ok(Left::of_stage(stage, self.level()))
    }
}
