//! Repair of a text from which stretches were dropped: as many of their tokens as possible come back, while it
//! passes.

use std::ops::Range;
use std::sync::Arc;

use super::maximize::Repaired;
use crate::Text;
use crate::event::{Event, Stage};
use crate::search::{Search, Stop};
use crate::space::{Space, Unit};
use crate::strategy::{Dd, Mode};

/// Of stretches that `text` passes without, lets as many tokens come back as it passes with.
///
/// A token comes back with the blanks before it.
///
/// # Source
/// ddmax of L. Kirschner, E. Soremekun, A. Zeller, "Debugging Inputs" (ICSE 2020).
///
/// # Guarantee
/// What is given passes, if `text` without `left_out` does, and passes no more with any one token more.
///
/// # Cost
/// ddmax's tests on the tokens that are left out: about twice as many as there are, if none can come back.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn within(search: &mut Search<'_>, text: &Text, left_out: &[Range<usize>]) -> Result<Repaired, Stop> {
    let space = Arc::new(text.cut_within(left_out));
    let whole = space.full();
    let start = whole.minus(&space.touching(left_out.iter().cloned()));
    let (units, size) = (whole.len() - start.len(), space.size(&whole));
    let stage = Stage { algorithm: "ddmax", unit: Unit::Tokens.name(), units, size };
    search.announce(&Event::StageBegan(stage))?;
    let dd = search.run(&space, Dd::between(start, whole.clone(), Mode::Maximise))?;
    let out = whole.minus(dd.passing());
    let passing = space.render(dd.passing());
    let (units, size) = (out.len(), space.size(dd.passing()));
    search.announce(&Event::StageEnded { stage, units, size, certificate: None })?;
    let left_out = out.runs().iter().map(|run| space.span(run.start..run.end)).collect();
    Ok(Repaired { passing, left_out })
}
