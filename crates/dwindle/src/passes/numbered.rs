//! The pass `numbered`: gives names to values that a language numbers in their order, so that one can be removed
//! without renumbering the others.

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use super::rewrites::make;
use crate::Config;
use crate::rewrite::Rewrite;
use crate::search::Stop;
use crate::space::RewriteSpace;
use crate::strategy::First;

/// Gives names to what a language numbers in its order, such as the values of LLVM IR.
///
/// Where `%5` is the name of what stands fifth, nothing before it can go as long as all later numbers stay. With names every
/// instruction can go alone, and a pass has to know nothing of it.
///
/// # Guarantee
/// The result fails and is no larger. Names are no longer than the numbers were; comments and indentation go with them, so that the
/// text becomes shorter.
///
/// # Cost
/// One test.
#[derive(Clone, Copy, Debug)]
pub struct Numbered;

impl Pass for Numbered {
    fn about(&self) -> About {
        About::new("numbered", Level::Tree, "gives names to what is numbered in its order")
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && view.named().is_some()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        if let Some(rewrite) = stage.named() {
            let space = RewriteSpace::new(stage.text().clone(), [rewrite]);
            make(stage, space, |full| First::new(full, [Config::empty()]))?;
        }
        Ok(PassResult::default())
    }
}

impl View<'_> {
    /// Names for all that is numbered, as one rewrite; none where nothing is, or something of it is protected.
    fn named(&self) -> Option<Rewrite> {
        let rewrite = Rewrite::new(Numbered.name(), self.text(), self.names_for_numbers())?;
        self.unprotected(vec![rewrite]).pop()
    }
}
