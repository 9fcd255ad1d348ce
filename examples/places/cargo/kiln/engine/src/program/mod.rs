//! Programs: ramps and holds.

mod glaze;
mod ramp;

use ramp::Ramp;

pub const PROGRAMS: [&str; 2] = ["bisque", "glaze"];

pub struct Program {
    ramps: Vec<Ramp>,
}

impl Program {
    pub fn named(name: &str) -> Self {
        let ramps = match name {
            "glaze" => glaze::ramps(),
            _ => vec![Ramp::new(60.0, 600.0), Ramp::new(100.0, 1000.0)],
        };
        Self { ramps }
    }

    pub fn targets(&self) -> Vec<f64> {
        let mut targets = Vec::new();
        for ramp in &self.ramps {
            let from = targets.last().copied().unwrap_or(20.0);
            targets.extend(ramp.steps(from));
            #[cfg(feature = "soak")]
            targets.extend(crate::soak::at(ramp.end()));
        }
        targets
    }
}
