//! Execution traces: which of the statements that a run executed matter.
//!
//! A *tracer* records the statements that a program executes, and runs it again without some of them. Any command can
//! be one: [`protocol`] has its records, and `docs/tracers.md` describes them for authors of tracers. A [`Language`] has
//! one that comes with this library. What was recorded is a space of events ([`Execution`]); [`slice()`] leaves out
//! those that do not matter, as far as a [`PartialExecution`] still comes to the same.
//!
//! # Source
//! H. Cleve, A. Zeller, "Finding Failure Causes through Automated Testing", AADEBUG 2000, section 5 (STRIPE).
//!
//! # Architecture invariant
//! This library never prints, and knows no language and no machine: tracers do.

mod criterion;
mod execution;
mod names;
mod partial;
pub mod protocol;
mod recorded;
mod relevant;
mod slice;
mod test_command;
mod tracer;
mod tracers;

pub use criterion::{Criterion, Shown};
pub use execution::{Execution, Grouped, Groups};
pub use partial::PartialExecution;
pub use recorded::{ReadError, Recorded};
pub use relevant::relevant;
pub use slice::{Method, decisive_alone, slice};
pub use tracer::{Ran, RecordError, Tracer};
pub use tracers::Language;
