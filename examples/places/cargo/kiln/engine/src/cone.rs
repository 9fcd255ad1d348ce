//! Pyrometric cones.

const CONES: [(&str, f64); 4] = [("022", 586.0), ("06", 998.0), ("6", 1222.0), ("10", 1285.0)];

pub fn reached(degrees: &[f64]) -> &'static str {
    let top = degrees.iter().copied().fold(0.0, f64::max);
    CONES.iter().rev().find(|(_, at)| top >= *at).map_or("none", |(name, _)| name)
}
