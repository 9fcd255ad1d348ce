//! Trees from texts: parsers of programming languages, and grammars read at run time.
//!
//! # Architecture invariant
//! Like `dwindle`, this library never prints, never reads the environment and never exits. Nothing is downloaded, at
//! build time or at run time.

pub mod earley;
pub mod generate;
pub mod language;
pub mod layout;
pub mod notation;
pub mod shortest_match;
