//! Failure-inducing changes: what changed between two versions of a tree, as a space for delta debugging.
//!
//! [`Changes`] are the differences between a version that works and one that does not. Each of them can be applied
//! without the others. The versions come from a repository ([`git`]) or from two directories ([`trees`]);
//! [`Origins`] says which commits of a [`History`](git::History) each change came from.
//!
//! # Architecture invariant
//! This library knows neither tests nor the command line, and never prints. Only `git::run` starts a process: git,
//! to read. No checkout, index, object or ref of the user's is ever written.

mod bisect;
mod blanks;
mod cache;
mod cause;
mod changes;
mod cutting;
mod differences;
mod edits;
mod error;
pub mod git;
mod grouped;
mod hash;
mod likely;
mod lines;
mod origins;
mod part;
mod patch;
mod renames;
pub mod sifting;
mod suspects;
mod swapped;
mod trail;
pub mod trees;
mod versions;

pub use bisect::Bisect;
pub use cause::{Minimality, SINGLY, cause, difference, introduction};
pub use changes::{Changes, Functions, Kind, Unit};
pub use cutting::{Cutting, Level};
pub use error::Error;
pub use grouped::{Grouped, Groups};
pub use origins::Origins;
pub use sifting::Sifting;
pub use suspects::{Bisected, first_bad, without};
pub use swapped::Swapped;
pub use trail::Trail;
pub use versions::{LeftOut, Versions, Without};
