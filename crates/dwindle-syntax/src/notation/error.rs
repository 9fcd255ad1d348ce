//! What is wrong with a grammar file, where, and what to do about it.

use std::fmt;

use strsim::generic_levenshtein;

/// A line and a column, both from 1 on; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why a grammar could not be read. Its text is one line: file, line, column, what is wrong, what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{place}: {problem}")]
pub struct NotationError {
    /// The file, as the caller calls it.
    pub file: Box<str>,
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub problem: Problem,
}

/// What can be wrong with a grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Something else than what may stand there.
    #[error("found {found}, expected {expected}{}", advised(advice.as_deref()))]
    Unexpected {
        /// What stands there.
        found: Box<str>,
        /// What may stand there.
        expected: Box<str>,
        /// What to do.
        advice: Option<Box<str>>,
    },
    /// Something that is opened and never closed.
    #[error("{0} is never closed; expected {1}")]
    Unterminated(Box<str>, Box<str>),
    /// Symbols without a rule, in the order of their first use; the place of the error is that of the first.
    #[error("{}", without_rules(.0))]
    Undefined(Vec<Undefined>),
    /// Two rules for one symbol; the place of the error is that of the second.
    #[error("`{name}` already has a rule in line {line}; combine the two as alternatives", line = first.line)]
    Duplicate {
        /// The symbol.
        name: Box<str>,
        /// Its first rule.
        first: Place,
    },
    /// No rule at all.
    #[error("there are no rules; expected {0}")]
    Empty(Box<str>),
    /// The start symbol asked for has no rule.
    #[error("the start symbol `{name}` has no rule{}", meant(nearest.as_deref()))]
    UnknownStart {
        /// The symbol.
        name: Box<str>,
        /// The defined symbol whose name is most like it.
        nearest: Option<Box<str>>,
    },
    /// A symbol that no text can be made of.
    #[error("`{0}` never terminates: each of its alternatives needs `{0}` again; add one that does not")]
    Endless(Box<str>),
    /// A grammar that another one names and that was not given.
    #[error("the grammar `{0}` is not among the files; give its file too")]
    MissingFile(Box<str>),
    /// A feature of the notation that is not supported.
    #[error("{0} is not supported; {1}")]
    NotSupported(Box<str>, Box<str>),
    /// A size beyond what can be worked with.
    #[error("{0}")]
    TooLarge(Box<str>),
}

/// A symbol that is used and has no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The symbol.
    pub name: Box<str>,
    /// Its first use.
    pub place: Place,
    /// The defined symbol whose name is most like it.
    pub nearest: Option<Box<str>>,
}

/// Something worth knowing about a grammar that was read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file, as the caller calls it.
    pub file: Box<str>,
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub message: Box<str>,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.place, self.message)
    }
}

/// The defined name that is most like `name`, if one is like it at all.
///
/// By edit distance, at most a third of the name's length and without regard to case and angle brackets; of
/// equally near ones the first.
pub(super) fn nearest(name: &str, defined: impl Iterator<Item: AsRef<str>>) -> Option<Box<str>> {
    let plain = |name: &str| -> Vec<char> {
        name.chars().filter(|c| !matches!(c, '<' | '>')).flat_map(char::to_lowercase).take(100).collect()
    };
    let wanted = plain(name);
    let limit = (wanted.len() / 3).max(1);
    let near = defined.take(2_000).filter_map(|other| {
        let given = plain(other.as_ref());
        let far = given.len().abs_diff(wanted.len()) > limit;
        let distance = if far { usize::MAX } else { generic_levenshtein(&wanted, &given) };
        (distance <= limit && distance < wanted.len().max(1)).then_some((distance, other))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, other)| other.as_ref().into())
}

/// What to do, after what is wrong.
fn advised(advice: Option<&str>) -> String {
    advice.map(|advice| format!("; {advice}")).unwrap_or_default()
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

fn without_rules(symbols: &[Undefined]) -> String {
    let mut out = String::new();
    for Undefined { name, place, nearest } in symbols {
        let what = match &*out {
            "" => format!("`{name}` has no rule"),
            _ => format!("; nor has `{name}` (line {})", place.line),
        };
        out += &what;
        out += &meant(nearest.as_deref());
    }
    let is_any_near = symbols.iter().any(|symbol| symbol.nearest.is_some());
    out + if is_any_near { "" } else { "; give it one, or quote it if it is text" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_far_ones_are_not() {
        let names = ["<start>", "<expr>", "<term>", "<digit>"];
        assert_eq!(nearest("<exprs>", names.into_iter()).as_deref(), Some("<expr>"));
        assert_eq!(nearest("trem", names.into_iter()).as_deref(), None);
        assert_eq!(nearest("Term", names.into_iter()).as_deref(), Some("<term>"));
        assert_eq!(nearest("<banana>", names.into_iter()), None);
        assert_eq!(nearest("x", names.into_iter()), None);
    }
}
