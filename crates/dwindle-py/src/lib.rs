//! The engine of the Python package `dwindle`: the module `dwindle._engine`.
//!
//! The package in `python/dwindle` runs the tests; what is tested next is decided here. Neither calls the other back:
//! Python asks for a candidate and tells its outcome, so that exceptions, interrupts and the interpreter's lock stay
//! where they are.

mod told;
mod units;

use pyo3::prelude::pymodule;

/// What is tested next, decided in Rust.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::told::algorithms;
    #[pymodule_export]
    use crate::units::UnitSearch;
}
