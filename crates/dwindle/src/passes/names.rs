//! The pass `names`: shortens names, and removes names with all their uses.

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::reduce::names;
use crate::search::Stop;

/// The [names](names()) in the tree of the text. What has changed goes through all passes before it again.
#[derive(Clone, Copy, Debug)]
pub struct Names;

impl Pass for Names {
    fn about(&self) -> About {
        About::new("names", Level::Tree, "shortens names, and removes names with all their uses")
            .citing("after Xu & others 2023 and 2024")
    }

    /// A shorter name need not follow a grammar that candidates have to match.
    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        stage.reduce_tree(None, names)
    }
}
