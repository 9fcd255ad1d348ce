//! The strategies and the search over in-process tests.
//!
//! One program, since each has to be linked.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod against_naive;
mod against_naive_weighted;
mod common;
mod guarantees;
mod inquiry;
mod jobs_change_nothing;
mod lab;
mod laws;
mod objective;
mod published_runs;
mod ran_ahead;
mod ruled_out;
mod speed;
mod subject;
mod taken_up;
mod unreliable;
