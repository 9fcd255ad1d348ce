//! Why a search ended before its strategy was done.

use std::io;

use crate::control::Halt;
use crate::search::dispatch::NotTold;
use crate::{Judgement, Outcome};

/// Why a search ended before its strategy was done. The best so far is kept in every case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The budget of tests or time is spent.
    #[error("the budget is spent")]
    Budget,
    /// The best is as small as was asked for.
    #[error("the target size is reached")]
    Target,
    /// Work in a [leg](super::Search::begin_leg) is no longer worth its tests. Only who began the leg sees it.
    #[error("it is no longer worth its tests")]
    Yielded,
    /// A candidate came out otherwise than it did before, however often it was tested
    /// ([`Search::comes_out`](super::Search::comes_out)): the test, or what it depends on, has changed.
    #[error("the outcome of a candidate changed from {} to {}", .then.name(), .now.name())]
    Contradiction {
        /// The outcome that was remembered.
        then: Outcome,
        /// The outcome now.
        now: Outcome,
    },
    /// The best does not fail any more, however often it was tested ([`Search::watch_best`](super::Search::watch_best)), but comes out so.
    #[error("the failure is gone: the best comes out as {} now", .0.outcome.name())]
    Gone(Judgement),
    /// A test could not be carried out, or what happened could not be recorded.
    #[error(transparent)]
    Broken(#[from] io::Error),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Interrupted | Halt::AtOnce => Self::Interrupted,
            Halt::TimeUp => Self::Budget,
        }
    }
}

impl From<NotTold> for Stop {
    fn from(why: NotTold) -> Self {
        match why {
            NotTold::Broken(error) => Self::Broken(error),
            NotTold::NotAsked(_) => Self::Broken(io::Error::other(why)),
        }
    }
}
