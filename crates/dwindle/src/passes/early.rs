//! The pass `early`: makes the rewrites of a language that are worth their tests before single nodes of the tree
//! are removed.

mod taken;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::context::{PassContext, PassResult, View};
use super::declarations;
use super::level::Level;
use super::pass::{About, Pass};
use super::rewrites::{lists_by, make};
use crate::rewrite::{Edit, Rewrite};
use crate::search::Stop;
use crate::space::{RewriteSpace, Space};
use crate::strategy::{Dwindle, First, Gallop, Patient, Strategy};
use crate::{Config, Text};
use taken::Taken;

/// A rule, and then all of them, is asked about again if it took one part in so many.
const WORTH: usize = 10;

/// Where so many questions in a row took nothing, the rest of a list is left to other passes.
const PATIENCE: usize = 12;

/// The smallest runs that are asked about wherever they stand: of so many parts one, and of no fewer rewrites.
const PARTS: usize = 16;

/// The early word for blocks that go with the jumps to them led on.
const BLOCKS: &str = "blocks";

/// The early word for what the pass `declarations` asks.
const DECLARATIONS: &str = "declarations";

/// Makes the rewrites that a language says are worth asking about early, as long as they are worth their tests.
///
/// # How it goes
/// ```text
/// repeat while a tenth of the text goes:
///     for each early word of the language, in the order of its table:
///         repeat while a tenth of the text goes, each time on a new parse:
///             `declarations`: what that pass asks
///             `blocks`: blocks that can go, with the jumps to them led on
///             a rule: those of its rewrites that can be made together, outer ones first, in runs of a half to a sixteenth of
///             all, then in runs from the end; then those that are left
/// ```
///
/// Where each value has a name and each block a label, as in LLVM IR, hardly any node can go as long as its name is used, and a
/// rewrite is the smallest change that leaves a program: a value goes with a constant in all its places, or a jump depends on
/// nothing. A value and another that is made of it are of one list: where both go, nothing is left of the place that the first has in
/// the second.
///
/// # What we tried
/// Runs from the end alone: where the last function of a text is the one that matters, it ends a list that has been asked about
/// nowhere else. Of LLVM IR of 171 kB 22,547 bytes were left after 129 tests, and with large runs 14,270 after 118.
///
/// Blocks only by rewrites, a jump and a block at a time: of that text 6,125 bytes were left after 431 tests. With blocks after the
/// values 5,303 after 250, and before them 2,194. A value of no meaning (`undef`) in the place of one that goes makes what
/// depends on it go as well, in the optimizer rather than in the text: with zero 885 bytes were left after 300 tests instead of 1,142.
///
/// # Source
/// The order in which `llvm-reduce` runs its passes: those that change most first. Its passes `basic-blocks` and `simplify-cfg`
/// are here `blocks`: there a jump to a block that goes becomes a jump to another of its targets, or the end; here it leads on, so
/// that what comes after the block is reached as before.
///
/// # Guarantee
/// The result fails and has fewer bytes, or is the input. Nothing is claimed of what is left.
///
/// # Cost
/// As of [`Gallop`] on each list; where nothing goes, at most 24 tests for each list of each rule. Blocks cost what the default list
/// algorithm costs.
#[derive(Clone, Copy, Debug)]
pub struct Early;

impl Early {
    /// The early words of a language that are no rules of its rewrites.
    pub const STEPS: [&str; 2] = [BLOCKS, DECLARATIONS];
}

impl Pass for Early {
    fn about(&self) -> About {
        About::new("early", Level::Tree, "rewrites that pay before single nodes do, by rules of the language")
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && !view.early_rules().is_empty()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let rules = stage.early_rules();
        while_worth(stage, |stage| {
            rules.iter().try_for_each(|rule| while_worth(stage, |stage| ask(stage, rule)))
        })?;
        Ok(PassResult::default())
    }
}

