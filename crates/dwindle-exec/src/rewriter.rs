//! Programs that rewrite texts, as [rewriters](dwindle::passes::Rewriter) for the pass on external rewrites.
//!
//! A program works while tests run, under supervisors of its own, with a limit of time for each answer: what it offers for a text is
//! made ahead of being asked for. What goes wrong with it is told once, and costs no more than what it would have offered.
//!
//! Several threads work ahead (`rewriter/ahead`), each with a supervisor and a directory of its own
//! (`rewriter/bench`), and their processes give way to tests. Working ahead only makes answers known earlier: a
//! pass is given them in the order in which it asks, so jobs change nothing. Trouble with a text that no pass asks
//! about is not told.

mod ahead;
mod bench;
mod clang_delta;
mod json_lines;
mod workplace;

pub use clang_delta::ClangDelta;
pub use json_lines::JsonLines;
pub use workplace::Workplace;
