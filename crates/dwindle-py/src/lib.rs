//! The engine of the Python package `dwindle`: the module `dwindle._engine`.
//!
//! The package in `python/dwindle` runs the tests; what is tested next is decided here. Python asks for a candidate and
//! tells its outcome, so that exceptions, interrupts and the interpreter's lock stay where they are. Only plans for texts with
//! a syntax call their test.

mod build;
mod model;
mod sides;
mod texts;
mod told;
mod units;
mod values;

use pyo3::prelude::pymodule;

/// What is tested next, decided in Rust.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::sides::SidesSearch;
    #[pymodule_export]
    use crate::texts::reduce_text;
    #[pymodule_export]
    use crate::told::algorithms;
    #[pymodule_export]
    use crate::units::UnitSearch;
    #[pymodule_export]
    use crate::values::{Candidate, ValueSearch};
}
