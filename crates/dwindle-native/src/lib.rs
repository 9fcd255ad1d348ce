//! Records which statements a native program executes, and runs it again without some of them.
//!
//! For programs in C, C++ and Rust on Linux on x86-64, built with debug information and without optimisation. What is to
//! be known of a program's code is read here: its functions and lines ([`debug`]), where statements begin
//! ([`statements`]), and what stands in for the instructions under breakpoints. The `dwindle-agent`, which is loaded into the
//! program, does the rest.
//!
//! # Architecture invariant
//! This library never prints.

mod code;
mod compared;
mod comparing;
mod comparisons;
pub mod debug;
mod expression;
pub mod form;
mod loaderless;
pub mod modes;
mod nameless;
mod plan;
pub mod probe;
pub mod program;
mod record;
pub mod refusal;
mod scope;
pub mod server;
mod sources;
pub mod statements;
pub mod tracer;
mod trampolines;
pub mod types;
mod variables;
pub mod watched;
mod whole;
