//! The tracers that are scripts: a file each, which the interpreter of the program runs.

/// The tracer for Python.
pub const PYTHON: &str = include_str!("../tracers/python.py");
