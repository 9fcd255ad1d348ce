//! Sorts, and which fit which.

use std::collections::BTreeMap;
use std::fmt;

/// A sort, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Nothing is known of it.
    Any,
    /// In what a theory says of a function: the same sort wherever it stands.
    Variable(Box<str>),
    Named(Box<str>),
    /// `(Array Int Bool)`, `(_ BitVec 8)`.
    Made(Vec<Sort>),
}

/// What variables stand for.
pub(super) type Bound = BTreeMap<Box<str>, Sort>;

/// The variable that stands for numbers only.
const NUMBER: &str = "N";

impl Sort {
    pub(super) fn named(name: &str) -> Self {
        Self::Named(name.into())
    }

    /// That of bit vectors of this width.
    pub(super) fn bits(width: usize) -> Self {
        Self::Made(vec![Self::named("_"), Self::named("BitVec"), Self::named(&width.to_string())])
    }

    /// That of a parameter of a data type: a variable that is none of those of theories.
    pub(super) fn parameter(name: &str) -> Self {
        Self::Variable(format!("'{name}").into())
    }

    fn is_number(&self) -> bool {
        matches!(self, Self::Named(name) if matches!(&**name, "Int" | "Real"))
    }

    /// Whether a term of the sort `other` may stand where this one is asked for. Solvers take an `Int` for a `Real`.
    pub(super) fn takes(&self, other: &Self, bound: &mut Bound) -> bool {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => true,
            (Self::Variable(name), _) => {
                if &**name == NUMBER && !other.is_number() {
                    return false;
                }
                let known = bound.entry(name.clone()).or_insert_with(|| other.clone()).clone();
                known.takes(other, &mut Bound::new())
            }
            (Self::Made(parts), Self::Made(others)) => {
                parts.len() == others.len()
                    && parts.iter().zip(others).all(|(part, other)| part.takes(other, bound))
            }
            _ => self == other || self.is_number() && other.is_number(),
        }
    }

    /// With what variables stand for.
    pub(super) fn with(&self, bound: &Bound) -> Self {
        match self {
            Self::Variable(name) => bound.get(name).cloned().unwrap_or(Self::Any),
            Self::Made(parts) => Self::Made(parts.iter().map(|part| part.with(bound)).collect()),
            _ => self.clone(),
        }
    }

    /// Short terms of it that name nothing.
    pub(super) fn constants(&self) -> Vec<Vec<u8>> {
        let texts: &[&str] = match self {
            Self::Named(name) => match &**name {
                "Bool" => &["true", "false"],
                "Int" => &["0", "1"],
                "Real" => &["0.0"],
                "String" => &["\"\""],
                _ => &[],
            },
            Self::Made(parts) => return parts.get(2).map(zero).into_iter().flatten().collect(),
            _ => &[],
        };
        texts.iter().map(|text| text.as_bytes().to_vec()).collect()
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("?"),
            Self::Variable(name) | Self::Named(name) => f.write_str(name),
            Self::Made(parts) => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                write!(f, "({})", parts.join(" "))
            }
        }
    }
}

/// The bit vector of zeros of this width.
fn zero(width: &Sort) -> Option<Vec<u8>> {
    let Sort::Named(width) = width else { return None };
    let width: usize = width.parse().ok()?;
    let long = format!("(_ bv0 {width})");
    let short = if width.is_multiple_of(4) {
        format!("#x{}", "0".repeat(width / 4))
    } else {
        format!("#b{}", "0".repeat(width))
    };
    Some(if short.len() < long.len() { short } else { long }.into_bytes())
}

/// What a function takes and gives; a constant takes nothing.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub takes: Vec<Sort>,
    /// Whether the last argument may be repeated.
    pub repeats: bool,
    pub gives: Sort,
}

impl Signature {
    pub(super) const fn constant(gives: Sort) -> Self {
        Self { takes: Vec::new(), repeats: false, gives }
    }

    /// What it gives for terms of these sorts, and whether it takes them.
    pub(super) fn apply(&self, arguments: &[Sort]) -> (Sort, bool) {
        let mut bound = Bound::new();
        let count = arguments.len() == self.takes.len() || self.repeats && arguments.len() > self.takes.len();
        let last = self.takes.last().filter(|_| self.repeats);
        let taken = self.takes.iter().chain(last.into_iter().cycle());
        let fit = taken.zip(arguments).all(|(sort, argument)| sort.takes(argument, &mut bound));
        (self.gives.with(&bound), count && fit)
    }
}
