//! Declarations: what nothing uses, bodies, and what goes with all its uses.

mod stretches;
mod users;

use std::ops::Range;
use std::sync::Arc;

use super::level::Level;
use super::pass::Pass;
use super::stage::{Left, Stage, View};
use crate::outline::{ItemId, Kept, Kind, Outline, ascending};
use crate::search::Stop;
use crate::space::{AsSpace, DeclarationSpace, Dropped, Space, Unit};
use crate::strategy::{First, Gallop, Strategy};
use crate::{Config, Text};

/// Texts with fewer items are left to passes that know the tree.
const MANY: usize = 16;

/// A round is worth another if it took one part in so many.
const WORTH: usize = 10;

/// Removes what the failure does not need by what the text declares and uses, as compilers, linkers and people do.
///
/// # How it goes
/// ```text
/// repeat while a tenth of the text goes, each time on a new outline:
///     noise:   comments and line markers, all at once; what of it means something now and then, or all, in runs from the end
///     roots:   of what nothing uses, only the last, the last 4, 16 ..., with all that these use; then as few as possible;
///              without bodies of what they call; and in their place, as long as that fails, what they use by name
///     insides: statements of the roots, with what uses them
///     stretches: what is outermost in the order of the text: stretches from the end, an eighth of the text first, then half of that
///     users:   each item with all that uses it and what is then unused, first those with which most goes, last those with
///              which something would go that could not
///     scopes:  bodies of classes
///     parts:   bodies of functions, as one list, with what only these used; where that took something, users again
/// ```
///
/// Where a language has rewrites that pay early ([`Early`](super::Early)), what stands in bodies is left to them.
///
/// Every candidate is closed: nothing in it uses what is gone, as far as names tell, and it has nothing that is not used.
/// So a compiler, to which an error ends the run before the failure does, sees whole programs.
///
/// # Source
/// What C-Reduce (Regehr and others, PLDI 2012) does with passes of a C++ front end, and binary reduction
/// (Kalhauge & Palsberg, ESEC/FSE 2019) on a graph that its user brings; here the graph comes from marks that queries on
/// a syntax tree leave, so that a language is a page of data. A set goes with its users as in
/// [`ReverseClosures`](crate::strategy::ReverseClosures), but a name with several definitions needs only one.
///
/// # Guarantee
/// The result fails and is no larger. Nothing is claimed of what is left.
///
/// # Cost
/// Some forty tests where little can go, since each step gives up after 16 in vain; about one for each two items that go
/// alone at the end. Of fourteen preprocessed C++ programs of 1 to 5 MB nine tenths went within 11 to 57 tests.
#[derive(Clone, Copy, Debug)]
pub struct Declarations;

impl Pass for Declarations {
    fn name(&self) -> &'static str {
        "declarations"
    }

    fn about(&self) -> &'static str {
        "removes declarations with what uses them or only they use"
    }

    fn level(&self) -> Level {
        Level::Declarations
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && view.outline().is_some_and(|outline| outline.len() >= MANY)
    }

    fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
        blank_lines(stage)?;
        if let Some(outline) = stage.outline() {
            let text = Round::new(stage, outline).noise()?;
            stage.set_text(text);
        }
        loop {
            let Some(outline) = stage.outline() else { break };
            let before = stage.text().bytes().len();
            let text = Round::new(stage, outline).run()?;
            let after = text.bytes().len();
            stage.set_text(text);
            if after > before - before.div_ceil(WORTH) {
                break;
            }
        }
        Ok(Left::of_stage(stage, self.level()))
    }
}

/// Asks only for as few as possible of what nothing uses, with what these use.
pub(super) fn roots(stage: &mut Stage<'_, '_>) -> Result<(), Stop> {
    if let Some(outline) = stage.outline() {
        let mut round = Round::new(stage, outline);
        round.roots()?;
        let text = round.text;
        stage.set_text(text);
    }
    Ok(())
}

/// All lines with nothing but blanks, at once.
fn blank_lines(stage: &mut Stage<'_, '_>) -> Result<(), Stop> {
    let lines = stage.cut(Unit::Lines);
    let is_blank = |unit: &u32| lines.base().unit_bytes(*unit).iter().all(u8::is_ascii_whitespace);
    let units = u32::try_from(lines.base().units()).expect("fewer lines than bytes");
    let (full, blank) = (lines.full(), lines.of_base(&Config::of_units((0..units).filter(is_blank))));
    if !blank.is_empty() {
        let kept = stage.search().run(&lines, First::new(full.clone(), [full.minus(&blank)]))?.best().clone();
        let text = Left::of_units(&lines, &kept, None).text;
        stage.set_text(text);
    }
    Ok(())
}

/// Of so many units the last, the last 4, 16 ..., and at the end all from `first` on.
fn lasts(units: usize, first: usize) -> Vec<Config> {
    let (first, end) = (number(first), number(units));
    let counts = std::iter::successors(Some(1_u32), |count| count.checked_mul(4));
    let starts = counts.map(|count| end.saturating_sub(count).max(first)).take_while(|start| *start > first);
    starts.chain([first]).map(|start| Config::of_units(start..end)).collect()
}

