//! Execution traces: which of the statements that a run executed matter.
//!
//! A *tracer* records the statements that a program executes, and runs it again without some of them. Any command can
//! be one: [`protocol`] has its records, and `docs/tracers.md` describes them for authors of tracers. What was recorded
//! is a space of events ([`Execution`]); [`slice()`] leaves out those that do not matter.
//!
//! # Source
//! H. Cleve, A. Zeller, "Finding Failure Causes through Automated Testing", AADEBUG 2000, section 5 (STRIPE).
//!
//! # Architecture invariant
//! This library never prints, and knows no language and no machine: tracers do.

mod execution;
pub mod protocol;
mod recorded;
mod slice;

pub use execution::{Execution, Grouped, Groups};
pub use recorded::{ReadError, Recorded};
pub use slice::{Method, slice};
