//! Journals and run directories.
//!
//! One program, since each has to be linked.

mod children;
mod costs;
mod journal;
mod journal_of_any;
mod result_folders;
mod rundir;