/// All units before `late`, and of the others none, the last, the last 4, 16 ...
fn without_all_but_last(full: &Config, late: usize) -> Vec<Config> {
    let late_ones = Config::of_units(0..number(late));
    let some = lasts(full.len(), late).into_iter().map(|last| last.union(&late_ones));
    std::iter::once(late_ones.clone()).chain(some).filter(|config| config != full).collect()
}

/// Which of `units` are `items`, both of which ascend.
fn places(items: &[ItemId], units: &[ItemId]) -> Config {
    Config::of_units((0..).zip(units).filter(|(_, id)| items.binary_search(id).is_ok()).map(|(unit, _)| unit))
}

/// What is in any of them, each item once, in order.
fn union(sets: &[Vec<ItemId>]) -> Vec<ItemId> {
    let mut items = sets.concat();
    ascending(&mut items);
    items
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer items than bytes")
}

/// Where so many questions took nothing, or next to nothing, the rest is left to other passes.
const PATIENCE: usize = 16;

/// One round, on one outline.
struct Round<'r, 'a, 's> {
    stage: &'r mut Stage<'a, 's>,
    outline: Arc<Outline>,
    protected: Arc<[Range<usize>]>,
    kept: Kept,
    text: Text,
    /// How many questions were asked.
    asked: usize,
    /// Whether rewrites come next for what stands in bodies.
    has_early_rules: bool,
}

impl<'r, 'a, 's> Round<'r, 'a, 's> {
    fn new(stage: &'r mut Stage<'a, 's>, outline: Arc<Outline>) -> Self {
        let protected = stage.protected().into();
        let kept = Kept::all(&outline);
        let text = outline.text().clone();
        let has_early_rules = !stage.early_rules().is_empty();
        Self { stage, outline, protected, kept, text, asked: 0, has_early_rules }
    }

    fn run(mut self) -> Result<Text, Stop> {
        self.roots()?;
        if !self.has_early_rules {
            self.insides()?;
        }
        self.stretches()?;
        self.users()?;
        let size = self.size();
        self.scopes()?;
        self.parts()?;
        if self.size() < size {
            self.users()?;
        }
        Ok(self.text)
    }

    /// The items of which `is_one` is true, in order.
    fn items(&self, is_one: impl Fn(ItemId) -> bool) -> Vec<ItemId> {
        self.outline.items().map(|(id, _)| id).filter(|id| is_one(*id)).collect()
    }

    fn kind(&self, id: ItemId) -> Kind {
        self.outline.item(id).kind
    }

    /// All that means nothing, at once, if need be without what means something now and then; what stays, in runs from the end.
    fn noise(mut self) -> Result<Text, Stop> {
        let noise = self.items(|id| matches!(self.kind(id), Kind::Noise { .. }));
        let late = places(&self.items(|id| self.kind(id) == Kind::Noise { late: true }), &noise);
        let less = (late.len() < noise.len() && !late.is_empty()).then_some(late);
        let all =
            |full: Config| First::new(full, std::iter::once(Config::empty()).chain(less).collect::<Vec<_>>());
        self.ask(noise.clone(), Dropped::Gone, all)?;
        let kept = noise.into_iter().filter(|id| !self.kept.gone[*id as usize]).collect();
        self.gallop(kept, Dropped::Gone)?;
        Ok(self.text)
    }

    /// As few as possible of what nothing uses.
    fn roots(&mut self) -> Result<(), Stop> {
        let roots = self.outline.roots();
        // Unit 0 is what nothing uses.
        let last = |full: Config| First::new(full.clone(), lasts(full.len(), 1));
        // Where all of them do not fail, something is used that no name tells of.
        if self.ask(roots, Dropped::Unneeded, last)? {
            self.bodies()?;
            self.gallop(self.kept.roots.clone(), Dropped::Unneeded)?;
            while self.descend()? {
                self.bodies()?;
            }
            // What follows is about roots as they are now.
            self.kept.gone = self.kept.going(&self.outline);
        }
        Ok(())
    }

    /// Bodies of what the roots call: none, or only the last of the text. They come back where what they are of becomes a
    /// root.
    fn bodies(&mut self) -> Result<(), Stop> {
        let live = self.outline.live(&self.kept);
        let needed = self.kept.needed();
        let is_unit = |id: ItemId| {
            live[id as usize]
                && matches!(self.kind(id), Kind::Part { late: false, local: true, .. })
                && !self.outline.around(id).any(|above| needed[above as usize])
        };
        let without_most = |full: Config| First::new(full.clone(), without_all_but_last(&full, 0));
        self.ask(self.items(is_unit), Dropped::Bare, without_most)?;
        Ok(())
    }

