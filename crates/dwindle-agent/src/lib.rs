//! The part of Dwindle that is inside a traced program.
//!
//! A shared object is loaded into the program before its own code runs. It puts a jump, or a breakpoint, at the first address of
//! each statement, and from then on it sees the program arrive at one statement after the other. It either records them, or leads the
//! program along a recorded run, leaving statements out. It is told what to do, and tells what happened, in one file that it
//! shares with the controller ([`layout`]); all that needs to know a program's code (debug information, the instructions
//! that these stand on) is worked out there, so that what runs here is tables and a signal handler.
//!
//! The crate is compiled twice: as the shared object, by its build script, for which it stands on no library at all; and
//! as a library, which has the [`layout`] and the shared object as bytes ([`IMAGE`]).
//!
//! This is the one crate of Dwindle with `unsafe` code.

#![cfg_attr(agent, no_std)]

pub mod layout;

#[cfg(any(agent, all(clippy, embedded)))]
mod arrival;
#[cfg(any(agent, all(clippy, embedded)))]
mod comparisons;
#[cfg(any(agent, all(clippy, embedded)))]
mod follow;
#[cfg(any(agent, all(clippy, embedded)))]
mod frames;
#[cfg(any(agent, all(clippy, embedded)))]
mod frozen;
#[cfg(any(agent, all(clippy, embedded)))]
mod loader;
#[cfg(any(agent, all(clippy, embedded)))]
mod memory;
#[cfg(any(agent, all(clippy, embedded)))]
mod probes;
#[cfg(any(agent, all(clippy, embedded)))]
mod server;
#[cfg(any(agent, all(clippy, embedded)))]
mod shared;
#[cfg(any(agent, all(clippy, embedded)))]
mod signals;
#[cfg(any(agent, all(clippy, embedded)))]
mod start;
#[cfg(any(agent, all(clippy, embedded)))]
mod system;
#[cfg(any(agent, all(clippy, embedded)))]
mod trap;

/// The shared object, where it can run: on Linux on x86-64, with the GNU C library.
#[cfg(embedded)]
pub const IMAGE: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/agent.so")));

/// The shared object, where it can run: on Linux on x86-64, with the GNU C library.
#[cfg(not(any(embedded, agent)))]
pub const IMAGE: Option<&[u8]> = None;
