//! What a run of delta debugging keeps on disk: its journal, its directory and its results.
//!
//! A [`RunDir`](rundir::RunDir) is the directory of one run. It is named by a [`RunKey`](rundir::RunKey), a hash of
//! all that the outcome of the run depends on, so that the same run finds its own files again and another one begins
//! anew. In it lies the [`Journal`](journal::Journal), to which every test is appended, and the best candidate so far.
//! An [`Output`](rundir::Output) is a result: whole at every moment, and never written over a file that is not
//! Dwindle's own.
//!
//! ```
//! use std::time::Duration;
//!
//! use dwindle::Id;
//! use dwindle_store::journal::{Asked, Record, Tally};
//! use dwindle_store::rundir::{RunDir, RunKey, home};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let input = folder.path().join("crash.c");
//! let key = || RunKey::builder().field("input", b"int x;\n").option("timeout", "10").build();
//!
//! let run = RunDir::open(&home(&input, None), key())?;
//! let mut journal = run.journal("example 1.0", |_| ())?.journal;
//! journal.append(&Record::Asked(Asked { n: 1, id: Id(7), known: false }))?;
//! let mut result = run.result(&folder.path().join("crash.min.c"), None)?;
//! result.write(Duration::ZERO, |to| to.write_all(b"x;\n"))?;
//! drop((journal, run));
//!
//! // The same run, going on.
//! let run = RunDir::open(&home(&input, None), key())?;
//! let mut tally = Tally::default();
//! run.journal("example 1.0", |record| tally.add(&record))?;
//! assert_eq!(tally.asked(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! # Architecture invariant
//! This library never prints and reads neither a clock nor the environment: where things go and what time it is are
//! the caller's to say. It knows what a candidate's identity and outcome are, and nothing of strategies and tests.

mod error;
pub mod journal;
mod pace;
pub mod rundir;
pub mod steps;

pub use error::Error;
