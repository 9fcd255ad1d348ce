//! The pass `kinds`: makes changes of the syntax tree, of those kinds of change that removed something for their
//! tests so far.

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::Id;
use crate::reduce::{dive, prune_by_success_rate, survey, up_to_names};
use crate::search::Stop;

/// Of trees with so many nodes it is looked at whether only names and blanks changed.
const SMALL: usize = 1 << 12;

/// The changes of the syntax tree that are [worth their tests](prune_by_success_rate()), after a survey of the whole tree.
///
/// There is no survey of a text whose declarations are asked about: they go in groups there. In 28 turns on C++ programs of 8 kB to
/// 1.3 MB, of several builds, the first 12 tests took nothing.
#[derive(Clone, Copy, Debug)]
pub struct Kinds;

impl Pass for Kinds {
    fn about(&self) -> About {
        About::new("kinds", Level::Tree, "tree nodes, as long as others of their kind went")
    }

    /// What nothing uses goes by its names alone, which a grammar that candidates have to match need not allow. Where only names and
    /// blanks are not as they were when it last ended, the same would be asked again.
    fn applies(&self, view: &View<'_>) -> bool {
        let seen = view.seen().state.settled;
        !view.is_strict() && (seen.is_none() || seen != settled(view))
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let is_first = stage.state().is_first;
        let declares = stage.has_declarations();
        let left = stage.reduce_tree(None, |work| {
            if is_first {
                dive(work)?;
            }
            if !declares {
                survey(work)?;
            }
            prune_by_success_rate(work)
        })?;
        let left_out = stage.search().repeats_skipped() > 0;
        stage.state().settled = settled(stage).filter(|_| !left_out);
        Ok(left)
    }
}

/// What tells the tree of the text from others but for names and blanks, where the text is small.
fn settled(view: &View<'_>) -> Option<Id> {
    view.tree().filter(|tree| tree.len() <= SMALL).map(|tree| up_to_names(&tree))
}
