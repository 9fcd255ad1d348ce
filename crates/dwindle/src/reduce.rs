//! Reducers on trees: plain functions that run list algorithms and try replacements, one idea a file.

mod dive;
mod dwindle;
mod gtr;
mod hdd;
mod perses;
mod replacements;
mod work;

use std::fmt;
use std::str::FromStr;

pub use dwindle::dwindle;
pub use gtr::{gtr, gtr_star};
pub use hdd::{hdd, hdd_star, hddr};
pub use perses::perses;
pub use work::Setting;

use work::Work;

use crate::algorithm::Algorithm;
use crate::search::{Search, Stop};
use crate::space::TextPlace;
use crate::tree::Tree;

/// A reducer on trees, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TreeAlgorithm {
    /// Dwindle's own: [`dwindle()`].
    #[default]
    Dwindle,
    /// Misherghi & Su 2006, once: [`hdd`].
    Hdd,
    /// Misherghi & Su 2006, to a fixed point: [`hdd_star`].
    HddStar,
    /// Kiss, Hodován & Gyimóthy 2018: [`hddr`].
    Hddr,
    /// Herfert, Patra & Pradel 2017, once: [`gtr`].
    Gtr,
    /// Herfert, Patra & Pradel 2017, to a fixed point: [`gtr_star`].
    GtrStar,
    /// Sun and others 2018: [`perses`].
    Perses,
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
    pub const ALL: [Self; 7] =
        [Self::Dwindle, Self::Hdd, Self::HddStar, Self::Hddr, Self::Gtr, Self::GtrStar, Self::Perses];

    /// The name used on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dwindle => "dwindle",
            Self::Hdd => "hdd",
            Self::HddStar => "hdd-star",
            Self::Hddr => "hddr",
            Self::Gtr => "gtr",
            Self::GtrStar => "gtr-star",
            Self::Perses => "perses",
        }
    }

    /// One line on what it is.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Dwindle => "group tests on levels, then typed replacements; the default",
            Self::Hdd => "ddmin on each level of the tree, once (Misherghi & Su 2006)",
            Self::HddStar => "hdd until nothing changes (Misherghi & Su 2006)",
            Self::Hddr => "ddmin on the children of each node (Kiss, Hodován & Gyimóthy 2018)",
            Self::Gtr => "delete nodes, replace them by children, level by level (Herfert & others 2017)",
            Self::GtrStar => "gtr until nothing changes (Herfert & others 2017)",
            Self::Perses => "a queue of nodes, typed replacements, ddmin on lists (Sun & others 2018)",
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
    pub fn reduce<'env, P: TextPlace + 'env>(
        self,
        search: &mut Search<'_, 'env, P>,
        setting: Setting<'_>,
        tree: &Tree,
    ) -> Result<TreeReduced, Stop> {
        let squeezed = tree.squeezed();
        let tree = match self {
            Self::Dwindle => dwindle(search, setting, squeezed)?,
            Self::Hdd => hdd(search, setting, squeezed)?,
            Self::HddStar => hdd_star(search, setting, squeezed)?,
            Self::Hddr => hddr(search, setting, squeezed)?,
            Self::Gtr => gtr(search, setting, squeezed)?,
            Self::GtrStar => gtr_star(search, setting, squeezed)?,
            Self::Perses => perses(search, setting, squeezed)?,
        };
        let claimed = matches!(self, Self::Dwindle | Self::HddStar | Self::Perses);
        let certificate = claimed.then(|| {
            let work = Work::new(search, setting, tree.clone());
            tree.ids().filter(|id| work.may_go(*id)).count()
        });
        Ok(TreeReduced { tree, certificate })
    }
}

impl fmt::Display for TreeAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no reducer on trees.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no algorithm on trees is called `{0}`; there are {list}", list = TreeAlgorithm::ALL.map(TreeAlgorithm::name).join(", "))]
pub struct ParseTreeAlgorithmError(String);

impl FromStr for TreeAlgorithm {
    type Err = ParseTreeAlgorithmError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == word);
        found.ok_or_else(|| ParseTreeAlgorithmError(word.to_owned()))
    }
}
