//! How strongly the controller answers.

pub const P: f64 = 0.8;
pub const I: f64 = 0.05;
