//! The signature of a failure: how the run ended and the failure line of its output, so that a later run
//! can be told to show *the same* failure, not just some failure.
//!
//! Pure functions over what a run showed; nothing here runs anything. [`Signature`] is derived from the
//! first two runs, [`Conditions`] are given by the user, [`Script`] is for tests that judge by their exit code.
//!
//! Two ways to be wrong pull against each other. A signature that keeps too much calls the same failure
//! another one, and nothing shrinks; one that keeps too little lets the reduction slip to another bug. So
//! only what changes *because* the candidate shrinks is blanked out (`normalise`), and what differs between two runs
//! on the same input (`align`).
//!
//! The failure line is found by an ordered table of recognisers (`table`): the first entry that finds a line wins.
//! Output that no entry knows falls back to its last line with a word of failure, then to the last line of standard
//! error. Standard output's last line is never taken, since it is a result. A line that only counts errors
//! (`summary`) is taken only where there is no other. When a run goes on, a recorded signature that leaves out more
//! is kept, since the outcomes in its journal were judged by it. Where many inputs are compared
//! ([`Signature::without_values`]), numbers and quoted text of the input are left out, too.

mod align;
pub mod bisect_run;
pub mod conditions;
mod failure;
mod failure_line;
mod normalise;
pub mod observed;
pub mod pattern;
mod place;
mod recogniser;
pub mod script;
pub mod signals;
mod summary;
mod table;
mod values;

pub use bisect_run::BisectRun;
pub use conditions::Conditions;
pub use failure::{Signature, escape};
pub use observed::{Candidate, End, Observed, holds_word};
pub use pattern::{Pattern, PatternError};
pub use script::Script;
pub use signals::{signal_name, signal_number};
