//! Reducers: plain functions that drive strategies over spaces, one idea a file.

pub mod grammar;

pub use grammar::grammar;
