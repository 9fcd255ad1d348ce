//! Delta debugging: finds what makes a program fail, and nothing else.
//!
//! # Architecture invariant
//! This library never prints, never reads the environment, installs no signal handlers and never exits.

pub mod algorithm;
pub mod config;
pub mod control;
pub mod engine;
pub mod event;
pub mod files;
pub mod grammar;
pub mod id;
pub mod isolate;
pub mod journal;
pub mod judgement;
pub mod log;
pub mod needs;
pub mod outcome;
pub mod plan;
pub mod process;
pub mod reduce;
pub mod rundir;
pub mod search;
pub mod signature;
mod simple;
pub mod slots;
pub mod space;
mod span_hash;
pub mod strategy;
pub mod test;
pub mod tree;

pub use algorithm::Algorithm;
pub use config::Config;
pub use control::{Control, Halt};
pub use engine::Engine;
pub use id::Id;
pub use judgement::{Judgement, Reason};
pub use outcome::{Outcome, OutcomeSet};
pub use plan::Plan;
pub use search::{Goal, Search, Stop};
pub use signature::Signature;
pub use simple::{NotFailing, ddmin, reduce};
pub use strategy::{Question, Strategy};

/// The README's examples, which are compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
