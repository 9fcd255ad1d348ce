//! A command's arguments, its environment, or a search path in it, as a space.
//!
//! What stays in order are the command line and a search path: what is kept of them keeps its place. An environment has no order,
//! so its variables are sorted by name.
//!
//! A candidate is not a file: the words and variables are what the test is started with, and its working directory
//! is only made afresh. Words keep their order, and the words of a unit need not be neighbours. Of variables only
//! names are kept on disk, since values may be secrets.

mod args;
mod environment;
mod search_path;

pub use args::ArgsSpace;
pub use environment::{EnvSpace, Variable};
pub use search_path::SearchPathSpace;
