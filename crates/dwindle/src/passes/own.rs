//! The pass `own`: reduces the user's own text in a text that a tool put together, before the text that other
//! sources contributed.
//!
//! It reduces the user's own text through the lens of `regions/folded`, within a bound on its tests. What it left
//! is asked about by all other passes again, as if nothing had been known of it.

use std::ops::Range;
use std::sync::Arc;

use super::context::{PassContext, PassResult, View};
use super::declarations;
use super::level::Level;
use super::pass::{About, Pass};
use super::promises::promise;
use crate::regions::{Folded, Regions, Whose};
use crate::search::Stop;

/// Smaller texts are left to other passes.
const LARGE: usize = 1 << 14;

/// The user's own is to be one part of so many of the text, at most.
const MOST: usize = 4;

/// How many tests in a row may come to nothing in the user's own text, and which part of it one has to take.
const MISSES: u64 = 12;
const LEAST: f64 = 0.005;

/// Reduces the user's own text first, as far as a text tells where it comes from ([`Regions`]).
///
/// Asks about declarations of the user's own text, as if what others wrote were not there; then with the project's other sources, where
/// there are any. Of a preprocessed program of 3 MB some kilobytes are the user's own, and how much of the rest is needed depends on
/// these. The lines that tell where text comes from stay with it: compilers warn less about what is the system's. Sources of the
/// same project count as foreign at first, since most failures need little of them, and as the user's own from then on.
///
/// # Source
/// Whoever reduces by hand begins with the text that he wrote.
///
/// # Guarantee
/// The result fails and is no larger. Nothing is claimed of what is left.
///
/// # Cost
/// It ends where its tests take less than one part in 200 of the own text.
///
/// # What we tried
/// It before `roots`: of seven preprocessed C++ programs of 1.2 to 2.1 MB four took 1.1 to 1.5 times as long, as each of its tests
/// compiled all of the text, and three 0.93 to 0.99 times. It after `roots`, which was then not asked again: one of them had 338,081
/// bytes after 80 s instead of 75 after 60.
///
/// Nodes of the own text's tree by kinds: 80 bytes for 28 tests where a test costs most.
#[derive(Clone, Copy, Debug)]
pub struct Own;

impl Pass for Own {
    fn about(&self) -> About {
        About::new("own", Level::Regions, "reduces the user's own text before what others wrote")
    }

    /// At first more than anything else but [`roots`](super::Declarations::Roots), whose first tests take half of the text before these
    /// are asked on all of it; then what is left of it.
    fn promise(&self, view: &View<'_>) -> f64 {
        if view.knows_own() { own_part(view) } else { promise(self.name(), view) }
    }

    /// It knows itself when it is no longer worth its tests: the user's own text is next to nothing of the whole.
    fn can_yield(&self) -> bool {
        false
    }

    fn applies(&self, view: &View<'_>) -> bool {
        view.text().bytes().len() >= LARGE && !view.is_strict() && !Regions::of(view.text()).is_empty()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        own(stage, Whose::Project)?;
        own(stage, Whose::Foreign)?;
        let is_first = !std::mem::replace(&mut stage.state().knows_own, true);
        // How much of the rest is needed depends on it.
        Ok(PassResult { renews_others: is_first, ..PassResult::default() })
    }
}

/// Which part of the text is the user's own.
#[expect(clippy::cast_precision_loss, reason = "an estimate needs no more digits")]
fn own_part(view: &View<'_>) -> f64 {
    let size = view.text().bytes().len();
    let others: usize = outermost(view, Whose::Foreign).iter().map(Range::len).sum();
    (size - others) as f64 / size.max(1) as f64
}

/// Asks about declarations of what is nearer to the user than `whose`, as long as they are worth their tests.
///
/// Where the project has no other sources, that was all asked with [`Whose::Project`].
fn own(stage: &mut PassContext<'_, '_>, whose: Whose) -> Result<(), Stop> {
    let spans = outermost(stage, whose);
    if whose == Whose::Foreign && spans == outermost(stage, Whose::Project) {
        return Ok(());
    }
    let folded = Arc::new(Folded::new(stage.text(), &spans, &stage.protected()));
    if folded.text().bytes().len() > stage.text().bytes().len() / MOST {
        return Ok(());
    }
    let left = stage.seen_through(folded.lens(), folded.text().clone(), |stage| {
        stage.leg(LEAST, MISSES, declarations::in_order)
    })?;
    let whole = folded.unfolded(&left);
    if whole.id() != stage.text().id() {
        stage.set_text(whole);
    }
    Ok(())
}

/// Where the outermost regions are that are as far from the user as `whose`.
fn outermost(view: &View<'_>, whose: Whose) -> Vec<Range<usize>> {
    let regions = Regions::of(view.text());
    regions.outermost(whose).into_iter().map(|region| region.span.clone()).collect()
}
