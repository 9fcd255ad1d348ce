//! The stages of a plan by name, what they work on, and what they prove.

use crate::algorithm::Algorithm;
use crate::reduce::TreeAlgorithm;
use crate::space::Unit;

/// One stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A list algorithm on the units of the text.
    List(Algorithm, Unit),
    /// A reducer on the tree of the text; passed over when there is none.
    Tree(TreeAlgorithm),
    /// A first look at many of these units, once: what goes at the first tests goes, as long as much of it does.
    Survey(Unit),
    /// The [names](crate::reduce::names()) in the tree of the text; passed over when there is none. What has changed
    /// goes through all stages before it again.
    Names,
}

impl Step {
    /// What it works on.
    pub const fn level(self) -> Level {
        match self {
            Self::List(_, unit) | Self::Survey(unit) => Level::Units(unit),
            Self::Tree(_) | Self::Names => Level::Tree,
        }
    }

    /// The name of its algorithm.
    pub const fn algorithm(self) -> &'static str {
        match self {
            Self::List(algorithm, _) => algorithm.name(),
            Self::Tree(algorithm) => algorithm.name(),
            Self::Survey(_) => "survey",
            Self::Names => "names",
        }
    }
}

/// What a stage works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The entries of a directory tree.
    Files,
    /// The nodes of the syntax tree.
    Tree,
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
}

impl Level {
    /// The name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Tree => "tree",
            Self::Actions => "actions",
            Self::Units(unit) => unit.name(),
            Self::Arguments => "arguments",
            Self::Words => "words",
            Self::Variables => "variables",
        }
    }

    /// What its units are called, for people.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Tree => "tree nodes",
            Self::Actions => "actions",
            Self::Units(unit) => unit.plural(),
            Self::Arguments => "arguments",
            Self::Words => "words",
            Self::Variables => "variables",
        }
    }
}

/// A proof of 1-minimality: how many single removals of which unit were tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What was removed: units of a text, or nodes of the tree, which may have become a shortest text instead.
    pub level: Level,
    /// How many removals were tested: one for each unit left that is not protected.
    pub removals: usize,
}
