//! A command's arguments, or its environment, as a space.
//!
//! The one that stays in order is the command line: what is kept of it keeps its place. An environment has no order,
//! so its variables are sorted by name.

mod args;
mod environment;

pub use args::ArgsSpace;
pub use environment::{EnvSpace, Variable};
