//! The pass `declarations`: removes declarations that nothing uses, bodies of declarations, and declarations
//! together with all that uses them.

mod users;

use strum::{IntoStaticStr, VariantArray};

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use super::promises::promise;
use super::round::{Round, lasts, number};
use crate::Config;
use crate::outline::{Item, ItemId, Kind, Outline, ascending};
use crate::regions::Regions;
use crate::search::Stop;
use crate::space::{Dropped, Space, Unit};
use crate::strategy::{First, Strategy};

/// In order, a round is worth another if it took one part in so many.
const WORTH: usize = 10;

/// In smaller texts, line markers are of no use, and items one by one are left to passes that know the tree.
const LARGE: usize = 1 << 14;

/// So much less line markers promise than they take, as long as they are of use.
const OF_USE: f64 = 0.1;

/// Removes what the failure does not need by what the text declares and uses, as compilers, linkers and people do.
///
/// # How it goes
/// Each step is a work of its own for the plan, which decides what goes on. All but the first begin with the roots: of what nothing uses
/// only the last, the last 4, 16 ..., with all that these use.
/// ```text
/// noise:  comments and line markers, all at once; what of it means something now and then, or all, in runs from the end
/// roots:  of what nothing uses as few as possible, with all that these use; without bodies of what they call; and in their place, as
///         long as that fails, what they use by name
/// insides: statements of the roots, with what uses them
/// users:  each item with all that uses it and what is then unused, first those with which most goes, last those with which
///         something would go that could not
/// each:   the same without parts of items and with what stands in bodies, from the end of the text, to the first
/// bodies: of classes, then of functions, as one list, with what only these used
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
///
/// # What we tried
/// All steps in one order, to their ends: what took most waited for what took nothing, each time that the text was another one.
///
/// Without `each`: of two programs that use Boost, `users` gave up at 187 and 226 kB after 16 items with which much would go, and of what is
/// less nothing was asked about. There `each` alone leaves 50 and 44 kB after 1,308 and 1,029 tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Declarations {
    /// What means nothing.
    Noise,
    /// What nothing uses.
    Roots,
    /// Statements of the roots.
    Insides,
    /// Items with what uses them.
    Users,
    /// Each item with what uses it.
    Each,
    /// Bodies of classes and functions.
    Bodies,
}

impl Declarations {
    /// The steps, in order.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;
}

impl Pass for Declarations {
    fn about(&self) -> About {
        About::new(
            "declarations",
            Level::Declarations,
            "removes declarations with what uses them or only they use",
        )
    }

    fn algorithm(&self) -> &'static str {
        self.into()
    }

    /// What noise takes is known; but line markers are of use as long as others ask by them.
    fn promise(&self, view: &View<'_>) -> f64 {
        if *self != Self::Noise {
            return promise(self.algorithm(), view);
        }
        let tells = view.text().bytes().len() >= LARGE && !Regions::of(view.text()).is_empty();
        let use_of_markers = if tells { OF_USE } else { 1.0 };
        view.outline().map_or(0.0, |outline| use_of_markers * noise_part(&outline))
    }

    fn patience(&self, _: &View<'_>) -> u64 {
        12
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict()
            && view.has_declarations()
            && (*self != Self::Insides || view.early_rules().is_empty())
            && (*self != Self::Each || view.text().bytes().len() >= LARGE)
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        self.step(stage)?;
        Ok(PassResult::default())
    }
}

impl Declarations {
    fn step(self, stage: &mut PassContext<'_, '_>) -> Result<(), Stop> {
        if self == Self::Noise {
            return noise(stage);
        }
        let Some(mut round) = Round::of(stage)? else { return Ok(()) };
        match self {
            Self::Noise => {}
            Self::Roots => round.roots()?,
            Self::Insides => round.insides()?,
            Self::Users => round.users()?,
            Self::Each => round.each()?,
            Self::Bodies => {
                round.scopes()?;
                round.parts()?;
            }
        }
        round.end();
        Ok(())
    }
}

/// All steps in order, as long as a tenth of the text goes.
pub(super) fn in_order(stage: &mut PassContext<'_, '_>) -> Result<(), Stop> {
    loop {
        let before = stage.text().bytes().len();
        for &step in Declarations::ALL {
            if step.applies(stage) {
                step.step(stage)?;
            }
        }
        let gone = before - stage.text().bytes().len();
        if gone == 0 || gone * WORTH < before {
            return Ok(());
        }
    }
}

/// Blank lines, then all that means nothing.
fn noise(stage: &mut PassContext<'_, '_>) -> Result<(), Stop> {
    blank_lines(stage)?;
    if let Some(outline) = stage.outline() {
        let mut round = Round::new(stage, outline);
        round.noise()?;
        round.end();
    }
    Ok(())
}

/// Which part of the text is noise.
#[expect(clippy::cast_precision_loss, reason = "an estimate needs no more digits")]
fn noise_part(outline: &Outline) -> f64 {
    let is_noise = |item: &Item| matches!(item.kind, Kind::Noise { .. });
    let noise: usize =
        outline.items().filter(|(_, item)| is_noise(item)).map(|(_, item)| item.span.len()).sum();
    noise as f64 / outline.text().bytes().len().max(1) as f64
}

/// All lines with nothing but blanks, at once.
fn blank_lines(stage: &mut PassContext<'_, '_>) -> Result<(), Stop> {
    let lines = stage.cut(Unit::Lines);
    let is_blank = |unit: &u32| lines.base().unit_bytes(*unit).iter().all(u8::is_ascii_whitespace);
    let units = u32::try_from(lines.base().units()).expect("fewer lines than bytes");
    let (full, blank) = (lines.full(), lines.of_base(&Config::of_units((0..units).filter(is_blank))));
    if !blank.is_empty() {
        let kept = stage.search().run(&lines, First::new(full.clone(), [full.minus(&blank)]))?.best().clone();
        PassResult::of_units(stage, &lines, &kept, None);
    }
    Ok(())
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

impl Round<'_, '_, '_> {
    /// All that means nothing, at once, if need be without what means something now and then; what stays, in runs from the end.
    fn noise(&mut self) -> Result<(), Stop> {
        let noise = self.items(|id| matches!(self.kind(id), Kind::Noise { .. }));
        let late = places(&self.items(|id| matches!(self.kind(id), Kind::Noise { late: true, .. })), &noise);
        let less = (late.len() < noise.len() && !late.is_empty()).then_some(late);
        let all =
            |full: Config| First::new(full, std::iter::once(Config::empty()).chain(less).collect::<Vec<_>>());
        self.ask(noise.clone(), Dropped::Gone, all)?;
        let kept = noise.into_iter().filter(|id| !self.kept.gone[*id as usize]).collect();
        self.gallop(kept, Dropped::Gone)
    }

    /// As few as possible of what nothing uses.
    fn roots(&mut self) -> Result<(), Stop> {
        if self.kept.roots.is_empty() {
            return Ok(());
        }
        self.bodies()?;
        self.gallop(self.kept.roots.clone(), Dropped::Unneeded)?;
        while self.descend()? {
            self.bodies()?;
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
}
