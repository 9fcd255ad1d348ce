//! Which units need which: the graph of the core, and what users write of it.

mod read;

pub use dwindle_core::needs::Needs;
pub use read::{ReadNeedsError, read};
