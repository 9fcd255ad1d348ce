//! The user's own first, as if what others wrote were not there.

use std::ops::Range;
use std::sync::Arc;

use super::super::declarations::Declarations;
use super::super::pass::Pass;
use super::super::stage::Stage;
use crate::regions::{Folded, Regions, Whose};
use crate::search::{Bound, Stop};

/// How many tests the user's own text may take, and how many of them in a row in vain.
const TESTS: u64 = 48;
const MISSES: u64 = 12;

/// What so many tests have to take out, of all parts of the own text.
const LEAST: usize = 16;

/// Asks about declarations of what is nearer to the user than `whose`, as long as they are worth their tests.
///
/// Where the project has no other sources, that was all asked with [`Whose::Project`].
pub(super) fn own(stage: &mut Stage<'_, '_>, whose: Whose) -> Result<(), Stop> {
    let spans = outermost(stage, whose);
    if whose == Whose::Foreign && spans == outermost(stage, Whose::Project) {
        return Ok(());
    }
    let folded = Arc::new(Folded::new(stage.text(), &spans, &stage.protected()));
    let size = folded.text().bytes().len();
    if size > stage.text().bytes().len() / super::MOST {
        return Ok(());
    }
    let bound = Bound { tests: TESTS, misses: MISSES, least: (size / LEAST) as u64 };
    let left = stage.seen_through(folded.lens(), folded.text().clone(), bound, |stage| {
        if Declarations.applies(stage) {
            Declarations.run(stage)?;
        }
        Ok(())
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
