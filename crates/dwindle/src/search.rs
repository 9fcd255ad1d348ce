//! Running strategies: what to test, in which order, on how many workers.

pub mod ahead;
