//! Changes between versions, and their causes.
//!
//! One program, since each has to be linked.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cause;
mod changes;
mod git;
mod origins;
mod properties;
mod repository;
mod trees;
