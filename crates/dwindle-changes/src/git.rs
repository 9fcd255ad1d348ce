//! Versions and history from a git repository, by git's own plumbing.
//!
//! Contents are what git stores, on both sides: no line ends are converted, and a large file that is kept elsewhere
//! (Git LFS) is its pointer. Nothing of the user's is written: neither files nor the index, refs or objects.

mod error;
mod history;
mod objects;
mod raw;
mod repository;
mod run;
mod version;
mod worktree;

pub use error::GitError;
pub use history::{Commit, History};
pub use repository::Repository;
pub use version::{Note, Version};

pub(crate) use raw::{Difference, Side};
