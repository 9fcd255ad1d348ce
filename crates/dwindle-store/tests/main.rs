//! Journals and run directories.
//!
//! One program, since each has to be linked.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod children;
mod costs;
mod journal;
mod journal_of_any;
mod result_folders;
mod rundir;
