//! The run directory: everything on disk about one run, and the results outside it.
//!
//! The home of an input's runs lies beside the input (or where the caller says), one folder a [`RunKey`], so
//! that the same command finds its journal again and a changed one starts afresh, knowing what changed. The
//! file `rundir/layout.rs` shows what lies where. A run directory is locked while it is open.
//!
//! Two promises are kept here. A result is written whole or not at all, so there is a good one on disk at
//! every moment; and no file is ever overwritten that Dwindle did not write. Nothing here reads a clock or
//! the environment: where things go and what time it is are the caller's to say.

mod atomic;
mod bounded;
mod clean;
mod earlier;
pub mod entries;
mod exchange;
mod folder;
mod found;
mod hash;
mod key;
mod layout;
mod lock;
mod moved;
mod other_failures;
mod output;
mod owned;
mod past;
mod put;
mod replaced;
mod run;

pub use clean::{Cleaning, clean};
pub use earlier::{EarlierResult, OtherRun, input_of};
pub use folder::FolderOutput;
pub use key::{Builder, RunKey};
pub use layout::{home, home_in, is_home, is_unfinished, slug};
pub use moved::moved_home;
pub use other_failures::{KeptFailure, OtherFailure};
pub use output::Output;
pub use owned::{expect_ours, written};
pub use past::{Answer, PastRun, homes_beside};
pub use put::{clear_unfinished, put, put_over};
pub use run::RunDir;
