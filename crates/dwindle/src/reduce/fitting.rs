//! Tells from what a parser knows of types whether a change leaves more places that do not fit, so that it is not
//! asked about.

use std::sync::Arc;

use super::work::Work;
use crate::config::Choice;
use crate::space::{Site, Space, TreeSpace, text_of};
use crate::tree::{NodeId, Piece};
use crate::{Config, Id};

/// How many places of the text do not fit together.
#[derive(Debug, Default)]
pub(super) struct Fitting {
    /// The text that it is of.
    of: Option<Id>,
    misfits: Option<usize>,
}

impl Fitting {
    /// Looks at the text as it is now.
    pub(super) fn update(&mut self, work: &Work<'_, '_>) {
        let id = work.tree().text().id();
        if self.of != Some(id) {
            let misfits = work.setting().parse.and_then(|parse| parse.misfits(work.tree().text()));
            *self = Self { of: Some(id), misfits };
        }
    }

    /// Whether anything is known of types.
    pub(super) const fn is_known(&self) -> bool {
        self.misfits.is_some()
    }

    /// Whether as much fits together if `id` goes. Costs time in the size of the text.
    pub(super) fn allows_removal(&self, work: &Work<'_, '_>, id: NodeId) -> bool {
        let Some(before) = self.misfits else { return true };
        let space = TreeSpace::removals(Arc::clone(work.tree()), [id]);
        is_as_good(work, &space, &Config::empty(), before)
    }

    /// Whether as much fits together if `piece` stands in the place of `id`. Costs time in the size of the text.
    pub(super) fn allows(&self, work: &Work<'_, '_>, id: NodeId, piece: Piece) -> bool {
        let Some(before) = self.misfits else { return true };
        let site = Site { node: id, alternatives: vec![piece] };
        let space = TreeSpace::new(Arc::clone(work.tree()), vec![site]);
        let config = space.full().with_choice(0, Choice::Alternative(0));
        is_as_good(work, &space, &config, before)
    }

    /// Whether as much fits together in what `config` makes of `space`. Costs time in the size of the text.
    pub(super) fn allows_change(&self, work: &Work<'_, '_>, space: &TreeSpace, config: &Config) -> bool {
        self.misfits.is_none_or(|before| is_as_good(work, space, config, before))
    }
}

fn is_as_good(work: &Work<'_, '_>, space: &TreeSpace, config: &Config, before: usize) -> bool {
    let after = text_of(space, config).and_then(|text| work.setting().parse?.misfits(&text));
    after.is_none_or(|after| after <= before)
}
