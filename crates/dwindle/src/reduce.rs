//! Reducers on trees: plain functions that run list algorithms and try replacements, one idea per file.
//!
//! Each works on a `work`: a tree, and the search to ask. Published reducers ask what was published: HDD, HDD\*,
//! `HDDr`, GTR, GTR\*, Perses in the order of Pardis, the Fuzzing Book's grammar reducer, generative reduction, and
//! node transformations. Dwindle's own (`dwindle`) looks for the smallest subtree that can stand for the whole
//! (`dive`), removes large pieces of large trees (`survey`), and then takes nodes by classes of weight, the
//! heaviest first, each class as one list for group tests. `prune_by_success_rate` does the same for the kinds of change that
//! paid for their tests so far (`record`).

mod dive;
mod dwindle;
mod everywhere;
mod fitting;
#[doc(hidden)]
pub mod generative;
#[doc(hidden)]
pub mod grammar;
mod gtr;
mod hdd;
mod in_use;
mod isolate;
mod levels;
mod maximize;
#[doc(hidden)]
pub mod merge;
mod names;
mod perses;
mod prune_by_success_rate;
mod record;
mod replacements;
mod surroundings;
mod survey;
mod transform;
mod within;
mod work;

pub(crate) use dive::dive;
pub(crate) use names::up_to_names;
pub(crate) use survey::survey;
pub use work::Setting;
#[doc(hidden)]
pub use {
    self::dwindle::dwindle,
    generative::generative,
    grammar::grammar,
    gtr::{gtr, gtr_star},
    hdd::{hdd, hdd_star, hddr},
    isolate::{Apart, ToldApart, isolate},
    maximize::{Repaired, maximize},
    merge::Merge,
    names::names,
    perses::perses,
    prune_by_success_rate::prune_by_success_rate,
    surroundings::surroundings,
    transform::transform,
    within::within,
    work::Work,
};

use grammar::GrammarReduction;
use strum::{Display, IntoStaticStr, VariantArray};

use crate::algorithm::Algorithm;
use crate::search::{Search, Stop};
use crate::tree::Tree;

/// A reducer on trees, by name.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum TreeAlgorithm {
    /// Dwindle's own: [`dwindle()`].
    #[default]
    Dwindle,
    /// Misherghi & Su 2006, once.
    Hdd,
    /// Misherghi & Su 2006, to a fixed point: [`hdd_star`].
    HddStar,
    /// Kiss, Hodován & Gyimóthy 2018: [`hddr`].
    Hddr,
    /// Herfert, Patra & Pradel 2017, once.
    Gtr,
    /// Herfert, Patra & Pradel 2017, to a fixed point: [`gtr_star`].
    GtrStar,
    /// Sun and others 2018.
    Perses,
    /// The Fuzzing Book's, all depths: [`grammar()`].
    Grammar,
    /// The Fuzzing Book's, by increasing depth: [`grammar()`].
    GrammarByDepth,
    /// New, smaller derivations of the grammar (exercise in the Fuzzing Book): [`generative()`].
    Generative,
    /// Parts, constants and shortest texts in the place of nodes (the Debugging Book): [`transform()`].
    Transform,
}

/// What a reducer on trees ended with.
#[derive(Clone, Debug)]
pub struct TreeReduced {
    /// The smallest failing tree found.
    pub tree: Tree,
    /// How many single nodes were tested to be needed in this very tree, which proves it 1-tree-minimal; none where
    /// that is not claimed.
    pub certificate: Option<usize>,
}

impl TreeAlgorithm {
    /// All of them, in the order in which they are listed.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// The name used on the command line and in records.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// One line on what it does.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Dwindle => "group tests and typed replacements, largest nodes first",
            Self::Hdd => "ddmin on each level of the tree, once",
            Self::HddStar => "hdd until nothing changes",
            Self::Hddr => "ddmin on the children of each node",
            Self::Gtr => "deletes nodes or replaces them with children, level by level",
            Self::GtrStar => "gtr until nothing changes",
            Self::Perses => "a queue of nodes, typed replacements, ddmin on lists",
            Self::Grammar => "subtrees of the same symbol and alternative expansions",
            Self::GrammarByDepth => "the same, near subtrees first",
            Self::Generative => "new, smaller derivations of the grammar",
            Self::Transform => "replaces nodes with parts, constants and shortest texts",
        }
    }

    /// Where it was published.
    pub const fn citation(self) -> Option<&'static str> {
        match self {
            Self::Dwindle => None,
            Self::Hdd | Self::HddStar => Some("Misherghi & Su 2006"),
            Self::Hddr => Some("Kiss, Hodován & Gyimóthy 2018"),
            Self::Gtr | Self::GtrStar => Some("Herfert & others 2017"),
            Self::Perses => Some("Sun & others 2018"),
            Self::Grammar | Self::GrammarByDepth => Some("the Fuzzing Book"),
            Self::Generative => Some("exercise in the Fuzzing Book"),
            Self::Transform => Some("the Debugging Book"),
        }
    }

    /// The list algorithm that it runs: the published ones ddmin, as published.
    pub const fn lists(self) -> Algorithm {
        match self {
            Self::Dwindle => Algorithm::Dwindle,
            _ => Algorithm::Ddmin,
        }
    }

    /// Minimises `tree`, as its parser made it, whose text fails.
    ///
    /// # Errors
    /// [`Stop`] when the search was ended first.
    pub fn reduce(
        self,
        search: &mut Search<'_>,
        setting: Setting<'_>,
        tree: &Tree,
    ) -> Result<TreeReduced, Stop> {
        let is_of_rules = matches!(self, Self::Grammar | Self::GrammarByDepth);
        let tree = if is_of_rules { tree.clone() } else { tree.squeezed() };
        let mut work = Work::new(search, setting, tree);
        match self {
            Self::Dwindle => dwindle(&mut work)?,
            Self::Hdd => hdd(&mut work)?,
            Self::HddStar => hdd_star(&mut work)?,
            Self::Hddr => hddr(&mut work)?,
            Self::Gtr => gtr(&mut work)?,
            Self::GtrStar => gtr_star(&mut work)?,
            Self::Perses => perses(&mut work)?,
            Self::Grammar => grammar(&mut work, GrammarReduction::default())?,
            Self::GrammarByDepth => {
                grammar(&mut work, GrammarReduction { by_depth: true, ..GrammarReduction::default() })?;
            }
            Self::Generative => generative(&mut work)?,
            Self::Transform => transform(&mut work)?,
        }
        let claimed = matches!(self, Self::Dwindle | Self::HddStar | Self::Perses);
        let certificate = claimed.then(|| work.tree().ids().filter(|id| work.may_go(*id)).count());
        Ok(TreeReduced { tree: work.into_tree(), certificate })
    }
}
