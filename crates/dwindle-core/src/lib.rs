//! Delta debugging on any list of units: strategies, the search that answers them, and the slots in which tests run.
//!
//! A [`Space`](space::Space) splits an artifact into units and makes [`Candidate`]s of them, a [`Strategy`] asks which
//! units are needed, an [`Executor`](test::Executor) judges one candidate at a time in each of its slots, and an
//! [`Engine`] runs them. [`reduce()`] does all of this for a list and a function:
//!
//! ```
//! let items: Vec<u32> = (0..1000).collect();
//! let fails = |kept: &[u32]| kept.contains(&3) && kept.contains(&40);
//! assert_eq!(dwindle_core::reduce(&items, fails)?, [3, 40]);
//! # Ok::<_, dwindle_core::NotReduced>(())
//! ```
//!
//! The crate `dwindle` re-exports all of it, and adds directories, arguments, logs, syntax trees and a plan for each.
//!
//! # Architecture invariant
//! This library never prints, never reads the environment, installs no signal handlers and never exits. It needs
//! nothing of the system but memory, and threads where several tests run at once.

pub mod algorithm;
pub mod candidate;
mod change;
pub mod config;
pub mod control;
pub mod engine;
pub mod event;
pub mod files;
pub mod id;
pub mod judgement;
mod mix;
pub mod needs;
pub mod outcome;
pub mod prices;
pub mod search;
mod simple;
pub mod slots;
pub mod space;
pub mod span_hash;
pub mod strategy;
pub mod test;
mod text;

pub use algorithm::Algorithm;
pub use candidate::Candidate;
pub use config::Config;
pub use control::{Control, Halt};
pub use engine::Engine;
pub use id::Id;
pub use judgement::{Judgement, Reason};
pub use outcome::{Outcome, OutcomeSet};
pub use prices::Prices;
pub use search::{Goal, Search, Stop};
pub use simple::{NotReduced, ddmin, reduce};
pub use strategy::{Question, Strategy};
pub use text::{Text, TooLarge};
