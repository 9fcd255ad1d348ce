//! What questions are asked of: texts, directories of files, the arguments and the environment of a command, a search path in it, logs of
//! actions, runs of a program. Each has its space, and says what an answer is in its own words.

pub(crate) mod actions;
pub(crate) mod arguments;
pub(crate) mod files;
pub(crate) mod invocation;
mod needs;
pub(crate) mod search_path;
pub(crate) mod text;
pub(crate) mod traced;
pub(crate) mod variables;
