//! List algorithms on the units of a text.

mod couples;
mod quoted;
mod second_wind;

use std::sync::Arc;

use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage, View};
use crate::Config;
use crate::algorithm::Algorithm;
use crate::search::{Search, Stop};
use crate::space::{AsSpace, Pinned, Space, TextSpace, Unit};
use crate::strategy::{Dwindle, OneMinimal, Strategy, Together, WhileProductive};

/// So few characters are asked about one by one.
const FEW: usize = 16;

/// Where there is a tree, so many lines of so many bytes are asked about.
const MANY: usize = 64;
const LARGE: usize = 1 << 13;

/// A list algorithm on the units of the text.
///
/// # Guarantee
/// 1-minimal by these units: all algorithms in the registry are. The default strategy gets a second wind where the test
/// turns out not to be monotone, and then ends without any couple that could go together; but where the text's tree was
/// reduced before, characters that hang together are left alone outside of quotes, and couples of tokens that would break the syntax are
/// asked about only if breaking it was seen to fail.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// What the text is cut into.
    pub unit: Unit,
}

impl List {
    /// The default algorithm on this unit.
    pub const fn of(unit: Unit) -> Self {
        Self { algorithm: Algorithm::Dwindle, unit }
    }
}

impl Pass for List {
    fn name(&self) -> &'static str {
        self.unit.name()
    }

    fn algorithm(&self) -> &'static str {
        self.algorithm.name()
    }

    fn about(&self) -> &'static str {
        match self.unit {
            Unit::Bytes => "removes bytes, by the list algorithm",
            Unit::Chars => "removes characters, by the list algorithm",
            Unit::Lines => "removes lines, by the list algorithm",
            Unit::Tokens => "removes tokens, by the list algorithm",
        }
    }

    fn level(&self) -> Level {
        Level::Units(self.unit)
    }

    /// Where there is a tree, lines show at the first few tests whether they are of use at all.
    fn patience(&self, view: &View<'_>) -> u64 {
        if self.unit == Unit::Lines && view.has_tree() { 8 } else { 32 }
    }

    fn can_yield(&self) -> bool {
        self.algorithm == Algorithm::Dwindle
    }

    /// Where there is a tree, small texts are left to it: without some lines they may have none.
    fn applies(&self, view: &View<'_>) -> bool {
        let is_large = || view.text().bytes().len() >= LARGE && view.units(self.level()) >= MANY;
        self.unit != Unit::Lines || !view.has_tree() || is_large()
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        let space = stage.cut(self.unit);
        let config = match self.algorithm {
            Algorithm::Dwindle => default(stage, &space)?,
            // Published algorithms end where they end.
            other => {
                let shared = stage.checked(&space);
                other.reduce(stage.search(), &shared, space.full())?
            }
        };
        Ok(Left::of_units(&space, &config, Some(config.len())))
    }
}

/// The default strategy as long as the test behaves as it takes for granted; then by the look of the text.
fn default(stage: &mut Stage<'_, '_>, space: &Arc<Pinned<TextSpace>>) -> Result<Config, Stop> {
    let (shared, mut config) = (stage.checked(space), space.full());
    if stage.has_tree() && stage.is_strict() {
        return Ok(stage.search().run(&shared, Dwindle::new(config))?.best().clone());
    }
    if stage.has_tree() && space.base().unit() == Unit::Chars {
        // Tokens and names were reduced before, so that nearly all characters are needed.
        if config.len() > FEW {
            config = at_once(stage.search(), &shared, config)?;
        }
        let sets = quoted::quoted(&space.pieces(space.base(), &config));
        config = stage.search().run(&shared, Together::new(config, sets))?.best().clone();
        return Ok(stage.search().run(&shared, OneMinimal::new(config))?.best().clone());
    }
    if !stage.state().non_monotone {
        let done = stage.search().run(&shared, Dwindle::until_surprised(config))?;
        if !done.is_surprised() {
            return Ok(done.best().clone());
        }
        stage.state().non_monotone = true;
        config = done.best().clone();
    }
    second_wind::second_wind(stage, space, &shared, config)
}

/// What is left of `config` once what can go at the first tests is gone.
fn at_once(search: &mut Search<'_>, space: &impl AsSpace, config: Config) -> Result<Config, Stop> {
    let space = space.as_space();
    let weights = space.weights(&space.full());
    Ok(search.run(&space, WhileProductive::new(Dwindle::until_surprised(config), weights))?.best().clone())
}
