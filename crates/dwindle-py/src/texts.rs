//! Texts that have a syntax, reduced by a plan.
//!
//! A plan is a function that calls its test, not a search that is asked: here Rust calls Python, with no lock held.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use dwindle::space::text_of;
use dwindle::test::on_texts;
use dwindle::tree::Parse;
use dwindle::{Engine, Judgement, Plan, Stop, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;
use dwindle_syntax::notation::Notation;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::told;

/// Reduces a text that fails by its syntax tree, then by tokens and characters, until nothing changes.
///
/// `test` gets a candidate and says its outcome. The grammar is a language of this package, or the grammar that
/// `grammar` says; of the latter only candidates that parse are tested. Gives the result, the number of tests, and
/// whether the budget ended it.
#[pyfunction]
#[pyo3(signature = (text, test, language=None, grammar=None, budget=None))]
pub(crate) fn reduce_text<'py>(
    py: Python<'py>,
    text: &[u8],
    test: &Bound<'py, PyAny>,
    language: Option<&str>,
    grammar: Option<&str>,
    budget: Option<u64>,
) -> PyResult<(Bound<'py, PyBytes>, u64, bool)> {
    let text = Text::new(text).map_err(wrong)?;
    let plan = match (language, grammar) {
        (Some(name), _) => Plan::syntactic(Arc::new(Language::by_name(name).map_err(wrong)?.parser())),
        (None, Some(source)) => Plan::grammatical(parser(source, &text)?),
        (None, None) => Plan::standard(),
    };
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let test = test.clone().unbind();
    let judge = |candidate: &[u8]| -> Result<Judgement, io::Error> {
        let outcome = Python::attach(|py| {
            let outcome = test.call1(py, (PyBytes::new(py, candidate),))?;
            told::judgement(&outcome.extract::<String>(py)?, false)
        });
        outcome.map_err(|error| {
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            io::Error::other("the test raised an exception")
        })
    };
    let ended = py.detach(|| {
        Engine::new().budget(budget).run(&on_texts(judge), |search| {
            let (best, stopped) = match plan.run(search, text.clone()) {
                Ok(planned) => (planned.text, false),
                Err(Stop::Budget) => {
                    let best = search.best().and_then(|(space, config)| text_of(&**space, config));
                    (best.unwrap_or(text), true)
                }
                Err(stop) => return Err(stop),
            };
            Ok::<_, Stop>((best, search.count().tests, stopped))
        })
    });
    if let Some(error) = raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let (best, tests, stopped) = ended.map_err(wrong)?;
    Ok((PyBytes::new(py, best.bytes()), tests, stopped))
}

/// The parser of a grammar, in any of the notations that are read, which has to match the text.
fn parser(source: &str, text: &Text) -> PyResult<Arc<dyn Parse>> {
    let notation = Notation::read("the grammar", source, None).map_err(wrong)?;
    let parser = Earley::new(notation.grammar, notation.lexis.as_ref()).map_err(wrong)?;
    parser.parse(text).map_err(|error| wrong(format!("the text does not match the grammar: {error}")))?;
    Ok(Arc::new(parser))
}

fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
