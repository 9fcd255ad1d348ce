//! The questions that are asked of a subject by its units: what makes the difference, and how much of it passes.
//!
//! What the failure needs is asked of each subject in a way of its own.

pub(crate) mod begin;
pub(crate) mod isolate;
pub(crate) mod maximize;
pub(crate) mod subject;
