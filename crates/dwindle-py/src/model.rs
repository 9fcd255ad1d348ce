//! Python objects as a value: what they hold, and how they are made again.

use dwindle::value::{Holds, Node, NodeId, Number, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// How objects of a kind are made.
#[derive(Debug)]
pub(crate) enum Maker {
    /// A list.
    List,
    /// A tuple.
    Tuple,
    /// A dictionary, of entries.
    Dict,
    /// A set.
    Set,
    /// A set that does not change.
    FrozenSet,
    /// A string.
    Str,
    /// Bytes.
    Bytes,
    /// Bytes that may change.
    ByteArray,
    /// A number.
    Number,
    /// What is left alone and needs no copy.
    Same,
    /// What is left alone, and copied for each candidate.
    Copy,
    /// A function that is called with a list of the parts, each made already; of entries, with pairs.
    Call(Py<PyAny>),
    /// A function that makes an object without its parts, and one that puts them in: for objects that hold themselves.
    Shell(Py<PyAny>, Py<PyAny>),
}

/// The objects of a call or of data, taken apart.
///
/// A node is added before what it holds, so that objects may hold each other in circles.
#[pyclass(module = "dwindle._engine")]
#[derive(Debug, Default)]
pub(crate) struct Model {
    nodes: Vec<Node>,
    /// By node the caller's own object, where there is one that is still as it was.
    own: Vec<Option<Py<PyAny>>>,
    makers: Vec<Maker>,
    /// What is left alone, and integers that are too large.
    objects: Vec<Py<PyAny>>,
}

#[pymethods]
impl Model {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// A kind of objects, by the name of a built-in type, by a function that makes them, or by two of which the first makes
    /// them empty and the second fills them.
    fn kind(&mut self, maker: &Bound<'_, PyAny>) -> PyResult<u32> {
        let maker = if let Ok(name) = maker.extract::<String>() {
            match &name[..] {
                "list" => Maker::List,
                "tuple" => Maker::Tuple,
                "dict" => Maker::Dict,
                "set" => Maker::Set,
                "frozenset" => Maker::FrozenSet,
                "str" => Maker::Str,
                "bytes" => Maker::Bytes,
                "bytearray" => Maker::ByteArray,
                "number" => Maker::Number,
                "same" => Maker::Same,
                "copy" => Maker::Copy,
                _ => return Err(PyValueError::new_err(format!("no kind of objects is called `{name}`"))),
            }
        } else if let Ok((open, fill)) = maker.extract() {
            Maker::Shell(open, fill)
        } else {
            Maker::Call(maker.clone().unbind())
        };
        self.makers.push(maker);
        count(self.makers.len() - 1)
    }

    /// An object whose parts will be [given](Self::fill). Here and below, `own` is the caller's object.
    #[pyo3(signature = (kind, own=None))]
    fn add(&mut self, kind: u32, own: Option<Py<PyAny>>) -> PyResult<NodeId> {
        self.push(kind, Holds::Fields(Vec::new()), own)
    }

    /// Forgets the caller's object: it is not as it was.
    fn disown(&mut self, node: NodeId) {
        self.own[node as usize] = None;
    }

    /// Says what an object holds: `"items"`, `"entries"` (keys and what they stand for in turn) or `"fields"`.
    fn fill(&mut self, node: NodeId, how: &str, parts: Vec<NodeId>) -> PyResult<()> {
        let holds = match how {
            "items" => Holds::Items(parts),
            "entries" => Holds::Entries(parts.as_chunks().0.to_vec()),
            "fields" => Holds::Fields(parts),
            _ => return Err(PyValueError::new_err(format!("no way to hold parts is called `{how}`"))),
        };
        let node = self.nodes.get_mut(node as usize);
        node.ok_or_else(|| PyValueError::new_err("no such object"))?.holds = holds;
        Ok(())
    }

    /// A string, by its code points in UTF-32.
    #[pyo3(signature = (kind, utf32, own=None))]
    fn text(&mut self, kind: u32, utf32: &[u8], own: Option<Py<PyAny>>) -> PyResult<NodeId> {
        let points = utf32.as_chunks().0.iter().map(|four| u32::from_le_bytes(*four)).collect();
        self.push(kind, Holds::Text(points), own)
    }

    /// Bytes.
    #[pyo3(signature = (kind, bytes, own=None))]
    fn bytes(&mut self, kind: u32, bytes: &[u8], own: Option<Py<PyAny>>) -> PyResult<NodeId> {
        self.push(kind, Holds::Bytes(bytes.to_vec()), own)
    }

    /// A truth value, an integer or a floating-point number.
    fn number(&mut self, kind: u32, number: &Bound<'_, PyAny>) -> PyResult<NodeId> {
        use pyo3::types::{PyAnyMethods, PyBool, PyInt};
        let own = Some(number.clone().unbind());
        let number = if number.is_instance_of::<PyBool>() {
            Number::Bool(number.extract()?)
        } else if !number.is_instance_of::<PyInt>() {
            Number::Float(number.extract()?)
        } else if let Ok(small) = number.extract() {
            Number::Int(small)
        } else {
            self.objects.push(number.clone().unbind());
            let bits = number.call_method0("bit_length")?.extract()?;
            Number::Big {
                is_negative: number.lt(0)?,
                origin: count(self.objects.len() - 1)?,
                bits,
                halved: 0,
            }
        };
        self.push(kind, Holds::Number(number), own)
    }

    /// An object that is left alone.
    #[pyo3(signature = (kind, object, own=None))]
    fn other(&mut self, kind: u32, object: Py<PyAny>, own: Option<Py<PyAny>>) -> PyResult<NodeId> {
        self.objects.push(object);
        let origin = count(self.objects.len() - 1)?;
        self.push(kind, Holds::Other(origin), own)
    }

    /// Whether nothing in the value of `root` can be left out or get smaller, and something in it is not known.
    fn is_left_alone(&self, root: NodeId) -> PyResult<bool> {
        let value = self.value(root)?;
        let holds = |node| &value.node(node).holds;
        let has_parts = |node| holds(node).removable() > 0 || matches!(holds(node), Holds::Number(_));
        let is_unknown = |node| matches!(self.maker(value.node(node).kind), Maker::Copy);
        let nodes = value.by_depth();
        Ok(nodes.iter().any(|(node, _)| is_unknown(*node)) && !nodes.iter().any(|(node, _)| has_parts(*node)))
    }
}

impl Model {
    fn push(&mut self, kind: u32, holds: Holds, own: Option<Py<PyAny>>) -> PyResult<NodeId> {
        if kind as usize >= self.makers.len() {
            return Err(PyValueError::new_err("no such kind"));
        }
        self.nodes.push(Node { kind, holds });
        self.own.push(own);
        count(self.nodes.len() - 1)
    }

    /// The value whose whole is `root`.
    pub(crate) fn value(&self, root: NodeId) -> PyResult<Value> {
        Value::new(self.nodes.clone(), root).ok_or_else(|| PyValueError::new_err("a part is missing"))
    }

    /// What a node held at first.
    pub(crate) fn holds(&self, node: NodeId) -> &Holds {
        &self.nodes[node as usize].holds
    }

    /// The caller's object.
    pub(crate) fn own(&self, node: NodeId) -> Option<&Py<PyAny>> {
        self.own[node as usize].as_ref()
    }

    pub(crate) fn maker(&self, kind: u32) -> &Maker {
        &self.makers[kind as usize]
    }

    pub(crate) fn object(&self, origin: u32) -> &Py<PyAny> {
        &self.objects[origin as usize]
    }
}

fn count(count: usize) -> PyResult<u32> {
    u32::try_from(count).map_err(|_| PyValueError::new_err("more than 2^32 objects"))
}
