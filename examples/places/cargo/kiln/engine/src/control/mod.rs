//! A controller with memory.

mod gains;
mod limits;

use ring::Ring;

use crate::sensor;

pub struct Control {
    errors: Ring<f64, { limits::MEMORY }>,
}

impl Control {
    pub fn new() -> Self {
        Self { errors: Ring::new() }
    }

    pub fn step(&mut self, target: f64, loss: f64) -> f64 {
        let error = target - sensor::read(target, loss);
        self.errors.push(error);
        let drift: f64 = self.errors.iter().sum();
        limits::safe(target - error + gains::P * error + gains::I * drift)
    }
}
