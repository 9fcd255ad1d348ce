//! Candidates as Python objects, made anew each time, so that a test may do with them what it likes; and results, in which
//! the caller's own objects stand where nothing has changed.

use std::sync::Arc;

use dwindle::Config;
use dwindle::value::{Edited, Holds, NodeId, Number, ValueSpace};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{
    PyByteArray, PyBytes, PyDict, PyFrozenSet, PyList, PyListMethods, PySet, PyString, PyTuple,
};

use crate::model::{Maker, Model};
use crate::own::unchanged;

/// Makes the objects of one candidate.
struct Build<'a, 'py> {
    py: Python<'py>,
    model: &'a Model,
    edited: &'a Edited<'a>,
    /// By node, whether it is the caller's object; empty where all are made anew.
    is_own: Vec<bool>,
    made: Vec<Option<Bound<'py, PyAny>>>,
    is_open: Vec<bool>,
    is_filled: Vec<bool>,
    /// Objects that hold one that holds them, and was not made yet when they were closed.
    unfilled: Vec<NodeId>,
    /// What copies of objects that are left alone have in common.
    copied: Option<Bound<'py, PyDict>>,
}

/// The object that is `root`, made anew with all its parts; `own` takes the caller's objects where they are as they were.
#[pyfunction]
#[pyo3(name = "build", signature = (model, root, own=false))]
pub(crate) fn build_root<'py>(
    model: &Bound<'py, Model>,
    root: NodeId,
    own: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let space = ValueSpace::new(Arc::new(model.borrow().value(root)?), Vec::new());
    build(model.py(), &model.borrow(), &space.edited(&Config::empty()), own)
}

/// Makes the whole of a candidate, of the caller's objects as far as nothing in them has changed, or all anew.
pub(crate) fn build<'py>(
    py: Python<'py>,
    model: &Model,
    edited: &Edited<'_>,
    own: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let nodes = edited.nodes();
    let mut build = Build {
        py,
        model,
        edited,
        is_own: if own { unchanged(model, edited) } else { Vec::new() },
        made: vec![None; nodes],
        is_open: vec![false; nodes],
        is_filled: vec![false; nodes],
        unfilled: Vec::new(),
        copied: None,
    };
    build.all()?;
    build.made[edited.root() as usize].take().ok_or_else(circle)
}

fn circle() -> PyErr {
    PyValueError::new_err("an object that cannot change holds itself")
}

