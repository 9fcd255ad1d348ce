//! What development tasks (`cargo xtask`) and research (`cargo research`) share.

pub mod chart;
pub mod dice;
pub mod mean;
pub mod program;