    /// In the place of the roots, as little as possible of what they use by name, each with what it uses itself: the
    /// failure may be in a function that they call. Whether they went.
    fn descend(&mut self) -> Result<bool, Stop> {
        let roots = self.kept.roots.clone();
        let used = self.outline.used_by(&roots);
        if used.is_empty() {
            return Ok(false);
        }
        let with_used = |last: Config| {
            let last = last.of(&used);
            let with_used = union(&[self.outline.used_by(&last), last.clone()]);
            [last, with_used]
        };
        let below: Vec<_> = lasts(used.len(), 0).into_iter().flat_map(with_used).collect();
        let units = union(&[roots.clone(), below.concat()]);
        let below: Vec<_> = below.iter().map(|items| places(items, &units)).collect();
        self.kept.roots.clone_from(&units);
        if !self.ask(units, Dropped::Unneeded, |full| First::new(full, below))? {
            self.kept.roots = roots;
            return Ok(false);
        }
        self.gallop(self.kept.roots.clone(), Dropped::Unneeded)?;
        Ok(true)
    }

    /// What stands in the roots, such as the statements of a function, with what uses it.
    fn insides(&mut self) -> Result<(), Stop> {
        let live = self.outline.live(&self.kept);
        let needed = self.kept.needed();
        let is_unit = |id: ItemId| {
            live[id as usize]
                && self.kind(id) == Kind::Item
                && self.outline.around(id).any(|above| needed[above as usize])
        };
        self.gallop(self.items(is_unit), Dropped::WithUsers)
    }

    /// What items can do without, and items without a name: first what is often not needed, last what the roots have.
    fn parts(&mut self) -> Result<(), Stop> {
        let live = self.outline.live(&self.kept);
        let needed = self.kept.needed();
        let rank = |id: ItemId| match self.kind(id) {
            Kind::Part { .. } if self.has_early_rules || self.outline.has_members(id) => None,
            Kind::Part { .. } if self.outline.around(id).any(|above| needed[above as usize]) => Some(0),
            Kind::Part { late, .. } => Some(if late { 1 } else { 3 }),
            Kind::Definition if self.kept.passive.binary_search(&id).is_ok() => Some(3),
            Kind::Item => self.kept.passive.binary_search(&id).is_ok().then_some(2),
            _ => None,
        };
        let found = self.items(|id| live[id as usize]).into_iter();
        let mut ranked: Vec<(u8, ItemId)> = found.filter_map(|id| Some((rank(id)?, id))).collect();
        ranked.sort_unstable();
        let late = ranked.partition_point(|(rank, _)| *rank < 3);
        let units: Vec<ItemId> = ranked.into_iter().map(|(_, id)| id).collect();
        let without_most = |full: Config| First::new(full.clone(), without_all_but_last(&full, late));
        self.ask(units.clone(), Dropped::Gone, without_most)?;
        let kept = |id: &ItemId| !self.kept.gone[*id as usize];
        self.gallop(units.into_iter().filter(kept).collect(), Dropped::Gone)
    }

    /// Bodies of classes: where only the class is used, or nothing but its name.
    fn scopes(&mut self) -> Result<(), Stop> {
        let live = self.outline.live(&self.kept);
        self.gallop(self.items(|id| live[id as usize] && self.outline.has_members(id)), Dropped::Gone)
    }

    /// Asks to do without runs of `units`, from the end, half of them at first.
    fn gallop(&mut self, units: Vec<ItemId>, dropped: Dropped) -> Result<(), Stop> {
        let first = units.len() / 2;
        self.ask(units, dropped, |full| Gallop::new(full, first).patience(PATIENCE))?;
        Ok(())
    }

    fn size(&self) -> usize {
        self.text.bytes().len()
    }

    /// Asks what `strategy` asks about `units` and takes over what it ends with; whether anything went.
    fn ask<S: Strategy + Clone + 'static>(
        &mut self,
        units: Vec<ItemId>,
        dropped: Dropped,
        strategy: impl FnOnce(Config) -> S,
    ) -> Result<bool, Stop> {
        if units.is_empty() {
            return Ok(false);
        }
        let space = self.space(units, dropped);
        let best = self.best(&space, strategy(space.full()))?;
        Ok(self.take(&space, &best))
    }

    /// These items as units, of what is kept.
    fn space(&self, units: Vec<ItemId>, dropped: Dropped) -> Arc<DeclarationSpace> {
        let (outline, protected) = (Arc::clone(&self.outline), Arc::clone(&self.protected));
        // The units may keep more than the text has.
        let limit = u64::try_from(self.size()).unwrap_or(u64::MAX);
        Arc::new(DeclarationSpace::new(outline, self.kept.clone(), units, dropped, protected, limit))
    }

    /// What `strategy` ends with.
    fn best<S: Strategy + Clone + 'static>(
        &mut self,
        space: &impl AsSpace,
        strategy: S,
    ) -> Result<Config, Stop> {
        let asked = &mut self.asked;
        let mut count = |_: &S| {
            *asked += 1;
            Ok(())
        };
        Ok(self.stage.search().run_telling(space, strategy, &mut count)?.best().clone())
    }

    /// Takes over what is left in `space`; whether anything went.
    fn take(&mut self, space: &DeclarationSpace, best: &Config) -> bool {
        if *best == space.full() {
            return false;
        }
        self.kept = space.kept(best).expect("what fails drops nothing that is needed");
        self.text = Text::new(space.render(best)).expect("it is no larger than what it was made of");
        true
    }
}
