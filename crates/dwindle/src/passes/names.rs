//! Names with all their uses.

use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage, View};
use crate::algorithm::Algorithm;
use crate::reduce::{Work, names};
use crate::search::Stop;

/// The [names](names()) in the tree of the text. What has changed goes through all passes before it again.
#[derive(Clone, Copy, Debug)]
pub struct Names;

impl Pass for Names {
    fn name(&self) -> &'static str {
        "names"
    }

    fn about(&self) -> &'static str {
        "shortens names, and removes names with all their uses"
    }

    fn citation(&self) -> Option<&'static str> {
        Some("after Xu & others 2023 and 2024")
    }

    fn level(&self) -> Level {
        Level::Tree
    }

    /// A shorter name need not follow a grammar that candidates have to match.
    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict()
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        let setting = stage.setting(Algorithm::Dwindle);
        let tree = stage.tree().expect("a pass on trees runs where there is one");
        let mut work = Work::new(stage.search(), setting, tree.squeezed());
        names(&mut work)?;
        Ok(Left::of_tree(work.tree(), None))
    }
}
