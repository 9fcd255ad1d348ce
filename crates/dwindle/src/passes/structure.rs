//! The pass `structure`: changes a text without a known language by its brackets, tags, lists and indented blocks.

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::reduce::{dive, prune_by_success_rate, survey};
use crate::search::Stop;
use crate::space::Unit;
use crate::structure::Structure;

/// Of fewer tokens each is asked about alone as quickly.
const FEW: usize = 16;

/// Brackets, tags, lists and indented blocks as the [nodes of a tree](Structure), where no language is known: the changes that
/// are [worth their tests](prune_by_success_rate()).
///
/// # What we tried
/// The rarest separator as the outermost in each list, whatever it is: lines of one table were then cut in different ways.
///
/// # Guarantee
/// The result fails and is no larger. What could not go may be able to go now.
///
/// # Cost
/// That of [`prune_by_success_rate`](prune_by_success_rate()), which gives up kinds of changes of which fewer than one in eight could be made. Of 7 kB of
/// nested arithmetic whose reader refuses wrong syntax 16 bytes were left after 123 tests; by tokens it took 2,000.
#[derive(Clone, Copy, Debug)]
pub struct ByStructure;

impl Pass for ByStructure {
    fn about(&self) -> About {
        About::new(
            "structure",
            Level::Units(Unit::Tokens),
            "brackets, tags, lists and indented blocks of a text without a known language",
        )
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && !view.has_tree() && view.units(self.level()) >= FEW
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        stage.reduce_tree(Some(&Structure::new()), |work| {
            dive(work)?;
            survey(work)?;
            prune_by_success_rate(work)
        })?;
        Ok(PassResult::default())
    }
}
