//! Directories that tests work in: private ones, the trees laid in them, and removing them whatever a test left there.

mod clear;
mod lay;
mod private;
mod stamp;
mod temp;

pub use clear::{clear, folder_of};
pub use lay::Laid;
pub use private::PrivateDir;
pub use stamp::Stamp;
pub(crate) use temp::TempDir;
