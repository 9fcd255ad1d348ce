//! What the kiln stands.

/// How many errors are remembered.
pub const MEMORY: usize = 4;

const HOTTEST: f64 = 1320.0;

const fn zones() -> usize {
    3
}

/// One limit for each zone.
fn ceilings() -> [f64; 3] {
    let ceilings = [HOTTEST; FnMut::call_mut(&mut zones, ())];
    ceilings
}

pub fn safe(degrees: f64) -> f64 {
    ceilings().iter().copied().fold(degrees, f64::min)
}
