//! The only room that spawns processes.
//!
//! A slot has a [`Supervisor`]. It runs one test after the other and gives a [`Report`] of each: how it
//! ended, how long it took, what it printed (head and tail). Before a report is given, everything the test
//! started is dead, daemons included, when the slot has a *keeper*: a small process of our own that spawns
//! the slot's tests, adopts their orphans (a "child subreaper"), and kills everything below it when its
//! control pipe closes. That pipe closes however the main process dies, so nothing outlives it.
//!
//! What this room does not do: judge (an exit code means nothing here), lay out candidates, read the
//! environment (a [`Command`] carries a complete one), or touch the signals of its host.

mod capture;
mod command;
mod deadline;
#[cfg(target_os = "linux")]
mod descendants;
mod elsewhere;
mod ending;
mod keeper;
mod launcher;
mod limits;
mod link;
mod message;
mod prepared;
mod report;
mod runner;
mod sandbox;
mod stopper;
mod supervisor;
mod tree;
mod watch;
mod wire;
mod worker;

pub use capture::Captured;
pub use command::{Command, Limits, Run, Stdin};
pub use elsewhere::{Elsewhere, Ending, Errand, NotCarriedOut};
pub use keeper::serve;
pub use launcher::{Launcher, TempFiles};
pub use report::{Answer, End, NotStarted, Refused, Reply, Report};
pub use sandbox::{Level, Reached, Sandbox};
pub use stopper::Stopper;
pub use supervisor::Supervisor;
