//! Programs that rewrite texts, as [rewriters](dwindle::passes::Rewriter) for the pass on external rewrites.
//!
//! A program works while tests run, under supervisors of its own, with a limit of time for each answer: what it offers for a text is
//! made ahead of being asked for. What goes wrong with it is told once, and costs no more than what it would have offered.

mod ahead;
mod bench;
mod clang_delta;
mod json_lines;
mod workplace;

pub use clang_delta::ClangDelta;
pub use json_lines::JsonLines;
pub use workplace::Workplace;
