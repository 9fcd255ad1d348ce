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
//! What the other packages of the workspace use and no program needs is hidden in this documentation, and may change.
//!
//! # Architecture invariant
//! This library never prints, never reads the environment, installs no signal handlers and never exits.

#[doc(hidden)]
pub mod binary;
#[doc(hidden)]
pub mod causes;
mod edited;
#[doc(hidden)]
pub mod explain;
mod facts;
pub mod files;
#[doc(hidden)]
pub mod flow;
pub mod grammar;
pub mod isolate;
mod latest;
#[doc(hidden)]
pub mod log;
#[doc(hidden)]
pub mod needs;
#[doc(hidden)]
pub mod numbers;
#[doc(hidden)]
pub mod outline;
pub mod passes;
pub mod plan;
pub mod reduce;
#[doc(hidden)]
pub mod regions;
#[doc(hidden)]
pub mod rewrite;
pub mod space;
#[doc(hidden)]
pub mod structure;
pub mod tree;
#[doc(hidden)]
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
