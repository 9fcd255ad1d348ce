//! A rise at constant speed.

use pace::Pace;

pub struct Ramp {
    pace: Pace,
    end: f64,
}

impl Ramp {
    pub fn new(per_hour: f64, end: f64) -> Self {
        Self { pace: Pace::per_hour(per_hour), end }
    }

    pub fn end(&self) -> f64 {
        self.end
    }

    pub fn steps(&self, from: f64) -> Vec<f64> {
        let rise = self.pace.in_minutes(30.0);
        let count = ((self.end - from) / rise).ceil() as usize;
        (1..=count).map(|step| (from + rise * step as f64).min(self.end)).collect()
    }
}
