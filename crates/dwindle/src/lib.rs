//! Delta debugging: shrinks a failure to the part that causes it.
//!
//! A [`Space`](space::Space) splits an artifact into units and makes [`Candidate`]s of them, a [`Strategy`] asks which
//! units are needed, an [`Executor`](test::Executor) judges one candidate at a time in each of its slots, and an
//! [`Engine`] runs them. [`reduce()`] does all of this for a list and a function:
//!
//! ```
//! let items: Vec<u32> = (0..1000).collect();
//! let fails = |kept: &[u32]| kept.contains(&3) && kept.contains(&40);
//! assert_eq!(dwindle::reduce(&items, fails)?, [3, 40]);
//! # Ok::<_, dwindle::NotReduced>(())
//! ```
//!
//! # Architecture invariant
//! This library never prints, never reads the environment, installs no signal handlers and never exits.

pub mod algorithm;
pub mod candidate;
pub mod config;
pub mod control;
pub mod engine;
pub mod event;
pub mod files;
pub mod grammar;
pub mod id;
pub mod isolate;
pub mod judgement;
pub mod log;
mod mix;
pub mod needs;
pub mod outcome;
pub mod passes;
pub mod plan;
pub mod reduce;
pub mod search;
mod simple;
pub mod slots;
pub mod space;
mod span_hash;
pub mod strategy;
pub mod test;
mod text;
pub mod tree;

pub use algorithm::Algorithm;
pub use candidate::Candidate;
pub use config::Config;
pub use control::{Control, Halt};
pub use engine::Engine;
pub use id::Id;
pub use judgement::{Judgement, Reason};
pub use outcome::{Outcome, OutcomeSet};
pub use plan::Plan;
pub use search::{Goal, Search, Stop};
pub use simple::{NotReduced, ddmin, reduce};
pub use strategy::{Question, Strategy};
pub use text::{Text, TooLarge};

/// The examples of the document about the library, which are compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod document {}
