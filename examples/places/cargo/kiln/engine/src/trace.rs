//! Tells each step.

pub fn step(target: f64, reached: f64) {
    eprintln!("{target:.1} -> {reached:.1}");
}
