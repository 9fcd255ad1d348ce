//! Reducers and spaces over in-process tests.
//!
//! One program, since each has to be linked.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod binary;
mod declarations;
mod directories;
mod explain;
mod expressions;
mod external;
mod grammar_reducer;
mod huge_texts;
mod isolation;
mod names;
mod regions;
mod rewrites;
mod squeezed_trees;
#[path = "../../dwindle-core/tests/subject/mod.rs"]
mod subject;
mod toy;
mod transformations;
mod tree_reducers;
