//! Texts for people and for shells: numbers, names, command lines.

mod name;
mod nearest;
mod number;
pub mod shell;

pub use name::{escaped, joined, nearby, said, shown};
pub use nearest::nearest;
pub use number::{change, extent, number, percent, plural, seconds, size};
