//! Thermocouples.

pub fn read(true_degrees: f64, loss: f64) -> f64 {
    let volts = (true_degrees - loss) * 0.041;
    (volts / 0.041 * 10.0).round() / 10.0
}
