//! Rewrites that pay before single nodes do.

use std::sync::Arc;

use super::level::Level;
use super::pass::Pass;
use super::rewrites::in_lists;
use super::stage::{Left, Stage};
use crate::search::Stop;
use crate::space::{RewriteSpace, Space};
use crate::strategy::{Gallop, Strategy};

/// A rule, and then all of them, is asked about again if it took one part in so many.
const WORTH: usize = 10;

/// Where so many questions in a row took nothing, the rest of a list is left to other passes.
const PATIENCE: usize = 12;

/// Makes the rewrites that a language says are worth asking about early, as long as they are worth their tests.
///
/// # How it goes
/// ```text
/// repeat while a tenth of the text goes:
///     for each early rule of the language, in the order of its table:
///         repeat while a tenth of the text goes, each time on a new parse:
///             those of its rewrites that do not overlap, outer ones first, in runs from the end; then those that are left
/// ```
///
/// Where each value has a name and each block a label, as in LLVM IR, hardly any node can go as long as its name is used, and a
/// rewrite is the smallest change that leaves a program: a value goes with a constant in all its places, or a jump depends on
/// nothing.
///
/// # Source
/// The order in which `llvm-reduce` runs its passes: those that change most first.
///
/// # Guarantee
/// The result fails and has fewer bytes, or is the input. Nothing is claimed of what is left.
///
/// # Cost
/// As of [`Gallop`] on each list; where nothing goes, at most 12 tests for each list of each rule.
#[derive(Clone, Copy, Debug)]
pub struct Early;

impl Pass for Early {
    fn name(&self) -> &'static str {
        "early"
    }

    fn about(&self) -> &'static str {
        "rewrites that pay before single nodes do, by rules of the language"
    }

    fn level(&self) -> Level {
        Level::Tree
    }

    fn applies(&self, stage: &Stage<'_, '_>) -> bool {
        !stage.is_strict() && !stage.early_rules().is_empty()
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        let rules = stage.early_rules();
        while_worth(stage, |stage| {
            rules.iter().try_for_each(|rule| while_worth(stage, |stage| ask(stage, rule)))
        })?;
        Ok(Left::of_stage(stage, self.level()))
    }
}

/// Takes `step` again as long as one part in [`WORTH`] of the text goes with it.
fn while_worth<'a, 's>(
    stage: &mut Stage<'a, 's>,
    mut step: impl FnMut(&mut Stage<'a, 's>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    loop {
        let before = stage.text().bytes().len();
        step(stage)?;
        let gone = before - stage.text().bytes().len();
        if gone == 0 || gone * WORTH < before {
            return Ok(());
        }
    }
}

/// Asks about all rewrites of a rule; where one list of them took something, the others are left for the next parse.
fn ask(stage: &mut Stage<'_, '_>, rule: &str) -> Result<(), Stop> {
    let of_rule = stage.rewrites().into_iter().filter(|rewrite| rewrite.rule == rule).collect();
    for list in in_lists(of_rule) {
        let space = Arc::new(RewriteSpace::new(stage.text().clone(), list));
        let (full, first) = (space.full(), space.units() / 2);
        let gallop = Gallop::new(full.clone(), first).patience(PATIENCE);
        let made = stage.search().run(&space, gallop)?.best().clone();
        if made != full {
            let text = space.render(&made);
            stage.set_text(text);
            return Ok(());
        }
    }
    Ok(())
}
