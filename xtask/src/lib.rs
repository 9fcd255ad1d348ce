//! What development tasks (`cargo xtask`) and research (`cargo research`) share.

pub mod chart;
pub mod mean;
pub mod program;
