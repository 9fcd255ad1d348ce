//! The engine of the Python package `dwindle`: the module `dwindle._engine`.
//!
//! The package in `python/dwindle` runs the tests; what is tested next is decided here. Python asks for a candidate and
//! tells its outcome, so that exceptions, interrupts and the interpreter's lock stay where they are.

mod build;
mod elements;
mod halving;
mod lent;
mod looking;
mod model;
mod own;
mod pieces;
mod plans;
mod search;
mod sides;
mod steps;
mod stretches;
mod told;
mod units;
mod values;

use pyo3::prelude::pymodule;

/// What is tested next, decided in Rust.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::build::build_root;
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::search::Search;
    #[pymodule_export]
    use crate::told::algorithms;
}
