//! The pass `stretches`: removes runs of declarations, or of included sources, from a large text, from its end.

mod runs;
mod sources;

use std::sync::Arc;

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use super::round::Round;
use crate::Config;
use crate::outline::Kind;
use crate::regions::Regions;
use crate::search::Stop;
use crate::space::{Dropped, Mapped, Space};
use runs::{Runs, cuts};

/// How many stretches the text is cut into at first, and at most.
const COARSE: usize = 8;
const FINE: usize = 512;

/// Smaller texts are left to passes that know what uses what.
const LARGE: usize = 1 << 14;

/// Removes stretches of what a text declares, or of the sources that it was put together of ([`Regions`]), in runs from the end: first
/// an eighth of the text each, then half of that, and so on.
///
/// What is declared late is used by little, and what stands together belongs together, whatever names tell. Of sources each is a unit
/// without what it takes in, in the order in which they end: what a source needs, it takes in, or another took it in before, so
/// each is needed only by those after it, and a run from the end is a source with what it alone needs, also where some of what it
/// takes in has to stay for others.
///
/// # Source
/// Stretches of half the length in each round are those of ddmin (Zeller & Hildebrandt, TSE 2002), here by weight.
///
/// # Guarantee
/// The result fails and is no larger. Nothing is claimed of what is left.
///
/// # Cost
/// About two tests for each stretch that cannot go, of each length; the plan ends it where that is too little.
///
/// # What we tried
/// Sources with all that they take in, by weight: 1.4 MB were left of a C++ program of 2.7 after 51 tests, and no more went: what is
/// taken in first holds what others need.
#[derive(Clone, Copy, Debug)]
pub struct Stretches;

impl Pass for Stretches {
    fn about(&self) -> About {
        About::new(
            "stretches",
            Level::Declarations,
            "removes stretches of declarations or of included sources, from the end",
        )
    }

    fn applies(&self, view: &View<'_>) -> bool {
        view.text().bytes().len() >= LARGE
            && !view.is_strict()
            && (view.outline().is_some() || !Regions::of(view.text()).is_empty())
    }

    fn patience(&self, _: &View<'_>) -> u64 {
        24
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let mut count = stage.state().stretches.max(COARSE);
        while count <= FINE && self.applies(stage) {
            stage.state().stretches = count;
            if Regions::of(stage.text()).is_empty() {
                declared(stage, count)?;
            } else {
                sources::sources(stage, count)?;
            }
            count *= 2;
        }
        stage.state().stretches = 0;
        Ok(PassResult::default())
    }
}

/// Asks to do without stretches of what is outermost, in the order of the text.
fn declared(stage: &mut PassContext<'_, '_>, count: usize) -> Result<(), Stop> {
    let Some(mut round) = Round::of(stage)? else { return Ok(()) };
    let (live, needed) = (round.outline.live(&round.kept), round.kept.needed());
    let is_unit = |id| {
        live[id as usize]
            && !needed[id as usize]
            && matches!(round.kind(id), Kind::Item | Kind::Definition)
            && round.outline.is_outermost(round.outline.item(id))
    };
    let units = round.items(is_unit);
    let starts: Vec<usize> = units.iter().map(|id| round.outline.item(*id).span.start).collect();
    let weights = round.outline.live_weights(&live);
    let cuts = cuts(units.iter().map(|id| weights[*id as usize]), round.size() / count);
    let space = round.space(units, Dropped::Gone);
    let parts: Vec<Config> = cuts.windows(2).map(|cut| Config::of_units(cut[0]..cut[1])).collect();
    let places: Vec<usize> = cuts.iter().take(parts.len()).map(|unit| starts[*unit as usize]).collect();
    let runs = Arc::new(Mapped::by(Arc::clone(&space), Runs { all: space.full(), parts }));
    let best = round.sweep(&runs, &places)?;
    round.take(&space, &runs.to_base(&best));
    round.end();
    Ok(())
}
