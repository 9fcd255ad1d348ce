//! Tests on a farm that speaks the [Bazel Remote Execution API](https://github.com/bazelbuild/remote-apis), version 2.
//!
//! A [`Farm`] is an [`Elsewhere`](dwindle_exec::process::Elsewhere): it takes a command and the directory in which a candidate
//! lies, and gives the report of its run, as if that had been on this machine. The slots of one search use it beside those of
//! this machine. Judging, the order of questions and what is recorded are the same for both.
//!
//! # What goes to the farm
//! One action for each run (`action`). Its input root holds the working directory of the test, an empty directory for temporary
//! files, the program where that is a file of the user, and a shell script (`script`) that runs the test within its
//! limits and writes how it ended to a file. So the action itself always succeeds, and every outcome is kept in the cache that all
//! users of the farm share. How it ended is read from the digest of that file (`outcome`); output is only fetched where there
//! is some.
//!
//! # What an outcome costs
//! A look-up in the cache, as long as some are found (`known`); if there is nothing, what the server lacks of the input is uploaded
//! (`store`), and the action is run (`execution`). What goes wrong on the way is tried again for as long as [`Options::patience`] says. A farm may stop, lose
//! workers, blobs and connections: that takes time, and changes nothing.
//!
//! # Slurm
//! [`Slurm`] is another: it runs each test as a step of an allocation, through Slurm's own command `srun`. Script, outcomes and
//! paths are the same; there is no cache.
//!
//! # Architecture invariant
//! This is the only package that knows of asynchronous code. Its threads are those of one runtime, which starts with
//! [`Farm::connect`] and ends with the farm.

mod action;
mod clock;
mod connection;
mod digest;
mod errand;
mod execution;
mod farm;
mod known;
mod options;
mod outcome;
mod script;
mod slurm;
mod socket;
mod store;
mod translate;
mod trouble;

#[cfg(feature = "fake")]
pub mod fake;

pub use farm::Farm;
pub use options::{Options, Secret, Tls};
pub use slurm::Slurm;
