//! Rewrites that another program offers.

mod detour;

use std::fmt::Debug;
use std::sync::Arc;

use super::level::Level;
use super::pass::Pass;
use super::rewrites::change;
use super::stage::{Left, Stage, View};
use crate::Text;
use crate::event::Event;
use crate::rewrite::Rewrite;
use crate::search::Stop;
use crate::space::Unit;
use detour::{Came, detour};

/// How many detours of one rule may come to nothing before it gets no more of them.
const FRUITLESS: usize = 3;

/// Something outside of this library that offers rewrites of texts: another program, say.
///
/// What it offers has to depend on the text alone. It is asked between tests, one text at a time.
pub trait Rewriter: Debug + Send + Sync {
    /// What its pass is called.
    fn name(&self) -> &'static str;

    /// One line on what it does.
    fn about(&self) -> &'static str;

    /// Whether it offers anything for texts in this language; none is a text of which no more is known.
    fn knows(&self, language: Option<&str>) -> bool;

    /// Some of its rewrites of `text`, from `from` on.
    fn offers(&self, text: &Text, language: Option<&str>, from: Place) -> Offers;
}

/// How far a [`Rewriter`] was asked: the first is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The number of the rule.
    pub rule: usize,
    /// How many rewrites of this rule were offered before.
    pub offered: usize,
}

/// Some rewrites, and whether there are more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// The rewrites, each within the text.
    pub rewrites: Vec<Rewrite>,
    /// Where to go on; none at the end.
    pub next: Option<Place>,
    /// What went wrong and is to be told: once, and not for every text.
    pub warning: Option<String>,
}

/// Makes the rewrites that a [`Rewriter`] offers, as many at once as hold together.
///
/// # How it goes
/// ```text
/// for some rewrites after the other, until there are no more:
///     repeat until none of them can be made: ask for them on the text as it is now, and make what can be made
///     make each alone that makes the text longer, and go on from there with the quick passes: keep what is shorter at the end
/// ```
///
/// It waits until the other passes change nothing, so what it does adds to what they do. What it has changed goes through
/// them again.
///
/// # Guarantee
/// The result fails and has fewer bytes, or is the input. A rewriter that gives nothing, or wrong edits, costs no result.
///
/// # Cost
/// That of the list algorithm on the rewrites that are offered together; one test for each that makes the text longer, and
/// where that fails some tests for each token. A rule of which three such detours came to nothing gets no more of them.
#[derive(Clone, Debug)]
pub struct External(pub Arc<dyn Rewriter>);

impl Pass for External {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn about(&self) -> &'static str {
        self.0.about()
    }

    fn level(&self) -> Level {
        Level::Units(Unit::Tokens)
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && self.0.knows(view.language())
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        let (mut next, mut fruitless) = (Some(Place::default()), (0, 0));
        while let Some(place) = next {
            stage.search().check_halted()?;
            let offers = self.0.offers(stage.text(), stage.language(), place);
            // One that was stopped offers nothing more, which is no end.
            stage.search().check_halted()?;
            if let Some(text) = &offers.warning {
                stage.search().announce(&Event::Warning { text })?;
            }
            if fruitless.0 != place.rule {
                fruitless = (place.rule, 0);
            }
            let rewrites = stage.unprotected(offers.rewrites);
            if !change(stage, rewrites.clone())? && !go_round(stage, rewrites, &mut fruitless.1)? {
                next = offers.next;
            }
        }
        Ok(Left::of_stage(stage, self.level()))
    }
}

/// Goes detours until one comes to a smaller text; whether one did.
fn go_round(stage: &mut Stage<'_, '_>, rewrites: Vec<Rewrite>, fruitless: &mut usize) -> Result<bool, Stop> {
    for rewrite in rewrites {
        if *fruitless >= FRUITLESS {
            break;
        }
        match detour(stage, rewrite)? {
            Came::Nowhere => {}
            Came::Back => *fruitless += 1,
            Came::Further => return Ok(true),
        }
    }
    Ok(false)
}
