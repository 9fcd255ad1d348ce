//! What the default list algorithm does where the test is not monotone.
//!
//! An unresolved outcome, or sets that can go one by one and not together, show that a test is not monotone. Then
//! the largest bracketed stretches and indented blocks are asked about, halving rounds follow, and when no unit can
//! go alone any more, brackets with their partners and a few neighbours are asked to go together
//! (`strategy/together` of the core). Without such an outcome none of this is asked.

use std::sync::Arc;

use super::couples::{couples, stretches};
use crate::Config;
use crate::passes::context::PassContext;
use crate::passes::state::Syntax;
use crate::search::Stop;
use crate::space::{Pinned, Shared, TextSpace, Unit};
use crate::strategy::{Dwindle, OneMinimal, Patient, Strategy, Together};

/// How many stretches of the text in a row may not go before the others are left to the sweeps.
const PATIENCE: usize = 32;

/// How many units a text may have that is looked at. A look takes some fifty bytes a unit, and rounds that halve a text of
/// more units find what is large as soon.
const LOOKED_AT: usize = 1 << 20;

/// Asks for what the look of the text suggests: first whether its largest bracketed stretches and indented blocks can
/// go; then halving rounds; and when nothing can be removed alone, brackets with their partners and a few neighbours.
///
/// Ends 1-minimal, and without any couple that could go together. As long as breaking the syntax of a text that has a
/// tree never failed, couples that would break it are not asked about.
pub(super) fn second_wind(
    stage: &mut PassContext<'_, '_>,
    space: &Arc<Pinned<TextSpace>>,
    shared: &Shared,
    mut config: Config,
) -> Result<Config, Stop> {
    let unit = space.base().unit();
    let is_looked_at = config.len() <= LOOKED_AT && matches!(unit, Unit::Lines | Unit::Tokens);
    if stage.state().is_first && !stage.has_tree() && is_looked_at {
        let sets = stretches(&space.pieces(space.base(), &config), unit);
        config = best(stage, shared, Patient::new(Together::new(config, sets), PATIENCE))?;
    }
    let mut careful = stage.careful(space, &config);
    let asked = careful.as_ref().unwrap_or(shared);
    config = if stage.has_tree() {
        // Nodes went in rounds before, and little can be left to go.
        best(stage, asked, OneMinimal::new(config))?
    } else {
        best(stage, asked, Dwindle::in_rounds(config))?
    };
    loop {
        let asked = careful.as_ref().unwrap_or(shared);
        let sets = couples(&space.pieces(space.base(), &config), unit, stage.has_tree());
        let less = best(stage, asked, Together::new(config.clone(), sets))?;
        if less.len() < config.len() {
            config = if less.len() < config.len() / 2 {
                best(stage, asked, Dwindle::in_rounds(less))?
            } else {
                best(stage, asked, OneMinimal::new(less))?
            };
            continue;
        }
        if careful.is_none() {
            return Ok(config);
        }
        let less = best(stage, shared, OneMinimal::new(config.clone()))?;
        if less.len() == config.len() {
            return Ok(config);
        }
        (config, careful) = (less, None);
        stage.state().syntax = Syntax::Broken;
    }
}

/// What `strategy` ends with in `space`.
fn best(
    stage: &mut PassContext<'_, '_>,
    space: &Shared,
    strategy: impl Strategy + Clone + 'static,
) -> Result<Config, Stop> {
    Ok(stage.search().run(space, strategy)?.best().clone())
}
