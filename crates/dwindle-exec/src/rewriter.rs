//! Programs that rewrite texts, as [rewriters](dwindle::passes::Rewriter) for the pass on external rewrites.
//!
//! A program is asked between tests, under a supervisor of its own, with a limit of time. What goes wrong with it is told
//! once, and costs no more than what it would have offered.

mod clang_delta;
mod json_lines;
mod workplace;

pub use clang_delta::ClangDelta;
pub use json_lines::JsonLines;
pub use workplace::Workplace;
