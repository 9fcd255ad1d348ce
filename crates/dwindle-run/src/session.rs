//! A run from beginning to end: the input, the first run, the checks, the run directory, the search, the
//! result.

mod again;
pub mod artifact;
mod checks;
pub mod disk;
mod earlier;
pub mod ended;
mod finished;
pub mod first;
pub mod hindrance;
mod homes;
pub mod input;
mod judge;
pub mod key;
pub mod layout;
mod objective;
mod open;
pub mod pair;
pub mod part;
pub mod passing;
mod prepare;
pub mod preprocess;
mod reduced;
mod refused;
pub mod resume;
mod rewriters;
mod round;
mod rounds;
mod run;
pub mod runner;
pub mod sandbox;
pub mod scratch;
mod several;
mod side;
mod store;
pub mod tree;
pub mod trial;
mod unsteady;
mod warning;
mod workshop;

pub use finished::{Finished, KeptOutcome};
pub use homes::{original, tagged};
pub use reduced::{Reduced, Searched};
pub use run::Session;
