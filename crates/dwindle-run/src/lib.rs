//! Reduces what makes a command fail: a run of delta debugging from its beginning to its result on disk, as a library.
//!
//! [`Run`] is all that most programs need. The program `dwindle` stands on the same modules: [`session`] is a run on any subject,
//! [`settings`] what it is to do.
//!
//! ```
//! use dwindle_run::Run;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let dir = tempfile::tempdir()?;
//! let input = dir.path().join("list.txt");
//! std::fs::write(&input, "apple\npear\nplum\nfig\n")?;
//! // It fails on each input that has a `p` and an `f`.
//! let fails = r#"if grep -q p "$1" && grep -q f "$1"; then echo "error: p before f" >&2; exit 1; fi"#;
//!
//! let done = Run::new(["/bin/sh", "-c", fails, "sh", "{}"]).input(&input).envs(std::env::vars_os()).start()?;
//! assert_eq!(done.failure(), Some("exit code 1, stderr: error: p before f"));
//! assert_eq!(std::fs::read(done.path().expect("it lies beside the input"))?, b"pf");
//!
//! // The same run again finds all of this on disk.
//! let again = Run::new(["/bin/sh", "-c", fails, "sh", "{}"]).input(&input).envs(std::env::vars_os()).start()?;
//! assert_eq!(again.text().bytes(), b"pf");
//! # Ok(())
//! # }
//! ```
//!
//! # Architecture invariant
//! This library never prints, exits or installs signal handlers, and reads no environment: what tests see of it is the caller's
//! to say. Errors name what happened, why, and what to type next, as options of the program.

pub mod error;
pub mod exit;
#[doc(hidden)]
pub mod inputs;
#[doc(hidden)]
pub mod plans;
mod run;
pub mod session;
pub mod settings;
pub mod syntax;
#[doc(hidden)]
pub mod text;

pub use error::RunError;
pub use run::{Done, Run};

/// The examples of the document about the library, which are compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod document {}
