//! What the walls lose.

pub fn loss(degrees: f64) -> f64 {
    let above = degrees - 20.0;
    0.01 * above + 1.0e-6 * above * above
}
