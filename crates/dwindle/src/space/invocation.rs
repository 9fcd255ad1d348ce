//! A command's arguments, its environment, or a search path in it, as a space.
//!
//! What stays in order are the command line and a search path: what is kept of them keeps its place. An environment has no order,
//! so its variables are sorted by name.

mod args;
mod environment;
mod search_path;

pub use args::ArgsSpace;
pub use environment::{EnvSpace, Variable};
pub use search_path::SearchPathSpace;