impl<'py> Build<'_, 'py> {
    /// Makes every object that the whole needs, parts first; nothing recurses.
    fn all(&mut self) -> PyResult<()> {
        let mut left = vec![(self.edited.root(), false)];
        while let Some((node, is_closing)) = left.pop() {
            if is_closing {
                self.close(node)?;
                continue;
            }
            if std::mem::replace(&mut self.is_open[node as usize], true) {
                continue;
            }
            if self.is_own.get(node as usize) == Some(&true) {
                let own = self.model.own(self.edited.origin(node));
                self.made[node as usize] = own.map(|own| own.bind(self.py).clone());
                self.is_filled[node as usize] = true;
                continue;
            }
            self.open(node)?;
            let holds = self.edited.holds(node);
            if holds.children().is_empty() && self.made[node as usize].is_some() {
                continue;
            }
            left.push((node, true));
            left.extend(holds.children().iter().rev().map(|child| (self.edited.stands(*child), false)));
        }
        // What is a key has to know its parts before.
        let (shells, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.unfilled).into_iter().partition(|node| self.is_shell(*node));
        for node in shells.into_iter().chain(rest) {
            self.fill(node)?;
        }
        Ok(())
    }

    /// Makes what needs no parts, and of what can be filled later the empty one.
    fn open(&mut self, node: NodeId) -> PyResult<()> {
        let py = self.py;
        let holds = self.edited.holds(node);
        let object = match (self.model.maker(self.edited.kind(node)), &*holds) {
            (Maker::List, _) => PyList::empty(py).into_any(),
            (Maker::Dict, _) => PyDict::new(py).into_any(),
            (Maker::Set, _) => PySet::empty(py)?.into_any(),
            (Maker::Str, Holds::Text(points)) => text(py, points)?,
            (Maker::Bytes, Holds::Bytes(bytes)) => PyBytes::new(py, bytes).into_any(),
            (Maker::ByteArray, Holds::Bytes(bytes)) => PyByteArray::new(py, bytes).into_any(),
            (Maker::Number, Holds::Number(number)) => self.number(*number)?,
            (Maker::Same, Holds::Other(origin)) => self.model.object(*origin).bind(py).clone(),
            (Maker::Copy, Holds::Other(origin)) => self.copy(*origin)?,
            (Maker::Shell(open, _), _) => open.bind(py).call0()?,
            _ => return Ok(()),
        };
        self.made[node as usize] = Some(object);
        Ok(())
    }

    /// Makes an object of its parts.
    fn close(&mut self, node: NodeId) -> PyResult<()> {
        let holds = self.edited.holds(node);
        let is_whole = |child: &NodeId| self.made[self.edited.stands(*child) as usize].is_some();
        let are_parts_made = holds.children().iter().all(is_whole);
        if self.made[node as usize].is_some() {
            let is_hashing = matches!(self.model.maker(self.edited.kind(node)), Maker::Dict | Maker::Set);
            let is_empty = |child: &NodeId| {
                let child = self.edited.stands(*child);
                self.is_shell(child) && !self.is_filled[child as usize]
            };
            if are_parts_made && !(is_hashing && holds.children().iter().any(is_empty)) {
                return self.fill(node);
            }
            self.unfilled.push(node);
            return Ok(());
        }
        if !are_parts_made {
            return Err(circle());
        }
        let parts = self.parts(&holds)?;
        let object = match self.model.maker(self.edited.kind(node)) {
            Maker::Tuple => PyTuple::new(self.py, parts)?.into_any(),
            Maker::FrozenSet => PyFrozenSet::new(self.py, parts)?.into_any(),
            Maker::Call(make) => make.bind(self.py).call1((PyList::new(self.py, parts)?,))?,
            other => return Err(PyValueError::new_err(format!("{other:?} has no parts"))),
        };
        self.made[node as usize] = Some(object);
        Ok(())
    }

    /// Puts its parts in an object that is there.
    fn fill(&mut self, node: NodeId) -> PyResult<()> {
        self.is_filled[node as usize] = true;
        let holds = self.edited.holds(node);
        let object = self.made[node as usize].as_ref().ok_or_else(circle)?;
        if let Maker::Shell(_, fill) = self.model.maker(self.edited.kind(node)) {
            fill.bind(self.py).call1((object, PyList::new(self.py, self.parts(&holds)?)?))?;
        } else if let (Ok(dict), Holds::Entries(entries)) = (object.cast::<PyDict>(), &*holds) {
            for [key, value] in entries {
                dict.set_item(self.part(*key)?, self.part(*value)?)?;
            }
        } else if let Ok(list) = object.cast::<PyList>() {
            for child in holds.children() {
                list.append(self.part(*child)?)?;
            }
        } else if let Ok(set) = object.cast::<PySet>() {
            for child in holds.children() {
                set.add(self.part(*child)?)?;
            }
        }
        Ok(())
    }

    /// The parts of an object; of entries pairs.
    fn parts(&self, holds: &Holds) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if let Holds::Entries(entries) = holds {
            let pair = |[key, value]: &[NodeId; 2]| {
                Ok(PyTuple::new(self.py, [self.part(*key)?, self.part(*value)?])?.into_any())
            };
            return entries.iter().map(pair).collect();
        }
        holds.children().iter().map(|child| Ok(self.part(*child)?.clone())).collect()
    }

    /// Whether it is made empty, and its parts are put in later.
    fn is_shell(&self, node: NodeId) -> bool {
        matches!(self.model.maker(self.edited.kind(node)), Maker::Shell(..))
    }

    fn part(&self, child: NodeId) -> PyResult<&Bound<'py, PyAny>> {
        self.made[self.edited.stands(child) as usize].as_ref().ok_or_else(circle)
    }

    fn number(&self, number: Number) -> PyResult<Bound<'py, PyAny>> {
        match number {
            Number::Bool(number) => number.into_bound_py_any(self.py),
            Number::Int(number) => number.into_bound_py_any(self.py),
            Number::Float(number) => number.into_bound_py_any(self.py),
            Number::Big { origin, halved: 0, .. } => Ok(self.model.object(origin).bind(self.py).clone()),
            Number::Big { origin, halved, is_negative, .. } => {
                let size = self.model.object(origin).bind(self.py).abs()?.rshift(halved)?;
                if is_negative { size.neg() } else { Ok(size) }
            }
        }
    }

    /// A copy of an object that is left alone; the object itself where it cannot be copied.
    fn copy(&mut self, origin: u32) -> PyResult<Bound<'py, PyAny>> {
        let object = self.model.object(origin).bind(self.py);
        let copied = self.copied.get_or_insert_with(|| PyDict::new(self.py));
        let deepcopy = self.py.import("copy")?.getattr("deepcopy")?;
        Ok(deepcopy.call1((object, &*copied)).unwrap_or_else(|_| object.clone()))
    }
}

/// A string; code points that are no characters stay as they are.
fn text<'py>(py: Python<'py>, points: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    let text: Option<String> = points.iter().map(|point| char::from_u32(*point)).collect();
    if let Some(text) = text {
        return Ok(PyString::new(py, &text).into_any());
    }
    let bytes: Vec<u8> = points.iter().flat_map(|point| point.to_le_bytes()).collect();
    PyBytes::new(py, &bytes).call_method1("decode", ("utf-32-le", "surrogatepass"))
}
