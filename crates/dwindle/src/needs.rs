//! Which units need which: the graph of the core, and what users write of it.
//!
//! [`BinaryReduction`](crate::strategy::BinaryReduction) and [`ReverseClosures`](crate::strategy::ReverseClosures)
//! ask only about sets that have what their units need, and `space/dependency_closed` answers `Unresolved` for
//! every other candidate. Needs that a user writes forbid. Needs that `files/uses` guesses (includes, imports,
//! calls) only guide the order, since a line that needs a file may go, too.

mod read;

pub use dwindle_core::needs::Needs;
pub use read::{ReadNeedsError, read};
