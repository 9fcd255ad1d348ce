//! The user's own first, as if what others wrote were not there.

use std::ops::Range;
use std::sync::Arc;

use super::super::declarations::Declarations;
use super::super::pass::Pass;
use super::super::stage::Stage;
use crate::regions::{Folded, Regions, Whose};
use crate::search::Stop;

/// The user's own is to be one part of so many of the text, at most.
const MOST: usize = 2;

/// How many tests in a row may come to nothing in the user's own text, and which part of it one has to take.
const MISSES: u64 = 12;
const LEAST: f64 = 0.005;

/// Asks about declarations of what is nearer to the user than `whose`, as long as they are worth their tests.
///
/// Where the project has no other sources, that was all asked with [`Whose::Project`].
pub(super) fn own(stage: &mut Stage<'_, '_>, whose: Whose) -> Result<(), Stop> {
    let spans = outermost(stage, whose);
    if whose == Whose::Foreign && spans == outermost(stage, Whose::Project) {
        return Ok(());
    }
    let folded = Arc::new(Folded::new(stage.text(), &spans, &stage.protected()));
    if folded.text().bytes().len() > stage.text().bytes().len() / MOST {
        return Ok(());
    }
    let left = stage.seen_through(folded.lens(), folded.text().clone(), |stage| {
        stage.leg(LEAST, MISSES, |stage| {
            if Declarations.applies(stage) {
                Declarations.run(stage)?;
            }
            Ok(())
        })
    })?;
    let whole = folded.unfolded(&left);
    if whole.id() != stage.text().id() {
        stage.set_text(whole);
    }
    Ok(())
}

/// Where the outermost regions are that are as far from the user as `whose`.
fn outermost(stage: &Stage<'_, '_>, whose: Whose) -> Vec<Range<usize>> {
    let regions = Regions::of(stage.text());
    regions.outermost(whose).into_iter().map(|region| region.span.clone()).collect()
}
