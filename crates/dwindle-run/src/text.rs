//! Texts for people and for shells: numbers, names, command lines.

mod layout;
mod name;
mod nearest;
mod number;
pub mod shell;

pub use layout::{place, short, table};
pub use name::{escaped, joined, nearby, plain, said, shown};
pub use nearest::{meant, nearest};
pub use number::{change, extent, number, percent, plural, seconds, size};
