//! Delta debugging: finds what makes a program fail, and nothing else.
//!
//! # Architecture invariant
//! This library never prints, never reads the environment, installs no signal handlers and never exits.

pub mod config;
pub mod id;
pub mod journal;
pub mod judgement;
pub mod outcome;
pub mod rundir;
pub mod strategy;

pub use config::Config;
pub use id::Id;
pub use judgement::{Judgement, Reason};
pub use outcome::{Outcome, OutcomeSet};
pub use strategy::{Question, Strategy};
