//! Traces of programs, and what is necessary in them.
//!
//! One program, since each has to be linked.

mod chapter;
mod lab;
mod perl;
mod python;
mod random_programs;
mod stripe;
