//! The user's own first, as if what others wrote were not there.

use std::sync::Arc;

use super::super::declarations::Declarations;
use super::super::kinds::Kinds;
use super::super::level::Level;
use super::super::pass::Pass;
use super::super::stage::Stage;
use crate::regions::{Folded, Regions, Whose};
use crate::search::{Bound, Stop};

/// What is asked about the user's own.
pub(super) fn own(stage: &mut Stage<'_, '_>, whose: Whose) -> Result<(), Stop> {
    for pass in [&Declarations as &dyn Pass, &Kinds] {
        let regions = Regions::of(stage.text());
        let spans: Vec<_> = regions.outermost(whose).into_iter().map(|region| region.span.clone()).collect();
        let folded = Arc::new(Folded::new(stage.text(), &spans, &stage.protected()));
        let own = folded.text().bytes().len();
        if own > stage.text().bytes().len() / super::MOST {
            return Ok(());
        }
        let bound = Bound { tests: 48, misses: 12, least: (own / 16) as u64 };
        let before = stage.text().id();
        let left = stage.seen_through(folded.lens(), folded.text().clone(), bound, |stage| {
            let has_ground = pass.level() != Level::Tree || stage.tree().is_some();
            if has_ground && pass.applies(stage) {
                let text = pass.run(stage)?.text;
                stage.set_text(text);
            }
            Ok(())
        })?;
        let whole = folded.unfolded(&left);
        if whole.id() != before {
            stage.set_text(whole);
        }
    }
    Ok(())
}
