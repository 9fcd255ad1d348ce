//! Reducers: plain functions that drive strategies over spaces, one idea a file.

pub mod generative;
pub mod grammar;
mod levels;
pub mod merge;
pub mod transform;

pub use generative::generative;
pub use grammar::grammar;
pub use merge::Merge;
pub use transform::transform;
