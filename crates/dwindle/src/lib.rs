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

pub mod binary;
pub mod causes;
pub mod explain;
pub mod files;
pub mod flow;
pub mod grammar;
pub mod isolate;
pub mod log;
pub mod needs;
pub mod numbers;
pub mod outline;
pub mod passes;
pub mod plan;
pub mod reduce;
pub mod regions;
pub mod rewrite;
pub mod space;
pub mod structure;
pub mod tree;
pub mod value;

pub use dwindle_core::{
    Algorithm, Candidate, Config, Control, Engine, Goal, Halt, Id, Judgement, NotReduced, Outcome,
    OutcomeSet, Prices, Question, Reason, Search, Stop, Strategy, Text, TooLarge, ddmin, reduce,
};
pub use dwindle_core::{
    algorithm, candidate, config, control, engine, event, id, judgement, outcome, prices, search, slots,
    span_hash, strategy, test,
};
pub use plan::Plan;