/// Takes `step` again as long as one part in [`WORTH`] of the text goes with it.
fn while_worth<'a, 's>(
    stage: &mut PassContext<'a, 's>,
    mut step: impl FnMut(&mut PassContext<'a, 's>) -> Result<(), Stop>,
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

/// Does what a word of the language's table says: all rewrites of a rule, or what has a name of its own.
fn ask(stage: &mut PassContext<'_, '_>, word: &str) -> Result<(), Stop> {
    match word {
        // Of all bodies at once: no instruction of a block can go while its label is jumped to, and no jump can change without
        // what it leads to.
        BLOCKS => {
            make(stage, RewriteSpace::of_blocks(stage.text().clone(), stage.flows()), Dwindle::new).map(drop)
        }
        DECLARATIONS => declarations::in_order(stage),
        rule => rewrite(stage, rule),
    }
}

/// Asks about all rewrites of a rule; where one list of them took something, the others are left for the next parse.
fn rewrite(stage: &mut PassContext<'_, '_>, rule: &str) -> Result<(), Stop> {
    let of_rule = stage.rewrites().iter().filter(|rewrite| rewrite.rule == rule).cloned().collect();
    let text = stage.text().clone();
    for list in lists_by(of_rule, |rewrites| compatible(&text, rewrites)) {
        let space = Arc::new(RewriteSpace::new(stage.text().clone(), list));
        let full = space.full();
        let coarse = in_large_runs(stage, &space, full.clone())?;
        let first = coarse.len() / if full.len() / 2 < PARTS { 2 } else { PARTS };
        let gallop = Patient::new(Gallop::new(coarse, first), PATIENCE);
        let made = stage.search().run(&space, gallop)?.best().clone();
        if made != full {
            let text = space.render(&made);
            stage.set_text(text);
            return Ok(());
        }
    }
    Ok(())
}

/// Makes the rewrites of runs of a half, a quarter and so on of all, wherever they stand, so that a few in one place that cannot
/// be made do not keep the others from being asked about.
fn in_large_runs(
    stage: &mut PassContext<'_, '_>,
    space: &Arc<RewriteSpace>,
    full: Config,
) -> Result<Config, Stop> {
    let (all, mut best, mut misses) = (full.len(), full, 0);
    let lens = [2, 4, 8, PARTS].map(|parts| all / parts);
    for len in lens.into_iter().filter(|len| *len >= PARTS) {
        let mut end = best.len();
        while end > 0 && misses < PATIENCE {
            let ends: Vec<usize> = (1..=end).rev().step_by(len).take(PATIENCE - misses).collect();
            let runs =
                ends.iter().map(|end| best.without_slice(end.saturating_sub(len)..*end)).collect::<Vec<_>>();
            let done = stage.search().run(space, First::new(best.clone(), runs))?;
            let Some(found) = done.found() else {
                misses += ends.len();
                break;
            };
            best = done.best().clone();
            (end, misses) = (ends[found].saturating_sub(len), 0);
        }
    }
    Ok(best)
}

/// Of rewrites of `text` in order those that can be made together with all before them, and the others.
///
/// What one of them puts in no other takes away.
fn compatible(text: &Text, rewrites: Vec<Rewrite>) -> (Vec<Rewrite>, Vec<Rewrite>) {
    let (mut taken, mut gone, mut put) = (Taken::default(), BTreeSet::new(), BTreeSet::new());
    rewrites.into_iter().partition(|rewrite| {
        let before = |edit: &Edit| &text.bytes()[edit.span.clone()];
        let with = |edit: &Edit| edit.with.trim_ascii().to_vec();
        let is_free = rewrite.edits.iter().all(|edit| {
            let (before, with) = (before(edit), with(edit));
            taken.has_room(edit) && !gone.contains(&*with) && (before.is_empty() || !put.contains(before))
        });
        if is_free {
            for edit in &rewrite.edits {
                taken.take(edit);
                gone.insert(before(edit));
                put.insert(with(edit));
            }
        }
        is_free
    })
}
