//! A step of a plan.

use std::sync::Arc;

use crate::passes::{Level, Pass, Stage, When};

/// A pass in its place, and when it runs.
#[derive(Clone, Debug)]
pub struct Step {
    pass: Arc<dyn Pass>,
    when: When,
}

impl<P: Pass + 'static> From<P> for Step {
    fn from(pass: P) -> Self {
        Self::from(Arc::new(pass) as Arc<dyn Pass>)
    }
}

impl From<Arc<dyn Pass>> for Step {
    fn from(pass: Arc<dyn Pass>) -> Self {
        Self { when: pass.when(), pass }
    }
}

impl Step {
    /// The pass at another time than its own.
    #[must_use]
    pub const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }

    /// The pass.
    pub fn pass(&self) -> &dyn Pass {
        &*self.pass
    }

    /// When it runs.
    pub const fn runs(&self) -> When {
        self.when
    }

    /// Whether its time has come in a round that has changed something or not, and there is something for it to do.
    pub(super) fn is_due(&self, stage: &Stage<'_, '_>, has_changed: bool) -> bool {
        let now = match self.when {
            When::EachRound | When::NewRound => true,
            When::AtRest => !has_changed || !stage.has_tree(),
            When::Last => !has_changed,
            When::FirstRound => stage.state.first_round,
            When::WithoutTree => !stage.has_tree(),
        };
        now && (self.pass.level() != Level::Tree || stage.tree().is_some()) && self.pass.applies(stage)
    }
}
