//! Rewrites that another program offers.
//!
//! A [`Rewriter`] offers rewrites of one text, some at a time, and the pass makes those that still fail. It comes
//! last ([`Pass::comes_last`]): the schedule runs it only when all other passes are done with the very same text. A
//! turn is about that text alone, and what is offered is moved along with what was made of it
//! ([`Rewrite::after`](crate::rewrite::Rewrite::after)), so the next requests are known ahead and the rewriter can
//! work while tests run ([`Rewriter::prepare`]). How many tests in vain a turn may have is the rewriter's to say
//! ([`Rewriter::patience`]). A rewriter that only gives whole texts is understood by
//! [`Rewrite::between`](crate::rewrite::Rewrite::between). A rewrite that makes the text longer is tried alone, and
//! the quick passes go on from there (`external/detour`); the best on disk stays the smallest text that failed.

mod detour;

use std::fmt::Debug;
use std::sync::Arc;

use super::context::{PassContext, PassResult, View};
use super::pass::{About, Pass};
use super::rewrites::change;
use crate::Text;
use crate::event::Event;
use crate::rewrite::Rewrite;
use crate::search::Stop;
use detour::{Came, detour};

/// A turn that asks for no more than its patience ends where a test takes less than this part of the text: that is, where it took nothing
/// for so long.
const LEAST: f64 = 1e-3;

/// How many detours of one rule may come to nothing before it gets no more of them.
const FRUITLESS: usize = 3;

/// Something outside of this library that offers rewrites of texts: another program, say.
///
/// What it offers has to depend on the text alone. It is asked about a text when all passes are done with it, one text at a time.
pub trait Rewriter: Debug + Send + Sync {
    /// What its pass is; it works on tokens.
    fn about(&self) -> About;

    /// Whether it offers anything for this text in this language; none is a text of which no more is known.
    fn knows(&self, text: &Text, language: Option<&str>) -> bool;

    /// How many tests of what it offers may come to nothing in a turn, and how often it may be asked in vain, where the run asked for so
    /// many tests before; all it has, unless it says so.
    fn patience(&self, tests: u64) -> u64 {
        let _ = tests;
        u64::MAX
    }

    /// It may be asked about `text` soon, and about no other one before: it can begin now, while tests run, to work out as much as it
    /// will offer with this [patience](Self::patience). It returns at once, and offers the same without it.
    fn prepare(&self, text: &Text, language: Option<&str>, patience: u64) {
        let _ = (text, language, patience);
    }

    /// Some of its rewrites of `text`, from `from` on. It is asked for the next ones when these were tested.
    fn offers(&self, text: &Text, language: Option<&str>, from: Place) -> Offers;
}

/// How far a [`Rewriter`] was asked: the first is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The number of the rule.
    pub rule: usize,
    /// How many rewrites of this rule were offered before.
    pub offered: usize,
}

/// Some rewrites, and whether there are more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// The rewrites, each within the text.
    pub rewrites: Vec<Rewrite>,
    /// Where to go on; none at the end.
    pub next: Option<Place>,
    /// What went wrong and is to be told: once, and not for every text.
    pub warning: Option<String>,
}

/// Makes the rewrites that a [`Rewriter`] offers, as many at once as hold together.
///
/// # How it goes
/// ```text
/// for some rewrites of the text after the other, until there are no more:
///     repeat until none of them can be made: make those that can be made, beside what was made of the text before
///     make each alone that makes the text longer, and go on from there with the quick passes: end with what is shorter then
/// ```
///
/// It waits until all other passes are done with the text, so what it does adds to what they do. What it has changed goes through
/// them again, and then through this one. Only rewrites of the one text are asked for in a turn, so that a rewriter can work out
/// the next ones while these are tested.
///
/// # Guarantee
/// The result fails and has fewer bytes, or is the input. A rewriter that gives nothing, or wrong edits, costs no result.
///
/// # Cost
/// That of the list algorithm on the rewrites that are offered together; one test for each that makes the text longer, and
/// where that fails some tests for each token. A rule of which three such detours came to nothing gets no more of them. All of it ends
/// where it took nothing for as long as the rewriter has [patience](Rewriter::patience).
#[derive(Clone, Debug)]
pub struct External(pub Arc<dyn Rewriter>);

impl Pass for External {
    fn about(&self) -> About {
        self.0.about()
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && self.0.knows(view.text(), view.language())
    }

    fn can_yield(&self) -> bool {
        false
    }

    fn comes_last(&self) -> bool {
        true
    }

    fn prepare(&self, view: &View<'_>, tests: u64) {
        if !view.is_strict() {
            self.0.prepare(view.text(), view.language(), self.0.patience(tests));
        }
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let patience = self.0.patience(stage.search().count().tests);
        if patience == u64::MAX {
            self.take_all(stage, patience)?;
        } else {
            stage.leg(LEAST, patience, |stage| self.take_all(stage, patience))?;
        }
        Ok(PassResult::default())
    }
}

impl External {
    /// Makes what can be made of all that is offered, until it was asked for that so often in vain.
    fn take_all(&self, stage: &mut PassContext<'_, '_>, patience: u64) -> Result<(), Stop> {
        let asked = stage.text().clone();
        let (mut next, mut fruitless, mut in_vain) = (Some(Place::default()), (0, 0), 0);
        while let Some(place) = next.filter(|_| in_vain < patience) {
            stage.search().check_halted()?;
            let before = stage.text().id();
            let offers = self.0.offers(&asked, stage.language(), place);
            // One that was stopped offers nothing more, which is no end.
            stage.search().check_halted()?;
            if let Some(text) = &offers.warning {
                stage.search().announce(&Event::Warning { text })?;
            }
            if fruitless.0 != place.rule {
                fruitless = (place.rule, 0);
            }
            while change(stage, moved(stage, &offers.rewrites, &asked))? {}
            let rewrites = moved(stage, &offers.rewrites, &asked);
            if go_round(stage, rewrites, &mut fruitless.1)? {
                break;
            }
            in_vain = if stage.text().id() == before { in_vain + 1 } else { 0 };
            next = offers.next;
        }
        Ok(())
    }
}

/// What can be made of these rewrites of the text that was `asked` about, beside what was made of it since.
fn moved(stage: &PassContext<'_, '_>, rewrites: &[Rewrite], asked: &Text) -> Vec<Rewrite> {
    let made = Rewrite::between("made", asked, stage.text());
    let moved = rewrites.iter().filter_map(|rewrite| match &made {
        Some(made) => rewrite.after(made),
        None => Some(rewrite.clone()),
    });
    stage.unprotected(moved.collect())
}

/// Goes detours until one comes to a smaller text; whether one did.
fn go_round(
    stage: &mut PassContext<'_, '_>,
    rewrites: Vec<Rewrite>,
    fruitless: &mut usize,
) -> Result<bool, Stop> {
    for rewrite in rewrites {
        if *fruitless >= FRUITLESS {
            break;
        }
        match detour(stage, rewrite)? {
            Came::Nowhere => {}
            Came::Back => *fruitless += 1,
            Came::Further => return Ok(true),
        }
    }
    Ok(false)
}
