//! Follows a program of temperatures.

mod control;
mod cone;
pub mod program;
mod sensor;
#[cfg(feature = "soak")]
mod soak;
mod thermal;
#[cfg(feature = "trace")]
mod trace;

pub use program::PROGRAMS;

use program::Program;

/// The temperature at each step of a program, in degrees.
pub fn fire(name: &str) -> Vec<f64> {
    let program = Program::named(name);
    let mut control = control::Control::new();
    let mut degrees = Vec::new();
    for target in program.targets() {
        let reached = control.step(target, thermal::loss(target));
        #[cfg(feature = "trace")]
        trace::step(target, reached);
        degrees.push(reached);
    }
    store::note(&format!("{name}: cone {}", cone::reached(&degrees)));
    degrees
}
