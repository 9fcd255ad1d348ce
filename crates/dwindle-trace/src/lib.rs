//! Execution traces: which of the statements that a run executed matter.
//!
//! A *tracer* records the statements that a program executes, and runs it again without some of them. Any command can
//! be one: [`protocol`] has its records, and `docs/tracers.md` describes them for authors of tracers.
//!
//! # Architecture invariant
//! This library never prints, and knows no language and no machine: tracers do.

pub mod protocol;
