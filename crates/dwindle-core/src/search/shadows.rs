//! The shadows of a search: where they begin, which of them are still right, and which candidates they want tested.

use std::sync::Arc;

use crate::search::changes::Changes;
use crate::search::count::Count;
use crate::search::foreseen::Foreseen;
use crate::search::inquiry::Inquiry;
use crate::search::shadow::Shadow;
use crate::{Id, Judgement};

/// For so many slots one shadow is told other answers than the likeliest.
const BRANCH: usize = 5;

/// What is less likely than this is not worth a shadow.
const UNLIKELY: f64 = 0.01;

/// How many shadows may still be on their way to the next question when another one begins.
pub(super) const MOST_LEFT: usize = 2;

/// How the work of a search goes on from where it is.
pub(super) trait Onward: Send + Sync {
    /// How many questions were answered there.
    fn count(&self) -> Count;

    /// Goes on to the end, with the answers that `shadow` gives.
    fn go_on(&self, inquiry: Inquiry, shadow: &Arc<Shadow>);
}

/// The shadows of a search, and where the next one begins.
#[derive(Default)]
pub(super) struct Shadows {
    /// Where the next one begins; none where nothing is foreseen.
    pub(super) point: Option<Arc<dyn Onward>>,
    /// Those that are right as far as is known: first the one that is told what is likeliest throughout, then those that are told
    /// other answers once.
    pub(super) right: Vec<Arc<Shadow>>,
    /// Those that are not followed any more.
    pub(super) left: Vec<Arc<Shadow>>,
    /// What changes came to.
    pub(super) changes: Changes,
}

impl Shadows {
    /// Takes note of what a test came to.
    pub(super) fn learn(&self, id: Id, judgement: &Judgement) {
        self.right.iter().for_each(|shadow| shadow.learn(id, judgement));
    }

    /// Whether what runs is wanted beyond the end of a strategy.
    pub(super) fn is_right(&self) -> bool {
        self.right.iter().any(|shadow| !shadow.is_over())
    }

    /// What all of them want, each once with the greatest of its chances, the likeliest first.
    pub(super) fn wanted(&self) -> Vec<Foreseen> {
        let mut all: Vec<Foreseen> = Vec::new();
        for candidate in self.right.iter().flat_map(|shadow| shadow.wanted()) {
            match all.iter_mut().find(|known| known.id == candidate.id) {
                Some(known) => known.chance = known.chance.max(candidate.chance),
                None => all.push(candidate),
            }
        }
        all.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        all
    }

    /// The candidates of which the other answers are worth a shadow: that they come is likelier than the least likely candidate for which
    /// there is a slot.
    pub(super) fn branch(&self, wanted: &[Foreseen], width: usize) -> Option<Vec<Id>> {
        if self.right.len() > width / BRANCH {
            return None;
        }
        let least = wanted.get(width).map_or(0.0, |candidate| candidate.chance);
        let branches = self.right.iter().flat_map(|shadow| shadow.branches());
        let new = branches.filter(|(_, others)| self.right.iter().all(|shadow| shadow.others() != *others));
        let (chance, others) = new.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        (chance > least.max(UNLIKELY)).then_some(others)
    }

    /// No longer follows those of which that is true.
    pub(super) fn leave(&mut self, is_wrong: impl Fn(&Shadow) -> bool) {
        let (wrong, right): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.right).into_iter().partition(|shadow| is_wrong(shadow));
        self.right = right;
        self.left.extend(wrong);
        self.left.iter().for_each(|shadow| shadow.end());
        // One that was told the other answer, and rightly so, is now the likeliest.
        self.right.sort_by_key(|shadow| !shadow.is_likeliest());
    }

    pub(super) fn abandon(&mut self) {
        self.leave(|_| true);
    }

    pub(super) fn version(&self) -> u64 {
        self.right.iter().map(|shadow| shadow.version()).sum()
    }
}

impl Drop for Shadows {
    fn drop(&mut self) {
        self.abandon();
    }
}
