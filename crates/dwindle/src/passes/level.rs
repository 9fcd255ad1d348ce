//! What passes work on.

use crate::space::Unit;

/// What a stage works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The entries of a directory tree.
    Files,
    /// The nodes of the syntax tree.
    Tree,
    /// What the text declares.
    Declarations,
    /// The sources that the text comes from.
    Regions,
    /// The actions of a log, those that go only together as one.
    Actions,
    /// The units of the text.
    Units(Unit),
    /// The arguments of a command, each with its value.
    Arguments,
    /// The words of a command, one by one.
    Words,
    /// The variables of an environment.
    Variables,
    /// The elements of a search path.
    Elements,
    /// The executed statements of a run.
    Executions,
}

impl Level {
    /// The name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Tree => "tree",
            Self::Declarations => "declarations",
            Self::Regions => "regions",
            Self::Actions => "actions",
            Self::Units(unit) => unit.name(),
            Self::Arguments => "arguments",
            Self::Words => "words",
            Self::Variables => "variables",
            Self::Elements => "elements",
            Self::Executions => "executions",
        }
    }

    /// What its units are called, for people.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Tree => "tree nodes",
            Self::Units(unit) => unit.plural(),
            Self::Executions => "executed statements",
            other => other.name(),
        }
    }
}
