//! The passes `lines`, `tokens`, `chars` and `bytes`: a list algorithm on the units of a text.

mod couples;
mod quoted;
mod second_wind;
mod singly;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use super::state::Syntax;
use crate::Config;
use crate::algorithm::Algorithm;
use crate::search::{Search, Stop};
use crate::space::{AsSpace, Pinned, Shared, Space, TextSpace, Unit};
use crate::strategy::{Dwindle, Gallop, OneMinimal, Patient, Strategy, Together};

/// Where there is a tree, so few tokens or characters are asked about one by one: nodes went in groups before, and of 335 groups of tokens in
/// thirteen small programs one could go.
const SINGLY: usize = 256;

/// After so many characters in a row that could go, more are asked about at once.
const STREAK: usize = 4;

/// Where there is a tree, so many lines of so many bytes are asked about.
const MANY: usize = 64;
const LARGE: usize = 1 << 13;

/// A list algorithm on the units of the text.
///
/// # Guarantee
/// 1-minimal by these units: all algorithms in the registry are. The default strategy gets a second wind where the test
/// turns out not to be monotone, and then ends without any couple that could go together; but where the text's tree was
/// reduced before, characters that hang together are left alone outside of quotes, and couples of tokens that would break the syntax are
/// asked about only if breaking it was seen to fail. Few couples are asked about in any case: separators with tokens after them, and empty brackets.
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
    fn about(&self) -> About {
        let does = match self.unit {
            Unit::Bytes => "removes bytes, by the list algorithm",
            Unit::Chars => "removes characters, by the list algorithm",
            Unit::Lines => "removes lines, by the list algorithm",
            Unit::Tokens => "removes tokens, by the list algorithm",
        };
        About::new(self.unit.name(), Level::Units(self.unit), does)
    }

    fn algorithm(&self) -> &'static str {
        self.algorithm.name()
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

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let space = stage.cut(self.unit);
        let config = match self.algorithm {
            Algorithm::Dwindle => return default(stage, &space),
            // Published algorithms end where they end.
            other => {
                let shared = stage.checked(&space);
                other.reduce(stage.search(), &shared, space.full())?
            }
        };
        Ok(proved(stage, &space, &config))
    }
}

/// What is left, 1-minimal.
fn proved(stage: &mut PassContext<'_, '_>, space: &Pinned<TextSpace>, config: &Config) -> PassResult {
    PassResult::of_units(stage, space, config, Some(config.len()))
}

/// The default strategy as long as the test behaves as it takes for granted; then by the look of the text.
fn default(stage: &mut PassContext<'_, '_>, space: &Arc<Pinned<TextSpace>>) -> Result<PassResult, Stop> {
    let (shared, mut config) = (stage.checked(space), space.full());
    if stage.has_tree() && stage.is_strict() {
        let config = stage.search().run(&shared, Dwindle::new(config))?.best().clone();
        return Ok(proved(stage, space, &config));
    }
    if stage.has_tree() && space.base().unit() == Unit::Chars {
        let fixed = stage.tree().map(|tree| words::fixed(&tree)).unwrap_or_default();
        return chars(stage, space, &shared, &fixed);
    }
    if !stage.state().non_monotone {
        let is_surprised;
        if stage.has_tree() && config.len() <= SINGLY {
            let sets = singly::with_blanks(&space.pieces(space.base(), &config));
            let less = stage.search().run(&shared, Together::new(config.clone(), sets))?.best().clone();
            let less = stage.search().run(&shared, OneMinimal::new(less))?.best().clone();
            // What can go alone and did not go with its node hangs together with other tokens.
            is_surprised = less.len() < config.len();
            if is_surprised && stage.breaks_syntax(space, &config, &less) {
                stage.state().syntax = Syntax::Broken;
            }
            config = less;
        } else {
            let done = stage.search().run(&shared, Dwindle::until_surprised(config))?;
            (is_surprised, config) = (done.is_surprised(), done.best().clone());
        }
        if !is_surprised {
            config = in_couples(stage, space, &shared, config)?;
            return Ok(proved(stage, space, &config));
        }
        stage.state().non_monotone = true;
    }
    loop {
        config = second_wind::second_wind(stage, space, &shared, config)?;
        let less = in_couples(stage, space, &shared, config.clone())?;
        if less.len() == config.len() {
            return Ok(proved(stage, space, &config));
        }
        config = less;
    }
}

/// What is left of `config`, which is 1-minimal, without couples of tokens that leave the syntax as it is, where there is a tree: 1-minimal again.
fn in_couples(
    stage: &mut PassContext<'_, '_>,
    space: &Arc<Pinned<TextSpace>>,
    shared: &Shared,
    config: Config,
) -> Result<Config, Stop> {
    if !stage.has_tree() || space.base().unit() != Unit::Tokens || config.len() > SINGLY {
        return Ok(config);
    }
    let mut sets = couples::likeliest(&space.pieces(space.base(), &config));
    sets.retain(|set| !stage.breaks_syntax(space, &config, &config.minus(set)));
    let less = stage.search().run(shared, Together::new(config.clone(), sets))?.best().clone();
    if less.len() == config.len() {
        return Ok(config);
    }
    Ok(stage.search().run(shared, OneMinimal::new(less))?.best().clone())
}

/// Removes characters of a text that has a tree: tokens and names were reduced before, so that nearly all are needed.
///
/// Of words, the ends are asked about, each once, and nothing of those that the grammar fixes: as long as no character could go, the others
/// are taken to be needed, too, and nothing is proved. Where many in a row can go, hardly anything of the text is read, and more are asked
/// about at once.
fn chars(
    stage: &mut PassContext<'_, '_>,
    space: &Arc<Pinned<TextSpace>>,
    shared: &Shared,
    fixed: &BTreeSet<Vec<u8>>,
) -> Result<PassResult, Stop> {
    let mut config = space.full();
    if config.len() > SINGLY {
        config = at_once(stage.search(), shared, config)?;
    }
    let sets = quoted::quoted(&space.pieces(space.base(), &config));
    config = stage.search().run(shared, Together::new(config, sets))?.best().clone();
    let likely = words::likely(&space.pieces(space.base(), &config), fixed);
    let all = likely.len() == config.len();
    let likely = Together::new(config.clone(), likely).joining(STREAK);
    let mut less = stage.search().run(shared, likely)?.best().clone();
    let gone = config.len() - less.len();
    stage.state().chars_gone += gone;
    if stage.state().chars_gone == 0 && !all {
        return Ok(PassResult::of_units(stage, space, &config, None));
    }
    if gone > SINGLY {
        // Hardly anything of this is read: what is left of words will go by the run, too.
        less = stage.search().run(shared, Gallop::new(less, 1))?.best().clone();
    }
    let config = stage.search().run(shared, OneMinimal::new(less))?.best().clone();
    Ok(proved(stage, space, &config))
}

/// What is left of `config` once what can go at the first tests is gone.
fn at_once(search: &mut Search<'_>, space: &impl AsSpace, config: Config) -> Result<Config, Stop> {
    let space = space.as_space();
    let weights = space.weights(&space.full());
    Ok(search
        .run(&space, Patient::while_productive(Dwindle::until_surprised(config), weights))?
        .best()
        .clone())
}
