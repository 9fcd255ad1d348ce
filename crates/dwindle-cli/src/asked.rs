//! What the commands are asked that are not about one input, resolved: paths, numbers and patterns instead of words.
//!
//! What is the same for all runs stands in [`Settings`](dwindle_run::settings::Settings).

mod changes;
mod events;
mod invocation;
mod make;
mod trace;

pub use changes::{Between, Changes};
pub use events::Events;
pub use invocation::{CommandLine, Piece, Purpose, SearchPath};
pub use make::{Fuzz, Generate, Seed, Triage};
pub use trace::{Part, Place, Trace, Tracing};
