//! Directory trees on the disk, in archives, and what their files use of each other.
//!
//! The tree as a value is the core's.

mod archive;
mod mentions;
mod read;
mod uses;

pub use archive::{NotATree, read_archive, write_archive};
pub use dwindle_core::files::{Changes, Entry, Files, Outside, share};
#[doc(hidden)]
pub use mentions::{Mention, Mentions, mentions};
pub use read::{ReadError, read, read_entry};
pub use uses::uses;
