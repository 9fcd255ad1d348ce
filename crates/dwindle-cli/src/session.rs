//! A run from beginning to end: the input, the first run, the checks, the run directory, the search, the
//! result.

pub(crate) mod artifact;
mod backlog;
mod checks;
pub(crate) mod disk;
mod earlier;
pub(crate) mod ended;
pub(crate) mod first;
mod flaky;
mod homes;
pub(crate) mod input;
mod judge;
pub(crate) mod key;
pub(crate) mod layout;
mod objective;
mod open;
pub(crate) mod original;
pub(crate) mod pair;
pub(crate) mod part;
pub(crate) mod passing;
mod prepare;
pub(crate) mod preprocess;
mod recorder;
pub(crate) mod resume;
mod rewriters;
mod run;
mod run_store;
pub(crate) mod runner;
pub(crate) mod sandbox;
pub(crate) mod scratch;
mod several;
mod side;
mod tagged;
pub(crate) mod tree;

pub(crate) use run::{Finished, KeptOutcome, Session};
pub(crate) use tagged::tagged;
