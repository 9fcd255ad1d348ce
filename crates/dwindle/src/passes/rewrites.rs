//! The pass `rewrites`: makes rewrites by the rules of a language.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use crate::rewrite::Rewrite;
use crate::search::Stop;
use crate::space::{RewriteSpace, Space};
use crate::strategy::{Dwindle, Strategy};
use crate::{Config, Text};

/// Makes the [rewrites](crate::rewrite) that a language's rules offer, as many of one rule at once as hold together.
///
/// # How it goes
/// ```text
/// repeat until nothing changes:
///     for each rule of the language, in the order of its data:
///         repeat until the rule changes nothing, each time on a new parse:
///             those of its rewrites that do not overlap, outer ones first, as one list; then those that are left
/// ```
///
/// It waits until the passes before it change nothing, and what it has changed goes through them again: a parameter that is
/// gone may free what was passed for it.
///
/// # Source
/// The source transformations of C-Reduce (Regehr and others, PLDI 2012), one program each, are here queries on a syntax
/// tree and texts to put in, so that a rule is some lines of data, and a list algorithm asks which can be made together.
///
/// # Guarantee
/// The result fails and has fewer bytes, or is the input. So the pass ends: each change takes at least one byte.
///
/// # Cost
/// That of the list algorithm on each rule's rewrites, all of which are asked alone when nothing changes any more.
#[derive(Clone, Copy, Debug)]
pub struct Rewrites;

impl Pass for Rewrites {
    fn about(&self) -> About {
        About::new(
            "rewrites",
            Level::Tree,
            "rewrites types, calls, values and statements by rules of the language",
        )
        .citing("after Regehr & others 2012")
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && !view.rewrites().is_empty()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        while sweep(stage)? {}
        stage.state().rule = None;
        Ok(PassResult::default())
    }
}

/// Goes through all rules, from the one on at which the pass was interrupted; whether any changed anything.
fn sweep(stage: &mut PassContext<'_, '_>) -> Result<bool, Stop> {
    let (mut done, mut changed): (Vec<&'static str>, bool) = (Vec::new(), false);
    loop {
        let rewrites = stage.rewrites();
        let mut open = rewrites.iter().map(|rewrite| rewrite.rule).filter(|rule| !done.contains(rule));
        let interrupted = stage.state().rule.take();
        let next = open.clone().find(|rule| Some(*rule) == interrupted).or_else(|| open.next());
        let Some(rule) = next else { return Ok(changed) };
        stage.state().rule = Some(rule);
        let of_rule = rewrites.iter().filter(|rewrite| rewrite.rule == rule).cloned().collect();
        if change(stage, of_rule)? {
            changed = true;
        } else {
            done.push(rule);
        }
    }
}

/// Makes what is [offered](change) for the text, again and again until nothing of it can be made.
pub(super) fn change_all(
    stage: &mut PassContext<'_, '_>,
    offers: impl Fn(&Text) -> Vec<Rewrite>,
) -> Result<(), Stop> {
    loop {
        let rewrites = stage.unprotected(offers(stage.text()));
        if !change(stage, rewrites)? {
            return Ok(());
        }
    }
}

/// Makes those of `rewrites` that can be made of the first that do not overlap; if none can, of the next, and so on.
/// Whether any was made.
pub(super) fn change(stage: &mut PassContext<'_, '_>, rewrites: Vec<Rewrite>) -> Result<bool, Stop> {
    for list in in_lists(rewrites) {
        if make(stage, RewriteSpace::new(stage.text().clone(), list), Dwindle::new)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Makes those of the rewrites of a space that a strategy finds to go together; whether any was made.
pub(super) fn make<S: Strategy>(
    stage: &mut PassContext<'_, '_>,
    space: RewriteSpace,
    by: impl FnOnce(Config) -> S,
) -> Result<bool, Stop> {
    let space = Arc::new(space);
    let left = stage.search().run(&space, by(space.full()))?.best().clone();
    let is_changed = left != space.full();
    if is_changed {
        stage.set_text(space.render(&left));
    }
    Ok(is_changed)
}

/// Lists of rewrites that do not overlap, outer ones first.
fn in_lists(rewrites: Vec<Rewrite>) -> impl Iterator<Item = Vec<Rewrite>> {
    lists_by(rewrites, apart)
}

/// The lists that `cut` makes of rewrites, outer ones first, each of what the one before left.
pub(super) fn lists_by(
    mut rewrites: Vec<Rewrite>,
    cut: impl Fn(Vec<Rewrite>) -> (Vec<Rewrite>, Vec<Rewrite>),
) -> impl Iterator<Item = Vec<Rewrite>> {
    rewrites.sort_by_key(|rewrite| (rewrite.span().start, std::cmp::Reverse(rewrite.span().end)));
    std::iter::from_fn(move || {
        let (first, others) = cut(std::mem::take(&mut rewrites));
        rewrites = others;
        (!first.is_empty()).then_some(first)
    })
}

/// Of rewrites in order those that overlap none before them, and the others.
fn apart(rewrites: Vec<Rewrite>) -> (Vec<Rewrite>, Vec<Rewrite>) {
    // Where what is taken starts, and where it ends.
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    rewrites.into_iter().partition(|rewrite| {
        let is_free = |span: &Range<usize>| {
            let before = taken.range(..span.end).next_back();
            before.is_none_or(|(_, end)| *end <= span.start) && !taken.contains_key(&span.start)
        };
        let is_apart = rewrite.edits.iter().all(|edit| is_free(&edit.span));
        if is_apart {
            taken.extend(rewrite.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
        }
        is_apart
    })
}
