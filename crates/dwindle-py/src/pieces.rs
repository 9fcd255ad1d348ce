//! Candidates as Python objects, made anew each time.

use std::io;
use std::sync::Arc;

use dwindle::value::ValueSpace;
use dwindle::{Candidate, Config, Text};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::build::build;
use crate::elements::Elements;
use crate::model::Model;
use crate::told;

/// What a candidate is made of.
#[derive(Debug)]
pub(crate) enum Pieces {
    /// These elements of a list.
    Elements(Config),
    /// A text.
    Text(Vec<u8>),
    /// A value, of whose edits those are made that are not kept.
    Value(Arc<ValueSpace>, Config),
}

/// The data of which candidates are parts.
#[derive(Debug)]
pub(crate) enum Whole {
    /// A list.
    List(Elements),
    /// Something of which Python takes parts by their positions.
    Positions,
    /// A string.
    Str,
    /// Bytes.
    Bytes,
    /// Objects that were taken apart.
    Value(Py<Model>),
}

/// What a candidate of a list or a text is made of.
pub(crate) fn pieces_of(candidate: Candidate<'_>) -> io::Result<Pieces> {
    match candidate {
        Candidate::Units(config) => Ok(Pieces::Elements(config.into_owned())),
        other => match other.text() {
            Some(text) => Ok(Pieces::Text(text.into_owned())),
            None => Err(other.unsupported("a list or a text")),
        },
    }
}

impl Whole {
    /// A string or bytes, and its text.
    pub(crate) fn of_text(text: &Bound<'_, PyAny>) -> PyResult<(Self, Text)> {
        if let Ok(string) = text.cast::<PyString>() {
            Ok((Self::Str, Text::new(string.to_cow()?.as_bytes()).map_err(told::wrong)?))
        } else if let Ok(bytes) = text.cast::<PyBytes>() {
            Ok((Self::Bytes, Text::new(bytes.as_bytes()).map_err(told::wrong)?))
        } else {
            Err(PyTypeError::new_err("a text is a string or bytes"))
        }
    }

    /// Makes a candidate for a test, or [lends](Elements::lend) it, if it is a list; then there is none where a test has changed its list.
    pub(crate) fn make_or_lend<'py>(
        &mut self,
        py: Python<'py>,
        pieces: &Pieces,
        lent: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match (self, pieces) {
            (Self::List(items), Pieces::Elements(kept)) if lent => {
                Ok(items.lend(py, kept)?.map(Bound::into_any))
            }
            (whole, pieces) => whole.make(py, pieces, false).map(Some),
        }
    }

    /// Whether what is lent is as it should be.
    pub(crate) fn look(&mut self, py: Python<'_>) -> PyResult<bool> {
        match self {
            Self::List(items) => items.look(py),
            _ => Ok(true),
        }
    }

    /// Makes a candidate; a result is made of the caller's `own` objects, where they are as they were.
    ///
    /// A text that is no string any more, as one without half of a character, is an error, and so is what a type
    /// refuses.
    pub(crate) fn make<'py>(
        &self,
        py: Python<'py>,
        pieces: &Pieces,
        own: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        match (self, pieces) {
            (Self::List(items), Pieces::Elements(kept)) => Ok(items.make(py, kept)?.into_any()),
            (Self::Positions, Pieces::Elements(kept)) => {
                let bounds = kept.runs().iter().map(|run| (run.start, run.end));
                Ok(PyList::new(py, bounds.collect::<Vec<_>>())?.into_any())
            }
            (Self::Str, Pieces::Text(text)) => {
                Ok(PyString::new(py, std::str::from_utf8(text).map_err(told::wrong)?).into_any())
            }
            (Self::Bytes, Pieces::Text(text)) => Ok(PyBytes::new(py, text).into_any()),
            (Self::Value(model), Pieces::Value(space, kept)) => {
                build(py, &model.borrow(py), &space.edited(kept), own)
            }
            (_, pieces) => Err(PyTypeError::new_err(format!("{pieces:?} of other data"))),
        }
    }
}
