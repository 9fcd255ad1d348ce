//! Levels: the units that a pass works on, by which records and certificates name it.

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
    /// The units of the text.
    Units(Unit),
    /// What only the caller of a search knows, such as the arguments of a command.
    Own {
        /// Its name in records.
        name: &'static str,
        /// What its units are called, for people.
        plural: &'static str,
    },
}

impl Level {
    /// A level of the caller's, whose units are called as it is.
    pub const fn own(name: &'static str) -> Self {
        Self::Own { name, plural: name }
    }

    /// The name used in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Tree => "tree",
            Self::Declarations => "declarations",
            Self::Regions => "regions",
            Self::Units(unit) => unit.name(),
            Self::Own { name, .. } => name,
        }
    }

    /// What its units are called, for people.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Tree => "tree nodes",
            Self::Units(unit) => unit.plural(),
            Self::Own { plural, .. } => plural,
            other => other.name(),
        }
    }
}
