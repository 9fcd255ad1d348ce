//! The pass `tree`, and those named after published algorithms: a reducer on the syntax tree.

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use super::promises::promise;
use crate::reduce::TreeAlgorithm;
use crate::search::Stop;

/// A reducer on the syntax tree of the text.
#[derive(Clone, Copy, Debug)]
pub struct OnTree(pub TreeAlgorithm);

impl Pass for OnTree {
    fn about(&self) -> About {
        let name = if self.can_yield() { "tree" } else { self.0.name() };
        About::new(name, Level::Tree, self.0.about()).citing(self.0.citation())
    }

    fn algorithm(&self) -> &'static str {
        self.0.name()
    }

    /// Where candidates have to match the grammar, no other pass knows what may go.
    fn promise(&self, view: &View<'_>) -> f64 {
        if view.is_strict() { promise("kinds", view) } else { promise(self.name(), view) }
    }

    fn can_yield(&self) -> bool {
        self.0 == TreeAlgorithm::Dwindle
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let tree = stage.tree().expect("a pass on trees runs where there is one");
        let setting = stage.setting(self.0.lists());
        let reduced = self.0.reduce(stage.search(), setting, &tree)?;
        Ok(PassResult::of_tree(stage, &reduced.tree, reduced.certificate))
    }
}
