//! Laying directory trees in directories, one after the other, and clearing directories without following links.

mod clear;
mod laid;
mod private;

pub use clear::clear;
pub use laid::Laid;
pub use private::PrivateDir;
