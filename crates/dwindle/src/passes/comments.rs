//! The pass `comments`: removes all comments at once, or as many as possible.

use std::sync::Arc;

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::algorithm::Algorithm;
use crate::search::Stop;
use crate::space::{Space, TreeSpace};
use crate::strategy::{Strategy, Together};
use crate::tree::{NodeId, Role, Tree};

/// Removes all comments with one test, and where that does not fail, as many as possible.
///
/// For results that people read on: all else stays as it is. The default plan does without it, since its pass on the
/// tree begins with comments, once large pieces are gone.
///
/// # Guarantee
/// No single comment that is left can go, protected ones apart.
///
/// # Cost
/// One test, or one and those of the list algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Comments;

impl Pass for Comments {
    fn about(&self) -> About {
        About::new("comments", Level::Tree, "removes comments, all at once if possible")
    }

    fn applies(&self, view: &View<'_>) -> bool {
        view.tree().is_some_and(|tree| comments(&tree).next().is_some())
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let tree = stage.tree().expect("a pass on trees runs where there is one");
        let setting = stage.setting(Algorithm::Dwindle);
        let tree = Arc::new(tree.as_ref().clone().protecting(setting.protect));
        let free = comments(&tree).filter(|id| tree.protected_in(&tree.node(*id).span()).is_empty());
        let space = Arc::new(TreeSpace::removals(Arc::clone(&tree), free).shrinking());
        let all = Together::new(space.full(), [space.full()]);
        let mut kept = stage.search().run(&space, all)?.best().clone();
        if !kept.is_empty() {
            kept = setting.lists.reduce(stage.search(), &space, kept)?;
        }
        Ok(PassResult::of_tree(stage, &space.apply(&kept).0, None))
    }
}

/// The comments of a text, and what else its grammar allows between any two tokens.
fn comments(tree: &Tree) -> impl Iterator<Item = NodeId> {
    let is_extra = |id: &NodeId| tree.node(*id).role() == Role::Extra && !tree.node(*id).is_empty();
    // None within another.
    let mut end = 0;
    tree.ids().filter(is_extra).filter(move |id| {
        let span = tree.node(*id).span();
        let is_outermost = span.start >= end;
        end = end.max(span.end);
        is_outermost
    })
}
