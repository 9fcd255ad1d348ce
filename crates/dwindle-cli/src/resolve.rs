//! From words to settings: every path, number and pattern of the command line, read once.
//!
//! What the environment says is read in [`environment`](crate::environment).

mod along;
mod changes;
mod clang_delta;
mod events;
mod farm;
mod invocation;
mod lithium;
mod make;
mod order;
mod output;
mod passing;
mod preprocessor;
mod quantity;
mod reduction;
mod response;
mod run;
mod sandbox;
mod syntax;
mod test;
mod trace;
mod triage;
mod with;
mod words;

pub use changes::changes;
pub use clang_delta::installed as installed_clang_delta;
pub use events::events;
pub use invocation::{env, options, path};
pub use make::{fuzz, generate};
pub use reduction::{check, compare, isolate, maximize, reduce};
pub use syntax::syntax;
pub use trace::trace;
pub use triage::triage;
