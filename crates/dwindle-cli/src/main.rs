//! The program `dwindle`.

mod error;
mod exit;

fn main() {}
