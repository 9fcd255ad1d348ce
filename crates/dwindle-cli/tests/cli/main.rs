//! The program as a user meets it: what it prints, how it ends, what it leaves.

#![expect(unreachable_pub, reason = "in a program, `pub` says what the other rooms use")]

mod bad_input;
mod commands;
mod env;
mod examples;
mod help;
mod json;
mod names;
mod stopping;
mod usage;
