//! The program `dwindle`.
fn main() {}
