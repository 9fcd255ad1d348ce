//! The program for glazes.

use super::ramp::Ramp;

pub fn ramps() -> Vec<Ramp> {
    [(80.0, 300.0), (150.0, 1100.0), (60.0, 1222.0)].map(|(speed, end)| Ramp::new(speed, end)).into()
}
