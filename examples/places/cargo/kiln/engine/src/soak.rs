//! Holds at the end of a ramp.

pub fn at(degrees: f64) -> [f64; 2] {
    [degrees; 2]
}
