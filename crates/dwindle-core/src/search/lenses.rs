//! Lenses: functions that turn every space of a part of a search into another space, such as a file's text into the
//! directory around it.

use crate::search::Search;
use crate::space::{AsSpace, Lens, Shared};

impl Search<'_> {
    /// Runs `work` with every space of its strategies seen through `lens`.
    ///
    /// Identities, sizes, candidates and what is kept as the best are those that the lens makes, seen through that around it.
    pub fn within<R>(&mut self, lens: Lens, work: impl FnOnce(&mut Self) -> R) -> R {
        self.lenses.push(lens);
        let done = work(self);
        self.lenses.pop();
        done
    }

    pub(super) fn seen(&self, space: &impl AsSpace) -> Shared {
        self.lenses.iter().rev().fold(space.as_space(), |space, lens| lens(&space))
    }

    /// The space as it is seen; from now on it is the one that questions are about.
    pub(super) fn enter(&mut self, space: &impl AsSpace) -> Shared {
        self.running_space = Some(space.as_space());
        self.seen(space)
    }
}
