//! Speeds.

#[derive(Clone, Copy)]
pub struct Pace(f64);

impl Pace {
    pub fn per_hour(amount: f64) -> Self {
        Self(amount)
    }

    #[cfg(feature = "minutes")]
    pub fn in_minutes(self, minutes: f64) -> f64 {
        self.0 * minutes / 60.0
    }
}
