//! Reducers on trees: plain functions that run list algorithms and try replacements, one idea a file.

mod dive;
mod dwindle;
mod gtr;
mod hdd;
mod perses;
mod work;

pub use dwindle::dwindle;
pub use gtr::{gtr, gtr_star};
pub use hdd::{hdd, hdd_star, hddr};
pub use perses::perses;
pub use work::Setting;
