//! Changes between versions, and their causes.
//!
//! One program, since each has to be linked.

mod cause;
mod changes;
mod git;
mod origins;
mod properties;
mod repository;
mod trees;
