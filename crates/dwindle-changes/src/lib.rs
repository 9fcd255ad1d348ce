//! Failure-inducing changes: what changed between two versions of a tree, as a space for delta debugging.
//!
//! [`Changes`] are the differences between a version that works and one that does not, each of which can be applied
//! without the others. The versions come from two directories ([`trees`]).
//!
//! # Architecture invariant
//! This library knows neither tests nor the command line, and never prints.

mod cache;
mod changes;
mod differences;
mod error;
mod grouped;
mod hunks;
mod lines;
mod part;
mod patch;
mod renames;
pub mod trees;

pub use changes::{Changes, Functions, InLines, Kind, Unit};
pub use error::Error;
pub use grouped::Grouped;
