//! What can be wrong with two versions.

use std::path::PathBuf;

/// Why no changes can be made of two trees.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// All changes together do not give the failing tree. That would be a fault of ours: nothing is tested then.
    #[error(
        "applying all changes does not give the bad version: {path:?} differs (this is a bug: please report it)"
    )]
    NotReproduced {
        /// The first path that is otherwise.
        path: PathBuf,
    },
}
