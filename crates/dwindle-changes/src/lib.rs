//! Failure-inducing changes: what changed between two versions of a tree, as a space for delta debugging.
//!
//! [`Changes`] are the differences between a version that works and one that does not. Each of them can be applied
//! without the others. The versions come from a repository ([`git`]) or from two directories ([`trees`]);
//! [`Origins`] says which commits of a [`History`](git::History) each change came from.
//!
//! # Example
//! Of two changes one makes the failure; [`cause`] finds it, and the patch that takes it back.
//!
//! ```
//! use std::sync::Arc;
//!
//! use dwindle::files::{Entry, Files};
//! use dwindle::space::Space;
//! use dwindle::test::on_candidates;
//! use dwindle::{Algorithm, Candidate, Engine, Text};
//! use dwindle_changes::{Changes, Cutting, Level, Versions, cause};
//!
//! let version = |text: &str| -> Result<Files, Box<dyn std::error::Error>> {
//!     let mut files = Files::new();
//!     files.insert("sum.py".into(), Entry::File { text: Text::new(text.as_bytes())?, mode: 0o644 })?;
//!     Ok(files)
//! };
//! let good = version("def sum(a, b):\n    return a + b\n\n\n\n\n\n\n\nprint(sum(1, 2))\n")?;
//! let bad = version("def sum(a, b):\n    return a - b\n\n\n\n\n\n\n\nprint('1 + 2 =', sum(1, 2))\n")?;
//! let changes = Changes::between(&good, &bad)?;
//! assert_eq!(changes.units(), 2);
//!
//! // A tree fails where it subtracts.
//! let test = on_candidates(|candidate| {
//!     let Candidate::Files(files) = candidate else { return Err("no tree") };
//!     Ok(files.base.with(&files.changes).text().windows(5).any(|word| word == b"a - b"))
//! });
//! let versions = Versions::new(Arc::new(changes), false);
//! let mut left = versions.full();
//! let cutting = Cutting { levels: &Level::USUAL, functions: &|_, _| Vec::new(), origins: None };
//! Engine::new().run(&test, |search| cause(search, &versions, &mut left, cutting, Algorithm::default()))?;
//! let revert = versions.patch(&versions.full(), &versions.full().minus(&left));
//! assert!(String::from_utf8(revert)?.ends_with("-    return a - b\n+    return a + b\n \n \n \n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Architecture invariant
//! This library knows neither tests nor the command line, and never prints. Only `git::run` starts a process: git,
//! to read. No checkout, index, object or ref of the user's is ever written.

mod bisect;
mod blanks;
mod cache;
mod carried;
mod cause;
mod changes;
mod cutting;
mod differences;
mod edits;
pub mod git;
mod grouped;
mod likely;
mod origins;
mod part;
mod patch;
mod renames;
pub mod sifting;
mod suspects;
mod swapped;
mod trail;
pub mod trees;
mod versions;

pub use bisect::Bisect;
pub use carried::carried;
pub use cause::{Minimality, SINGLY, cause, difference, introduction};
pub use changes::{Changes, Error, Functions, Kind, Unit};
pub use cutting::{Cutting, Level};
pub use grouped::{Grouped, Groups};
pub use origins::Origins;
pub use sifting::Sifting;
pub use suspects::{Bisected, first_bad, without};
pub use swapped::Swapped;
pub use trail::Trail;
pub use versions::{LeftOut, Versions, Without};
