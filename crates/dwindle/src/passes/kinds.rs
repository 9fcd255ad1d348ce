//! What is likeliest to go from the syntax tree.

use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage, View};
use crate::algorithm::Algorithm;
use crate::reduce::{Work, in_kinds};
use crate::search::Stop;

/// The changes of the syntax tree that are [worth their tests](in_kinds()).
#[derive(Clone, Copy, Debug)]
pub struct Kinds;

impl Pass for Kinds {
    fn name(&self) -> &'static str {
        "kinds"
    }

    fn about(&self) -> &'static str {
        "tree nodes, as long as others of their kind went"
    }

    fn level(&self) -> Level {
        Level::Tree
    }

    /// What nothing uses goes by its names alone, which a grammar that candidates have to match need not allow.
    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict()
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        let tree = stage.tree().expect("a pass on trees runs where there is one");
        let setting = stage.setting(Algorithm::Dwindle);
        let mut work = Work::new(stage.search(), setting, tree.squeezed());
        in_kinds(&mut work)?;
        Ok(Left::of_tree(work.tree(), None))
    }
}
