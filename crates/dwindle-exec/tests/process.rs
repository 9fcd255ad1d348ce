//! Processes from outside: what a slot can rely on, with a keeper and without.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "these are tests, their bench included")]

#[path = "process/bench.rs"]
mod bench;
#[path = "process/death.rs"]
mod death;
#[path = "process/ends.rs"]
mod ends;
#[path = "process/kernel.rs"]
mod kernel;
#[path = "process/leftovers.rs"]
mod leftovers;
#[path = "process/limits.rs"]
mod limits;
#[path = "process/sandbox.rs"]
mod sandbox;
#[path = "process/stops.rs"]
mod stops;
#[path = "process/streams.rs"]
mod streams;
#[path = "process/temp.rs"]
mod temp;
#[path = "process/workers.rs"]
mod workers;
