//! What a search of a run came to, and what is carried on.

use dwindle::Judgement;
use dwindle::plan::Certificate;
use dwindle::search::Stop;
use dwindle_store::journal::Tally;

use super::artifact::Made;
use super::resume::Past;
use super::run::Checked;
use super::store::RunStore;
use super::unsteady::Measured;

/// What a search came to.
pub(super) struct CameTo {
    /// Its result.
    pub(super) result: Made,
    /// The last candidates that passed, those first that leave out least of it.
    pub(super) passed: Vec<Made>,
    /// How many questions there were.
    pub(super) questions: u64,
    /// Whether one test runs at a time.
    pub(super) is_alone: bool,
}

/// What `work` gave, and what it proved.
pub(super) type Worked<R> = Result<(R, Vec<Certificate>), Stop>;

/// A search whose checks were passed.
pub(super) struct Round<R> {
    pub(super) found: Checked,
    pub(super) worked: Worked<R>,
    /// `None` where it had no best yet.
    pub(super) came_to: Option<CameTo>,
    /// How many questions there were.
    pub(super) questions: u64,
}

/// What is carried from one search of a run to the next.
pub(super) struct Rounds<A> {
    pub(super) store: Option<RunStore>,
    pub(super) past: Past<A>,
    /// The size of the best that an earlier run left.
    pub(super) best: Option<u64>,
    pub(super) tally: Tally,
    /// How many questions were answered.
    pub(super) spent: u64,
    /// Whether the best begins anew.
    pub(super) anew: bool,
}

impl<A> Rounds<A> {
    /// Goes on from `past`, with which no best of before is comparable.
    pub(super) fn begin(&mut self, past: Past<A>, anew: bool) {
        self.past = past;
        (self.best, self.anew) = (None, anew);
    }
}

/// What is said of a run after its last search.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// How often the result failed, where that is not always.
    pub(super) reliability: Option<Measured>,
    /// How the result comes out now, where the failure is gone.
    pub(super) gone: Option<Judgement>,
}
