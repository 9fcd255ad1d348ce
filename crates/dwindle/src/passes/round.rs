//! What the steps of the pass `declarations` ask on one outline of the text, before the text is parsed again.

use std::ops::Range;
use std::sync::Arc;

use super::context::PassContext;
use super::state::Asked;
use super::sweep::sweep;
use crate::outline::{ItemId, Kept, Kind, Outline};
use crate::search::Stop;
use crate::space::{AsSpace, DeclarationSpace, Dropped, Space};
use crate::strategy::{First, Gallop, Patient, Strategy};
use crate::{Config, Text};

/// Where so many questions took nothing, or next to nothing, the rest is left to other passes.
pub(super) const PATIENCE: usize = 16;

/// A text that needed all its roots is taken to need them until one part in so many went.
const LITTLE_CHANGED: usize = 4;

/// What is asked on one outline.
pub(super) struct Round<'r, 'a, 's> {
    stage: &'r mut PassContext<'a, 's>,
    pub(super) outline: Arc<Outline>,
    protected: Arc<[Range<usize>]>,
    pub(super) kept: Kept,
    text: Text,
    /// How many questions were asked.
    pub(super) asked: usize,
    /// Whether rewrites come next for what stands in bodies.
    pub(super) has_early_rules: bool,
}

impl<'r, 'a, 's> Round<'r, 'a, 's> {
    pub(super) fn new(stage: &'r mut PassContext<'a, 's>, outline: Arc<Outline>) -> Self {
        let protected = stage.protected().into();
        let kept = Kept::all(&outline);
        let text = outline.text().clone();
        let has_early_rules = !stage.early_rules().is_empty();
        Self { stage, outline, protected, kept, text, asked: 0, has_early_rules }
    }

    /// Begins with the roots: of what nothing uses only the last, the last 4, 16 ..., with what these use. None where there is no outline.
    ///
    /// Where all of them do not fail, something is used that no name tells of, and nothing counts as a root.
    pub(super) fn of(stage: &'r mut PassContext<'a, 's>) -> Result<Option<Self>, Stop> {
        let Some(outline) = stage.outline() else { return Ok(None) };
        let mut round = Self::new(stage, outline);
        let roots = round.outline.roots();
        if !roots.is_empty() {
            let space = round.space(roots, Dropped::Unneeded);
            // Unit 0 is what nothing uses.
            let full = space.full();
            let mut fewer = lasts(full.len(), 1);
            // What is the text as it stands fails.
            let same = fewer.iter().position(|config| space.id(config) == space.id(&full));
            let as_it_stands = same.and_then(|at| fewer.drain(at..).next());
            let (size, needed) = (round.size(), round.stage.state().needed_roots);
            if needed.is_some_and(|before| size > before - before / LITTLE_CHANGED) {
                fewer.clear();
            }
            let is_asked = !fewer.is_empty();
            let best = round.best(&space, First::new(full.clone(), fewer))?;
            if is_asked {
                round.stage.state().needed_roots = (best == full).then_some(size);
            }
            if best != full {
                round.take(&space, &best);
            } else if let Some(config) = as_it_stands {
                round.take(&space, &config);
            }
        }
        Ok(Some(round))
    }

    /// The stage goes on with what is left.
    pub(super) fn end(self) {
        self.stage.set_text(self.text);
    }

    /// The items of which `is_one` is true, in order.
    pub(super) fn items(&self, is_one: impl Fn(ItemId) -> bool) -> Vec<ItemId> {
        self.outline.items().map(|(id, _)| id).filter(|id| is_one(*id)).collect()
    }

    pub(super) fn kind(&self, id: ItemId) -> Kind {
        self.outline.item(id).kind
    }

    /// Asks to do without runs of `units`, from the end, half of them at first.
    pub(super) fn gallop(&mut self, units: Vec<ItemId>, dropped: Dropped) -> Result<(), Stop> {
        let first = units.len() / 2;
        self.ask(units, dropped, |full| Patient::new(Gallop::new(full, first), PATIENCE))?;
        Ok(())
    }

    /// For each of `items` about how many bytes go with it, where `live` is what stays now.
    pub(super) fn gains(&self, live: &[bool], items: &[ItemId]) -> Vec<Option<usize>> {
        self.stage.gains().of(&self.outline, &self.kept, live, items)
    }

    pub(super) fn size(&self) -> usize {
        self.text.bytes().len()
    }

    /// Asks what `strategy` asks about `units` and takes over what it ends with; whether anything went.
    pub(super) fn ask<S: Strategy + Clone + 'static>(
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
    pub(super) fn space(&self, units: Vec<ItemId>, dropped: Dropped) -> Arc<DeclarationSpace> {
        let (outline, protected) = (Arc::clone(&self.outline), Arc::clone(&self.protected));
        // The units may keep more than the text has.
        let limit = u64::try_from(self.size()).unwrap_or(u64::MAX);
        Arc::new(DeclarationSpace::new(outline, self.kept.clone(), units, dropped, protected, limit))
    }

    /// What `strategy` ends with.
    pub(super) fn best<S: Strategy + Clone + 'static>(
        &mut self,
        space: &impl AsSpace,
        strategy: S,
    ) -> Result<Config, Stop> {
        self.best_telling(space, strategy, &mut |_| ())
    }

    /// The same, with `note` told of each answer.
    pub(super) fn best_telling<S: Strategy + Clone + 'static>(
        &mut self,
        space: &impl AsSpace,
        strategy: S,
        note: &mut dyn FnMut(&S),
    ) -> Result<Config, Stop> {
        let asked = &mut self.asked;
        let mut count = |strategy: &S| {
            *asked += 1;
            note(strategy);
            Ok(())
        };
        Ok(self.stage.search().run_telling(space, strategy, &mut count)?.best().clone())
    }

    /// What `users` and `each` know of their turns before.
    pub(super) fn with_users_before(&mut self) -> &mut Asked {
        &mut self.stage.state().with_users
    }

    /// What one [sweep](sweep()) leaves of `space`.
    pub(super) fn sweep(&mut self, space: &impl AsSpace, places: &[usize]) -> Result<Config, Stop> {
        sweep(self.stage, space, places)
    }

    /// Takes over what is left in `space`; whether anything went.
    pub(super) fn take(&mut self, space: &DeclarationSpace, best: &Config) -> bool {
        if *best == space.full() {
            return false;
        }
        self.kept = space.kept(best).expect("what fails drops nothing that is needed");
        self.text = Text::new(space.render(best)).expect("it is no larger than what it was made of");
        true
    }
}

/// Of so many units the last, the last 4, 16 ..., and at the end all from `first` on.
pub(super) fn lasts(units: usize, first: usize) -> Vec<Config> {
    let (first, end) = (number(first), number(units));
    let counts = std::iter::successors(Some(1_u32), |count| count.checked_mul(4));
    let starts = counts.map(|count| end.saturating_sub(count).max(first)).take_while(|start| *start > first);
    starts.chain([first]).map(|start| Config::of_units(start..end)).collect()
}

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer items than bytes")
}
