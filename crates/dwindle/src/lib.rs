//! Delta debugging: finds what makes a program fail, and nothing else.

pub mod process;
