//! What a run keeps on disk while it goes on: the journal, the best, other failures met.

mod backlog;
pub(super) mod falling;
mod recorder;
mod run_store;

pub(super) use backlog::Trouble;
pub(super) use recorder::Recorder;
pub(super) use run_store::{MADE_BY, RunStore, Several};
